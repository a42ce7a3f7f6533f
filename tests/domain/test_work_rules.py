"""How long a worker waits for what (F7, D5, X2): values, so that nobody has to sit them out."""

from __future__ import annotations

import pytest

from omoide.domain.work_rules import WorkRules
from omoide.settings import Settings


def test_a_server_that_was_away_is_tried_again_soon_however_seldom_a_worker_looks() -> None:
    # X2, F7: within ten seconds, with room for the connection itself
    for look_seconds in (0.3, 30.0, 3_600.0):
        rules = WorkRules(look_seconds=look_seconds)
        assert rules.until_tried_again <= 2
        assert rules.until_tried_again + rules.poll_seconds <= 7


def test_a_job_without_a_worker_is_taken_up_within_a_minute() -> None:
    # F7: with the settings that a house has by itself
    rules = Settings().work
    assert rules.lost_seconds >= 3 * rules.sign_seconds  # a sign that is late is not taken for a death
    assert rules.orphaned_seconds <= 60


@pytest.mark.parametrize(("cost", "pause"), [(0.0, 30.0), (0.6, 30.0), (2.0, 100.0)])
def test_looking_takes_a_fiftieth_of_a_workers_time(cost: float, pause: float) -> None:
    # D5
    assert WorkRules(look_seconds=30.0).until_next_look(cost) == pytest.approx(pause)
