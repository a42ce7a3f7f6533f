"""How the weights of the built-in embedder are made: `python -m train`. See docs/embedder.md."""
