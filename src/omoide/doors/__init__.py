"""How the outside asks: parse, call the Mind, format."""
