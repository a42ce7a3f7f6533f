"""One mind made of several: each kind of question goes to the model that was set for it (X7)."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from omoide.ports import Progress, Role, Speech, Thinker


class RoleThinker:
    """Picks by question.role; what has no thinker of its own goes to the default one."""

    def __init__(self, by_role: Mapping[Role, Thinker], default: Thinker) -> None:
        self._by_role = dict(by_role)
        self._default = default

    def who(self, question: Any) -> str:
        return self._for(question).who(question)

    def ask(self, question: Any) -> Any:
        return self._for(question).ask(question)

    def ask_all(self, questions: Sequence[Any], progress: Progress | None = None) -> list[Any]:
        """Each thinker gets its questions in one go, so that it can ask many at once."""
        groups: dict[int, tuple[Thinker, list[int]]] = {}
        for position, question in enumerate(questions):
            thinker = self._for(question)
            groups.setdefault(id(thinker), (thinker, []))[1].append(position)
        answers: list[Any] = [None] * len(questions)
        done = 0
        for thinker, positions in groups.values():
            shifted = _shifted(progress, done, len(questions))
            for position, answer in zip(
                positions, thinker.ask_all([questions[p] for p in positions], shifted), strict=True
            ):
                answers[position] = answer
            done += len(positions)
        return answers

    def stream(self, speech: Speech) -> Generator[str, None, None]:
        return self._for(speech).stream(speech)

    def _for(self, question: Any) -> Thinker:
        return self._by_role.get(question.role, self._default)


def _shifted(progress: Progress | None, before: int, total: int) -> Progress | None:
    return None if progress is None else lambda done, _: progress(before + done, total)
