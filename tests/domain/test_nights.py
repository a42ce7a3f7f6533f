"""What holds for every store and every night, whatever was recalled and when.

F1, F2, F3, F4, F6
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.memory import FULL, SUMMARY, TRACE
from omoide.domain.retention import (
    LevelRules,
    StrengtheningRules,
    fade,
    level_for,
    levels_for,
    live_until,
    retention,
    strengthen,
)
from omoide.domain.shares import ShareRules, allowed, enforce
from omoide.domain.strengths import NEVER, Strengths

from .columns import NIGHT, NOW, lived, same, store, stores

STRENGTHENING, LEVELS = StrengtheningRules(), LevelRules()
SHARES = ShareRules(enforced_from=5)
modest = settings(max_examples=60, deadline=None)


def step(strengths: Strengths, night: int) -> Strengths:
    return live_until(strengths, night, STRENGTHENING, 0.999)


@modest
@given(stores())
def test_the_array_of_retentions_is_the_formula_over_each(found: Strengths) -> None:  # F1, E11
    for index, score in enumerate(found.retention_at(NIGHT)):
        newborn = not found.archived_at[index] and found.anchor[index] > NIGHT
        nights = 0 if found.archived_at[index] else NIGHT - found.anchor[index]
        by_formula = retention(found.intensity[index], found.coefficient[index], found.days[index] + nights)
        assert score == pytest.approx(found.intensity[index] if newborn else by_formula, rel=1e-12)


@modest
@given(stores())
def test_what_rests_in_the_archive_only_counts(found: Strengths) -> None:  # F3, F4
    rests = found.archived & (found.revival_requested_at == NEVER)
    awake, resting = found.take(~rests), int((rests & ~found.protected).sum())
    assert same(lived(awake, NIGHT, SHARES, resting), lived(found, NIGHT, SHARES).take(~rests))


@modest
@given(st.lists(st.one_of(st.floats(0, 100), st.sampled_from([5.0, 20.0, 50.0])), max_size=30))
def test_levels_alike_for_one_and_for_many(scores: list[float]) -> None:  # F2
    assert levels_for(np.array(scores), LEVELS).tolist() == [level_for(score, LEVELS) for score in scores]


@modest
@given(st.floats(-50, 400), st.floats(0.5, 0.999))
def test_strengthening_alike_for_one_and_for_many(days: float, coefficient: float) -> None:  # F1
    before = store({"days": days, "coefficient": coefficient, "anchor": NIGHT - 1, "recalled_for": NIGHT})
    after = step(before, NIGHT)
    assert (after.days[0], after.coefficient[0]) == strengthen(days, coefficient, STRENGTHENING, 0.999)
    held = retention(50, coefficient, days)
    assert after.retention_at(NIGHT)[0] * (1 + 1e-9) >= held  # a recall never weakens


@modest
@given(stores(), st.integers(1, 12), st.data())
def test_missed_nights_caught_up_at_once_are_nights_lived_one_by_one(
    found: Strengths, nights: int, data: st.DataObject
) -> None:  # F1
    recalls = st.sampled_from([NEVER, *range(NIGHT - 1, NIGHT + nights + 2)])
    pattern = data.draw(st.lists(recalls, min_size=len(found), max_size=len(found)))
    found = found.put(slice(None), recalled_for=np.where(found.active, np.array(pattern, dtype=np.int64), NEVER))
    one_by_one = found
    for night in range(NIGHT, NIGHT + nights + 1):
        one_by_one = step(one_by_one, night)
    at_once = step(found, NIGHT + nights)
    assert same(one_by_one, at_once)
    assert np.array_equal(one_by_one.retention_at(NIGHT + nights), at_once.retention_at(NIGHT + nights))


@modest
@given(stores())
def test_a_quiet_night_adds_one_day_to_the_active_alone(found: Strengths) -> None:  # F1, F4
    quiet = found.put(slice(None), recalled_for=NEVER)
    grown = step(quiet, NIGHT + 1).days_at(NIGHT + 1) - quiet.days_at(NIGHT)
    assert grown == pytest.approx(np.where(found.archived, 0.0, 1.0))


@modest
@given(stores())
def test_a_night_twice_is_a_night_once(found: Strengths) -> None:  # F3, F7
    once = lived(found, NIGHT, SHARES)
    assert same(once, lived(once, NIGHT, SHARES))


@modest
@given(stores(), st.integers(1, 6))
def test_levels_never_rise_but_by_revival(found: Strengths, nights: int) -> None:  # F2, F4
    for night in range(NIGHT, NIGHT + nights):
        after = lived(found, night, SHARES)
        risen = after.level < found.level
        revived = found.archived & after.active
        assert np.array_equal(risen, revived)
        assert (found.revival_requested_at[revived] != NEVER).all()
        assert (after.level[revived] == TRACE).all()
        found = after


@modest
@given(stores(), st.integers(1, 6))
def test_nothing_protected_is_ever_lowered(found: Strengths, nights: int) -> None:  # F6
    after = found
    for night in range(NIGHT, NIGHT + nights):
        after = lived(after, night, SHARES)
    guarded = found.protected
    assert (after.level[guarded] == FULL).all()
    assert (after.archived_at[guarded] == NEVER).all()
    assert np.array_equal(after.protected, guarded)


@modest
@given(stores(least=5))
def test_shares_hold_after_every_night(found: Strengths) -> None:  # F3, F4
    after = lived(found, NIGHT, SHARES)
    free = ~after.protected
    if free.sum() < SHARES.enforced_from:
        return
    for level, share in ((FULL, SHARES.full), (SUMMARY, SHARES.summary), (TRACE, SHARES.trace)):
        assert (free & after.active & (after.level == level)).sum() <= allowed(share, int(free.sum()))


@modest
@given(stores(least=5))
def test_shares_push_the_weakest(found: Strengths) -> None:  # F3
    after = enforce(found, NIGHT, NOW, SHARES)
    scores = found.retention_at(NIGHT)
    free = ~found.protected & found.active
    for level in (FULL, SUMMARY, TRACE):
        began = free & (found.level == level)
        stayed, pushed = began & (after.level == level), began & (after.level > level)
        if stayed.any() and pushed.any():
            assert scores[pushed].max() <= scores[stayed].min()


@modest
@given(stores())
def test_only_the_archive_is_dated_and_all_of_it_is(found: Strengths) -> None:  # F4
    after = lived(found, NIGHT, SHARES)
    assert np.array_equal(after.archived, after.level == 4)
    fresh = after.archived & found.active
    assert (after.archived_at[fresh] == NOW).all()
    assert np.array_equal(after.retention_at(NIGHT)[fresh], after.retention_at(NIGHT + 99)[fresh])


@modest
@given(stores())
def test_fading_alone_never_touches_what_shares_and_recalls_own(found: Strengths) -> None:  # F2
    after = fade(found, NIGHT, NOW, LEVELS)
    assert np.array_equal(after.recalls, found.recalls)
    assert np.array_equal(after.coefficient, found.coefficient)
    assert np.array_equal(after.text_level, found.text_level)
