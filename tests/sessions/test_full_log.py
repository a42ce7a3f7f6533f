"""Full logs as Parquet (X3, policy B), beside the ledger and never instead of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from omoide.errors import InvalidInput, InvalidSettings
from omoide.settings import build
from tests.mind.world import Clock, mind_in
from tests.sessions.talks import MATTERS, on_disk, talk


def test_policy_a_writes_no_log(tmp_path: Path) -> None:
    # X3
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        talk(mind, clock, "piano")
        mind.sleep(clock.forward(days=1, hours=2))
        assert [file.kind for file in mind.archive_files()] == ["sessions"]
        assert mind.search_archive("ショパン").turns == ()


def test_every_turn_is_written_once_and_found_by_its_words(tmp_path: Path) -> None:
    # X3: by month, each night what is new; Japanese and English, full and half width
    clock, elsewhere = Clock(), tmp_path / "elsewhere"
    clock.set("2026-01-31T23:30:00")
    tree = {"storage": {"policy": "B", "url": str(elsewhere), "turns_per_file": 2}}
    with mind_in(tmp_path / "home", clock, **tree) as mind:
        for matter in MATTERS:
            talk(mind, clock, matter)
        assert mind.move_sessions() == {"logged": 4}
        assert sorted((file.kind, file.month, file.count) for file in mind.archive_files()) == [
            ("log", "2026-01", 1), ("log", "2026-02", 1), ("log", "2026-02", 2),
        ]  # fmt: skip
        assert mind.move_sessions() == {}
        assert [one.said for one in mind.search_archive("ｼｮﾊﾟﾝ 発表会").turns] == [MATTERS["piano"]]
        assert [one.said for one in mind.search_archive("HARBOUR boats").turns] == [MATTERS["harbour"]]
        assert len(mind.search_archive("tell me", 3).turns) == 3
        assert len(mind.conversation(9)) == 4  # the raw log is kept all the same
        assert list(elsewhere.rglob("log-*.parquet")) != []
        assert not (tmp_path / "home" / "archive").exists()
        with pytest.raises(InvalidInput):
            mind.search_archive("  ")
    with mind_in(tmp_path / "home", clock, person="somebody else", **tree) as other:
        assert other.search_archive("harbour").turns == ()  # N6


def test_what_is_forgotten_goes_from_the_log(tmp_path: Path) -> None:
    # X3, N1: not shown from that moment on, and gone from the bytes with the next night
    clock, tree = Clock(), {"storage": {"policy": "B"}}
    with mind_in(tmp_path, clock, **tree) as mind:
        for matter in ("violin", "harbour"):
            talk(mind, clock, matter)
        mind.move_sessions()
        [violin] = [memory for memory in mind.list() if "violin" in memory.trigger]
        mind.forget(violin.id)
        assert (mind.search_archive("violin").turns, len(mind.search_archive("harbour").turns)) == ((), 1)
        mind.move_sessions()
        log = mind.faculties.archive().read_log(file.name for file in mind.archive_files())
        assert [one.said for one in log] == [MATTERS["harbour"]]
        assert {file.name for file in mind.archive_files()} == on_disk(tmp_path)
        [harbour] = mind.list()
        mind.forget(harbour.id)
        mind.move_sessions()
        assert (mind.archive_files(), on_disk(tmp_path)) == ([], set())


def test_a_lost_file_of_the_log_is_written_again(tmp_path: Path) -> None:
    # X3, O1
    clock, tree = Clock(), {"storage": {"policy": "B"}}
    with mind_in(tmp_path, clock, **tree) as mind:
        talk(mind, clock, "violin")
        mind.move_sessions()
        [file] = tmp_path.rglob("log-*.parquet")
        file.unlink()
        assert [one.severity for one in mind.upkeep.check() if one.what == "archive"] == ["error"]
        assert mind.repair_tiers()
        assert mind.move_sessions() == {}
        assert len(mind.search_archive("violin").turns) == 1
        assert not [one for one in mind.upkeep.check() if one.what == "archive"]


@pytest.mark.parametrize(
    "tree",
    [
        {"tiers": {"archive_days": 6}}, {"tiers": {"archive_days": 31}}, {"tiers": {"share": 0}},
        {"tiers": {"batch": 0}}, {"tiers": {"fast_hours": 0}}, {"tiers": {"salience": {"novelty": 1.5}}},
        {"storage": {"policy": "C"}}, {"storage": {"turns_per_file": 0}}, {"redis": {"ttl_hours": 0}},
    ],
)  # fmt: skip
def test_settings_out_of_range(tree: dict[str, object]) -> None:
    # S1, X3
    with pytest.raises(InvalidSettings):
        build(tree)
