"""Things to try: conversations to move in with `omoide import chat`."""
