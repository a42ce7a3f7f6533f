"""A mind that is only made when it is asked: recall needs none, and must not wait for one to load."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from omoide.ports import Progress, Speech, Thinker


class LaterThinker:
    def __init__(self, make: Callable[[], Thinker]) -> None:
        self._make = make

    @cached_property
    def _thinker(self) -> Thinker:
        return self._make()

    def who(self, question: Any) -> str:
        return self._thinker.who(question)

    def ask(self, question: Any) -> Any:
        return self._thinker.ask(question)

    def ask_all(self, questions: Sequence[Any], progress: Progress | None = None) -> list[Any]:
        return self._thinker.ask_all(questions, progress)

    def stream(self, speech: Speech) -> Generator[str, None, None]:
        return self._thinker.stream(speech)
