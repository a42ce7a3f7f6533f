"""Things to try: `python -m examples.weeks` lives through one of the conversations and shows what is left of it."""
