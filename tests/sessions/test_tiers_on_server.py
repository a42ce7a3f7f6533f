"""The same way of a talk with its rows on PostgreSQL and its fast tier on Redis (X2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mind.world import Clock, mind_in
from tests.servers.fixtures import ServerAt
from tests.sessions import test_tiers
from tests.sessions.talks import MATTERS, places, talk


@pytest.mark.usefixtures("on_server")
def test_the_tests_of_the_tiers_hold_there_too(tmp_path: Path) -> None:
    # S1, S3, W4, N1, X2
    test_tiers.test_the_best_go_on_and_the_rest_stays_findable_until_it_expires(tmp_path / "best")
    test_tiers.test_two_personas_share_a_talk_and_move_it_once(tmp_path / "shared")
    test_tiers.test_what_is_forgotten_is_told_by_no_tier(tmp_path / "forgotten", 3)
    test_tiers.test_a_lost_file_is_told_anew_from_the_turns(tmp_path / "lost", "gone")


@pytest.mark.usefixtures("on_server")
def test_both_servers_at_once(tmp_path: Path, server_at: ServerAt) -> None:
    # S1, S2, W5, X2
    clock, tree = Clock(), {"redis": {"url": server_at("redis"), "prefix": tmp_path.name}}
    with mind_in(tmp_path, clock, **tree) as mind:
        keys = [str(talk(mind, clock, matter)) for matter in MATTERS]
        before = mind.left_off()
        assert before is not None
    with mind_in(tmp_path, clock, **tree) as mind:
        assert mind.left_off() == before
        clock.forward(days=2)
        assert mind.move_sessions() == {"archived": 4}
        assert mind.faculties.sessions.let_go("me") == 0  # copies went with their rows
        assert mind.left_off() is None
        assert places(mind) == dict.fromkeys(keys, test_tiers.FILED)
