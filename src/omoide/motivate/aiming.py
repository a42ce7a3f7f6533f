"""Goals: set, moved on, reached or let go by the persona's own judgement (M4)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from omoide.domain.dates import placed
from omoide.domain.goal import LOWEST_PRIORITY, Goal, Status, Term, by_weight
from omoide.domain.special_event import SpecialEvent
from omoide.errors import InvalidInput, NotFound, Refused
from omoide.motivate import events
from omoide.motivate.wording import kept, tongue
from omoide.ports import Faculties
from omoide.settings import Settings


def add_goal(
    faculties: Faculties, text: str, now: datetime, *, term: Term = "short", priority: int = 1,
    sources: Sequence[str] = (),
) -> tuple[Goal, bool]:  # fmt: skip
    """Set a goal; False when the same one is active already. Priority 1 is the highest."""
    if isinstance(priority, bool) or not isinstance(priority, int) or not 1 <= priority <= LOWEST_PRIORITY:
        raise InvalidInput(
            f"a goal's priority must be a whole number from 1 (highest) to {LOWEST_PRIORITY}, not {priority!r}.",
            f"目標の優先度は 1（最高）から {LOWEST_PRIORITY} までの整数です（{priority!r} は使えません）。",
        )
    text = kept(text, "goal", "目標")
    return faculties.store.goals.add(faculties.scope, term, text, priority, placed(now), sources)


def goals(faculties: Faculties, status: Status | None = "active") -> list[Goal]:
    """The most important first."""
    return by_weight(faculties.store.goals.all(faculties.scope, status))


def one_goal(faculties: Faculties, goal_id: str) -> Goal:
    found = faculties.store.goals.get(faculties.scope, goal_id)
    if found is None:
        raise NotFound(
            f"no goal has the id {goal_id}; see `omoide goals --all`.",
            f"{goal_id} という目標はありません。`omoide goals --all` で確かめてください。",
        )
    return found


def note_progress(faculties: Faculties, goal_id: str, text: str, now: datetime) -> Goal:
    text = kept(text, "note", "記録")
    if not faculties.store.goals.note(faculties.scope, goal_id, text, placed(now)):
        raise _not_active(one_goal(faculties, goal_id))
    return one_goal(faculties, goal_id)


def complete_goal(
    faculties: Faculties, settings: Settings, goal_id: str, now: datetime, note: str = ""
) -> tuple[Goal, SpecialEvent]:
    """Reached. That is kept as an episode in the same transaction: neither is there without the other (P5)."""
    note = kept(note, "note", "記録", may_be_empty=True)
    with faculties.store.transaction():
        goal = _close(faculties, goal_id, "completed", note, now)
        language = tongue(settings, goal.goal)
        event = events.achievement(goal, note, now, settings.motivation, language)
        return goal, events.keep(faculties, event)


def abandon_goal(faculties: Faculties, goal_id: str, now: datetime, reason: str = "") -> Goal:
    return _close(faculties, goal_id, "abandoned", kept(reason, "reason", "理由", may_be_empty=True), now)


def _close(faculties: Faculties, goal_id: str, status: Status, reason: str, now: datetime) -> Goal:
    if not faculties.store.goals.close(faculties.scope, goal_id, status, reason, placed(now)):
        raise _not_active(one_goal(faculties, goal_id))
    return one_goal(faculties, goal_id)


def _not_active(goal: Goal) -> Refused:
    ended = {"completed": "達成済み", "abandoned": "手放し済み"}
    return Refused(
        f"the goal {goal.id} is {goal.status} already; set it again with `omoide goals add` if it matters anew.",
        f"目標 {goal.id} は{ended.get(goal.status, goal.status)}です。`omoide goals add` で立て直せます。",
    )
