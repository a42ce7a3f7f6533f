"""Events cut anywhere give the same events, and the same bytes."""

# J1

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.doors.http.proxy import events
from omoide.doors.http.proxy.events import Event, EventStream

LINES = st.sampled_from(
    ["data: a", "data:b", "event: ping", ": comment", "id: 7", "data: 思い出", "data", "odd", "\ufeffdata: x"]
)
EVENTS = st.lists(st.tuples(st.lists(LINES, min_size=1, max_size=4), st.sampled_from(["\n", "\r\n"])), max_size=5)


@settings(max_examples=60, deadline=None)
@given(EVENTS, st.integers(1, 9), st.booleans())
def test_any_cut_gives_the_same(blocks: list, step: int, ended: bool) -> None:
    raw = b"".join((end.join(lines) + end + end).encode() for lines, end in blocks)
    raw = raw if ended else raw + b"data: rest"
    whole, cut = EventStream(), EventStream()
    expected = whole.feed(raw) + whole.finish()
    found = [one for at in range(0, len(raw), step) for one in cut.feed(raw[at : at + step])] + cut.finish()
    assert found == expected
    assert b"".join(one.told() for one in found) == raw
    assert len(found) == len(blocks) + (not ended)


def test_what_is_read_and_what_is_made() -> None:
    assert EventStream().feed(b"event: a\ndata: 1\ndata:2\n\n") == [
        Event("1\n2", "a", b"event: a\ndata: 1\ndata:2\n\n")
    ]
    assert Event("{}", "delta").told() == b"event: delta\ndata: {}\n\n"
    assert Event("{}").told() == b"data: {}\n\n"


def test_an_event_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "MOST_BYTES", 10)
    with pytest.raises(ValueError, match="without an end"):
        EventStream().feed(b"data: endless words")
