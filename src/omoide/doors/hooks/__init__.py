"""What Claude Code calls (I1): short commands that never break a session, and the worker that they leave work to."""
