"""The page of tasks is parsed back from what people make of it."""

from __future__ import annotations

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.task import Task, TaskState, tasks_of

DAY, NEXT = date(2026, 1, 18), date(2026, 1, 19)

BY_HAND = """\
# My list

Whatever I write here stays.
- [ ] Book the hotel (2026-01-18)
- buy milk
* [x] Fix the login (2026-01-17 → 2026-01-18)
- [X] 切符を買う
  - a remark, no task
- [ ]
"""


def test_edits_by_hand_count() -> None:
    # W7: boxes ticked, bullets without boxes, dates left out, other lines kept
    state = tasks_of(BY_HAND)
    assert state.open == (Task("Book the hotel", DAY), Task("buy milk"))
    assert state.resolved == (
        Task("Fix the login", date(2026, 1, 17), DAY, done=True),
        Task("切符を買う", done=True),
    )
    assert [line for line in state.lines if isinstance(line, str)] == [
        "# My list", "", "Whatever I write here stays.", "  - a remark, no task", "- [ ]",
    ]  # fmt: skip


def test_tasks_come_and_go_where_they_belong() -> None:
    # W7
    state = tasks_of("# Tasks\n\n- [ ] one\n- [x] old (2026-01-01 → 2026-01-02)\n")
    state = state.adding("two", DAY).adding(" ONE! ", DAY).resolving("One", NEXT, 20)
    assert state.text() == (
        "# Tasks\n\n- [ ] two (2026-01-18)\n- [x] old (2026-01-01 → 2026-01-02)\n- [x] one (→ 2026-01-19)\n"
    )
    assert tasks_of(state.text()) == state
    assert state.resolving("one", NEXT, 20) == state  # carried out twice
    unknown = TaskState().resolving("never written down", NEXT, 20)
    assert unknown.resolved == (Task("never written down", None, NEXT, done=True),)


def test_the_newest_resolved_ones_stay() -> None:
    # W7
    state = TaskState(("# Tasks",))
    for day in range(1, 6):
        state = state.resolving(f"matter {day}", date(2026, 1, day), 3)
    assert [task.text for task in state.resolved] == ["matter 3", "matter 4", "matter 5"]


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_whatever_stands_there_is_kept(page: str) -> None:
    # W7, T1: reading and writing a page twice is the same as once, and nothing that is no task changes
    state = tasks_of(page)
    again = tasks_of(state.text())
    assert [line for line in again.lines if line != ""] == [line for line in state.lines if line != ""]
    assert tasks_of(again.text()) == again
    assert all(line in page for line in state.lines if isinstance(line, str))
