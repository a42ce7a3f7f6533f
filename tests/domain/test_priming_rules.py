"""How many tokens each channel has, by the type of the message (R1)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.priming_rules import (
    CHANNELS,
    MESSAGE_TYPES,
    Ceilings,
    ChannelName,
    ChannelTokens,
    MessageType,
    PrimingRules,
    channel_budgets,
)

STANDARD = PrimingRules()


def budgets(kind: MessageType, rules: PrimingRules = STANDARD) -> list[int]:
    return list(channel_budgets(kind, rules).values())


def test_the_documented_numbers() -> None:
    # R1: people 500, activity 1300, knowledge 700, procedures 200, in this order
    assert list(channel_budgets("request", STANDARD)) == list(CHANNELS)
    assert budgets("request") == [500, 1_300, 700, 200]  # 2,700 fit into 3,000
    assert budgets("question") == [277, 722, 388, 111]  # x 1,500 / 2,700
    assert budgets("greeting") == [92, 240, 129, 37]  # x 500 / 2,700
    assert budgets("heartbeat") == [71, 400, 100, 28]  # activity keeps its floor; the others x 200 / 1,400
    assert [STANDARD.ceilings.of(kind) for kind in MESSAGE_TYPES] == [500, 1_500, 3_000, 200]


def test_a_closed_channel_stays_closed_at_a_heartbeat() -> None:
    # R1
    assert budgets("heartbeat", PrimingRules(channels=ChannelTokens(activity=0)))[1] == 0
    assert budgets("heartbeat", PrimingRules(channels=ChannelTokens(activity=300)))[1] == 300
    assert budgets("heartbeat", PrimingRules(ceilings=Ceilings(heartbeat=0))) == [0, 400, 0, 0]


@pytest.mark.parametrize("tokens", [0, 1, 1_000_000])
def test_odd_ceilings(tokens: int) -> None:
    # R1
    rules = PrimingRules(ceilings=Ceilings(tokens, tokens, tokens, tokens))
    expected = [500, 1_300, 700, 200] if tokens == 1_000_000 else [0, 0, 0, 0]
    assert budgets("question", rules) == expected
    assert budgets("heartbeat", rules) == [expected[0], 400, *expected[2:]]


@pytest.mark.parametrize("field", ["people", "activity", "knowledge", "procedures"])
def test_less_than_nothing_is_refused(field: str) -> None:
    # R1, I7
    with pytest.raises(ValueError, match=f"{field} must be at least 0"):
        ChannelTokens(**{field: -1})


counts = st.integers(0, 1_000_000)


@given(
    st.sampled_from(MESSAGE_TYPES),
    st.builds(
        PrimingRules,
        ceilings=st.builds(Ceilings, counts, counts, counts, counts),
        channels=st.builds(ChannelTokens, counts, counts, counts, counts),
        heartbeat_activity=counts,
    ),
)
@settings(max_examples=200, deadline=None)
def test_never_over_the_ceiling_and_always_in_proportion(kind: MessageType, rules: PrimingRules) -> None:
    # R1
    shares = channel_budgets(kind, rules)
    wanted: dict[ChannelName, int] = {name: getattr(rules.channels, name) for name in CHANNELS}
    assert all(0 <= shares[name] <= wanted[name] for name in CHANNELS)
    most = rules.ceilings.of(kind)
    rest: list[ChannelName] = [name for name in CHANNELS if kind != "heartbeat" or name != "activity"]
    assert sum(shares[name] for name in rest) <= most
    if kind == "heartbeat":
        assert shares["activity"] == min(rules.heartbeat_activity, wanted["activity"])
    together = sum(wanted[name] for name in rest)
    factor = min(1.0, most / together) if together else 1.0
    assert all(abs(shares[name] - wanted[name] * factor) <= 1 for name in rest)
