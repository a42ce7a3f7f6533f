"""How the outside answers: one room per dependency."""
