"""Whatever is decided, undone and edited, in any order: no text that ever stood on a page is lost (K3, N1)."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omoide.errors import OmoideError
from omoide.knowing import reconcile, refresh_learned, undo_change
from omoide.knowing.page_texts import body_of
from omoide.prompts.find_contradiction import Resolution
from tests.knowing.court import SUNDAY, Court, court

NAMES = ("Backup A", "Backup B", "Backup C")
resolutions = st.one_of(
    st.just(Resolution("none")),
    st.builds(lambda holds: Resolution("supersede", holds=holds), st.sampled_from(("first", "second"))),
    st.builds(lambda n: Resolution("merge", title=f"Both {n}", text=f"{SUNDAY} Merged {n}."), st.integers(0, 3)),
    st.builds(lambda n: Resolution("coexist", condition=f"case {n}"), st.integers(0, 3)),
    st.just(Resolution("merge")),
)
actions = st.one_of(
    st.tuples(st.just("reconcile"), st.lists(resolutions, min_size=4, max_size=4)),
    st.tuples(st.just("undo"), st.sampled_from((*NAMES, *(f"Both {n}" for n in range(4))))),
    st.tuples(st.just("edit"), st.sampled_from(NAMES), st.integers(0, 9)),
)


def everywhere(c: Court) -> str:
    """All that a person could still find: pages, archive, versions, and what is on record."""
    kept = [path.read_text("utf-8") for path in c.home.rglob("*.md")]
    kept += [text or "" for one in c.f.store.page_changes.since(c.f.scope, None) for text in (one.before, one.after)]
    return "\n\0\n".join(kept)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(actions, min_size=1, max_size=6))
def test_no_text_is_ever_lost(steps: list[Any]) -> None:
    # K3, N1
    with tempfile.TemporaryDirectory() as folder, court(Path(folder)) as c:
        for name in NAMES:
            c.write(name, f"{SUNDAY} By {name}.")
        written = set(c.texts().values())
        for step in steps:
            c.clock.forward(minutes=1)
            _live(c, step)
            refresh_learned(c.f, c.s, c.clock.now())
            written |= set(c.texts().values()) | set(c.texts(archived=True).values())
            there = everywhere(c)
            assert [text for text in written if text not in there] == []
            _is_whole(c)


def _live(c: Court, step: Any) -> None:
    match step:
        case ("reconcile", answers):
            c.f.thinker.answers["FindContradiction"] = [*answers, *[Resolution("none")] * 20]  # type: ignore[attr-defined]
            reconcile(c.f, c.s)
        case ("undo", name):
            try:
                undo_change(c.f, c.s, f"knowledge:{name}")
            except OmoideError:
                return
        case ("edit", name, number):
            c.file(name).parent.mkdir(parents=True, exist_ok=True)
            c.file(name).write_text(f"{SUNDAY} By hand {number}.\n", encoding="utf-8")


def _is_whole(c: Court) -> None:
    """No step is left half done, and the history of each page ends with what stands there."""
    assert c.f.store.page_changes.planned(c.f.scope) == []
    last = {one.name: one.after for one in c.f.store.page_changes.since(c.f.scope, None)
            if not one.archived and one.state == "done"}  # fmt: skip
    assert {name: body_of(text) for name, text in last.items() if text is not None} == c.texts()
