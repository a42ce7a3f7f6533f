"""What the night has made of its material, and which accounts came up, as rows (D5, K6, N6)."""

from __future__ import annotations

from datetime import timedelta

from omoide.adapters.sql.store import SqlStore
from omoide.domain.disuse import Use
from omoide.domain.turn import Scope
from omoide.ports.consolidating import Stage
from tests.mind.world import at

ME, YOU = Scope("aoi", "me"), Scope("aoi", "you")
NOW = at("2026-01-19T03:00:00")


def test_a_source_is_open_planned_and_finished_in_its_own_stage_and_scope(store: SqlStore) -> None:
    # D5, N6
    kept = store.consolidations
    kept.plan(ME, "distil", "b", "{}", NOW)
    kept.plan(ME, "distil", "a", "{1}", NOW + timedelta(hours=1))
    kept.finish(ME, "distil", ["c", "d"], NOW)
    assert kept.open(ME, "distil", ["e", "d", "c", "b", "a"]) == ["e"]
    assert kept.planned(ME, "distil") == [("b", "{}"), ("a", "{1}")]
    kept.finish(ME, "distil", ["b"], NOW)
    assert (kept.planned(ME, "distil"), kept.finished(ME, "distil")) == ([("a", "{1}")], ["b", "c", "d"])
    elsewhere: list[tuple[Scope, Stage]] = [(YOU, "distil"), (ME, "extract")]
    for scope, stage in elsewhere:
        assert kept.open(scope, stage, ["a", "b"]) == ["a", "b"]
        assert kept.planned(scope, stage) == kept.finished(scope, stage) == []


def test_coming_up_takes_the_mark_away_and_a_mark_keeps_its_day(store: SqlStore) -> None:
    # K6, N6
    uses, later = store.episode_uses, NOW + timedelta(days=1)
    uses.low(ME, ["e1", "e2"], NOW)
    uses.low(ME, ["e1"], later)
    assert uses.uses(ME)["e1"] == Use(0, None, NOW)
    uses.forget(ME, ["e1", "e2", "unknown"], later)
    assert (uses.forgotten(ME), uses.forgotten(YOU)) == ({"e1", "e2"}, set())
    uses.used(ME, ["e1"], later)
    uses.used(ME, ["e1"], NOW)  # told by another clock: the last use stays the last
    assert uses.uses(ME)["e1"] == Use(2, later, None)
    assert uses.forgotten(ME) == {"e2"}
    assert (uses.bring_back(ME, "e2"), uses.bring_back(ME, "e2"), uses.bring_back(YOU, "e1")) == (True, False, False)
    assert uses.uses(YOU) == {}
