"""One at a time (F7): what rewrites many memories of a scope never runs twice at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from omoide.errors import Busy
from omoide.ports import Faculties


@contextmanager
def alone(faculties: Faculties) -> Iterator[None]:
    """Hold the scope's night; another process that has it is named as the reason."""
    with ExitStack() as held:
        try:
            held.enter_context(faculties.locks.hold(faculties.scope.key("night")))
        except Busy as busy:
            raise Busy(
                "another process is living this night or rebuilding the index: wait until it is done, then try again.",
                "別のプロセスが夜の処理か索引の作り直しをしています。終わるのを待ってからやり直してください。",
            ) from busy
        yield
