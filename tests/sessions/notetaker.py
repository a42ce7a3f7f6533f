"""A thinker that notes what a test tells it to, and answers everything else as the offline mind does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from omoide.errors import Postponed
from omoide.prompts.session_note import Noted, ProcedureOutcome, SessionNote
from tests.mind.world import ScriptedThinker


class Notetaker(ScriptedThinker):
    def __init__(
        self, resolved: Sequence[str] = (), tasks: Sequence[str] = (), outcomes: Sequence[tuple[str, str]] = (),
        summary: str = "", away: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(self._change, "notetaker")
        self.resolved, self.tasks, self.summary, self.away = list(resolved), list(tasks), summary, away
        self.outcomes = [ProcedureOutcome(*one) for one in outcomes]  # type: ignore[arg-type]

    def _change(self, question: Any, answer: Any) -> Any:
        if not isinstance(question, SessionNote):
            return answer
        if self.away:
            return Postponed("the model is away", "モデルに届きません")
        said = self.summary or f"Noted: {'; '.join(one.said for one in question.exchanges)}"
        return Noted(said, self.resolved, self.tasks, self.outcomes, ["topic"])

    def notes_asked(self) -> list[SessionNote]:
        return [question for question in self.asked if isinstance(question, SessionNote)]
