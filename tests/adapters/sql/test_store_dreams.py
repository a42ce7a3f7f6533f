"""Insights and proposals in the store: whole, once, in their scope, and after a repair."""

# D2, T2, N4, N6

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from omoide.adapters.sql.mending import mend
from omoide.adapters.sql.migrations import MIGRATIONS, migrate
from omoide.adapters.sql.sqlite import SqliteDatabase
from omoide.adapters.sql.store import SqlStore
from omoide.domain.dream import Insight
from omoide.domain.proposal import Proposal
from tests.adapters.sql.store_things import AOI, NOON, REN, turn

LATER = NOON + timedelta(days=1)
INSIGHT = Insight("", AOI, NOON, "雪", "分かった", "聞く", "夢", 2, "dream", ("t1", "t2"), "model")
PROPOSAL = Proposal("", AOI, "Tama", "A cat.", "matters", NOON, ("mem_1",), ("t1",), "model")


def test_insights_newest_first_and_the_newest_strategy(store: SqlStore) -> None:
    # D2: an insight without a strategy leaves the one before in force
    first = store.insights.add(INSIGHT)
    assert first == replace(INSIGHT, id="in_001")
    older = store.insights.add(replace(INSIGHT, created_at=NOON - timedelta(days=1), strategy="old"))
    answer = store.insights.add(replace(INSIGHT, created_at=LATER, strategy="", level=0, origin="question"))
    assert store.insights.all(AOI) == [answer, first, older]
    assert store.insights.all(AOI, 1) == [answer]
    assert store.insights.latest_strategy(AOI) == first
    assert store.insights.all(REN) == []
    assert store.insights.latest_strategy(REN) is None


def test_a_proposal_is_made_once_and_decided_once(store: SqlStore) -> None:
    # T2: also after it was declined, and whatever its marks; another person's is another one
    made, new = store.proposals.add(PROPOSAL)
    assert (made, new) == (replace(PROPOSAL, id="pr_001"), True)
    assert store.proposals.add(replace(PROPOSAL, name="ＴＡＭＡ", fact="a cat", why="again")) == (made, False)
    theirs, _ = store.proposals.add(replace(PROPOSAL, scope=REN))
    assert not store.proposals.decide(REN, made.id, "accepted", "x", LATER)
    assert store.proposals.get(REN, made.id) is None
    assert store.proposals.decide(AOI, made.id, "declined", "", LATER)
    assert not store.proposals.decide(AOI, made.id, "accepted", "x", LATER)
    decided = replace(made, status="declined", decided_at=LATER)
    assert store.proposals.get(AOI, made.id) == decided
    assert store.proposals.add(PROPOSAL) == (decided, False)
    assert (store.proposals.all(AOI), store.proposals.all(AOI, None)) == ([], [decided])
    assert store.proposals.all(REN) == [theirs]


def test_the_newest_turns_of_a_span(store: SqlStore) -> None:
    # D2: after one moment, up to and with another, the newest so many, oldest first
    for n in range(5):
        store.turns.add(turn(n, time=NOON + timedelta(hours=n)))

    def found(since: int | None, until: int, count: int) -> list[str]:
        after = None if since is None else NOON + timedelta(hours=since)
        return [t.key[-1] for t in store.log.recent(AOI, after, NOON + timedelta(hours=until), count)]

    assert found(None, 9, 9) == ["0", "1", "2", "3", "4"]
    assert found(1, 3, 9) == ["2", "3"]
    assert found(None, 3, 2) == ["2", "3"]
    assert store.log.recent(REN, None, LATER, 9) == []


def test_numbers_are_not_given_out_again_after_a_repair(file_store: SqlStore) -> None:
    file_store.insights.add(INSIGHT)
    file_store.proposals.add(PROPOSAL)
    file_store.database.execute("DELETE FROM counters")
    mend(file_store.database, set())
    assert file_store.insights.add(INSIGHT).id == "in_002"
    assert file_store.proposals.add(replace(PROPOSAL, fact="Another."))[0].id == "pr_002"


def test_a_home_without_dreams_is_given_room_for_them(path: Path) -> None:
    # N4
    path.parent.mkdir(parents=True)
    old = SqliteDatabase(path)
    migrate(old, migrations=[step for step in MIGRATIONS if step.number < 8])
    old.close()
    store = SqlStore(path)
    assert store.insights.add(INSIGHT).id == "in_001"
    store.close()
