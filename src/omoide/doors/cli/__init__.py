"""The command line: parse, call Mind, print. Each command is imported only when it runs."""

from omoide.doors.cli.program import main

__all__ = ["main"]
