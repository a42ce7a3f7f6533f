"""The command line: parse, call Mind, print. Each command is imported only when it runs."""

import gc
import os
import sys
import time
from collections.abc import Sequence
from typing import NoReturn

# Loading modules makes objects that all stay: looking for garbage among them costs a tenth of a short command.
gc.set_threshold(200_000, 20, 20)
# When this process began, as far as it can know: it has done nothing but start since.
_BEGAN = time.monotonic() - time.process_time()
# They answer many at once, each with one product of a matrix: threads of NumPy's own would only fight over the cores,
# and take memory. It looks at the variable once, when it is imported, which reading the settings does already.
SERVERS = frozenset(("up", "mcp"))


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """A hook is told apart before the library for commands is loaded, which takes longer than the hook itself.

    Whatever a command writes, wherever it was told to, is memories or about them: its owner's alone (O3).
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    before = os.umask(0o077)
    try:
        if "hook" in given:
            _as_hook(given, ends_here=arguments is None)
        if not SERVERS.isdisjoint(given):
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        from omoide.doors.cli.program import main

        main(given)
    finally:
        os.umask(before)


def _as_hook(given: Sequence[str], ends_here: bool) -> None:
    """Run a hook and end; return when the call is for people after all (help, a command about the word "hook")."""
    from omoide.doors.hooks.commands import names_a_hook, read_arguments, run

    call = read_arguments(given)
    if call is None:
        if names_a_hook(given):
            sys.stderr.write("omoide: there is no such hook; see `omoide hook --help`.\n")
            sys.exit(1)  # 2, as for any other misuse, would have the client block what called it
        return
    run(call, _BEGAN if ends_here else None)
    if ends_here:
        os._exit(0)  # a thread may still wait for a lock, and nobody waits for that thread
    sys.exit(0)


__all__ = ["main"]
