"""The command line: parse, call Mind, print. Each command is imported only when it runs."""

import gc

# Loading modules makes objects that all stay: looking for garbage among them costs a tenth of a short command.
gc.set_threshold(200_000, 20, 20)

from omoide.doors.cli.program import main  # noqa: E402

__all__ = ["main"]
