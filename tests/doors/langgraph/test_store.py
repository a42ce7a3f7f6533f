"""Omoide as the store of a LangGraph graph: values as they were put, memories as a person has them."""

# I5, N6, E8, F4

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langgraph.store.base import InvalidNamespaceError, PutOp, SearchOp
from langgraph.store.memory import InMemoryStore

from omoide import Mind, open_mind
from omoide.doors.langgraph import OmoideStore
from omoide.errors import InvalidInput


@pytest.fixture
def mind(tmp_path: Path) -> Iterator[Mind]:
    with open_mind(tmp_path, persona="aoi", person="ken") as mind:
        yield mind


def keys(found: list) -> list[str]:
    return [item.key for item in found]


def test_a_value_comes_back_as_it_was_put(mind: Mind) -> None:
    store = OmoideStore(mind)
    value = {"theme": "dark", "size": 12, "tags": ["a", "b"], "nested": {"on": True, "none": None}, "ja": "青い鳥"}
    store.put(("users", "ken"), "prefs", value)
    item = store.get(("users", "ken"), "prefs")
    assert item is not None
    assert (item.namespace, item.key, item.value) == (("users", "ken"), "prefs", value)
    store.put(("users", "ken"), "prefs", {"theme": "light"})
    later = store.get(("users", "ken"), "prefs")
    assert later is not None
    assert later.value == {"theme": "light"}
    assert later.created_at == item.created_at <= later.updated_at
    store.delete(("users", "ken"), "prefs")
    assert store.get(("users", "ken"), "prefs") is None
    assert store.get(("users",), "ken") is None


def test_it_outlives_the_process_and_stays_with_its_two(tmp_path: Path) -> None:
    with open_mind(tmp_path, persona="aoi", person="ken") as mind:
        OmoideStore(mind).put(("plans",), "trip", {"where": "Nara"})
    with open_mind(tmp_path, persona="aoi", person="ken") as mind:
        assert keys(OmoideStore(mind).search(("plans",))) == ["trip"]
    for persona, person in (("aoi", "mia"), ("rin", "ken")):
        with open_mind(tmp_path, persona=persona, person=person) as other:
            assert OmoideStore(other).search(()) == []
            assert OmoideStore(other).get(("plans",), "trip") is None


def test_found_by_meaning_and_by_words(mind: Mind) -> None:
    store = OmoideStore(mind)
    store.put(("facts",), "cat", {"text": "The cat is called Mugi and sleeps on the piano."})
    store.put(("facts",), "work", {"text": "Ken starts at the new company in April."})
    store.put(("facts",), "ja", {"text": "青い自転車を買って、川まで走った。"})
    store.put(("facts",), "hidden", {"text": "The cat again."}, index=False)
    found = store.search(("facts",), query="Mugi the cat", limit=3)
    assert found[0].key == "cat"
    assert [item.score for item in found] == sorted((item.score or 0 for item in found), reverse=True)
    assert keys(store.search(("facts",), query="自転車", limit=1)) == ["ja"]
    assert keys(store.search(("facts",), query="Mugi the cat"))[-1] == "hidden"  # without a score, after all others
    assert store.search(("facts",), query="Mugi the cat")[-1].score is None


def test_only_the_fields_that_are_named_are_looked_through(mind: Mind) -> None:
    store = OmoideStore(mind)
    store.put(("n",), "one", {"title": "Lighthouse", "body": "about bread"}, index=["title"])
    store.put(("n",), "two", {"title": "Bakery", "body": "about a lighthouse"}, index=["title"])
    found = store.search(("n",), query="lighthouse")
    assert keys(found) == ["one", "two"]
    assert (found[0].score or 0) > 0.5 > (found[1].score or 0)


def test_filters_and_pages(mind: Mind) -> None:
    store, other = OmoideStore(mind), InMemoryStore()
    for number in range(5):
        for each in (store, other):
            each.put(("n",), str(number), {"number": number, "even": number % 2 == 0, "in": {"deep": number}})
    for wanted in (
        {"even": True}, {"number": {"$gte": 2, "$lt": 4}}, {"number": {"$ne": 0}}, {"in": {"deep": 3}}, {"no": 1},
    ):  # fmt: skip
        assert keys(store.search(("n",), filter=wanted)) == keys(other.search(("n",), filter=wanted))
    assert keys(store.search(("n",), limit=2, offset=3)) == ["3", "4"]
    assert store.search(("n",), filter={"even": {"$gt": "text"}}) == []
    with pytest.raises(ValueError, match="unsupported operator"):
        store.search(("n",), filter={"even": {"$like": 1}})


LABEL = st.text("ab日\"[],\\ '%_", min_size=1, max_size=3)
PLACES = st.lists(st.tuples(st.lists(LABEL, min_size=1, max_size=3).map(tuple), LABEL), max_size=6)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PLACES, st.lists(LABEL, max_size=2).map(tuple))
def test_names_of_all_kinds_are_kept_apart(mind: Mind, places: list, prefix: tuple) -> None:
    """As the store of LangGraph itself keeps them."""
    store, other = OmoideStore(mind), InMemoryStore()
    for one in mind.items():
        mind.remove_item(one.namespace, one.key)
    for number, (namespace, key) in enumerate(places):
        for each in (store, other):
            each.put(namespace, key, {"number": number}, index=False)
    found = [
        {(i.namespace, i.key, i.value["number"]) for i in each.search(prefix, limit=99)} for each in (store, other)
    ]
    assert found[0] == found[1]
    for max_depth in (None, 1):
        named = [each.list_namespaces(prefix=prefix or None, max_depth=max_depth) for each in (store, other)]
        assert named[0] == named[1]
    assert store.list_namespaces(suffix=("*", "a")) == other.list_namespaces(suffix=("*", "a"))


def test_secrets_are_taken_out(mind: Mind) -> None:
    store = OmoideStore(mind)
    store.put(("n",), "k", {"note": ["my key is sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789"]})
    item = store.get(("n",), "k")
    assert item is not None
    assert "abcdefghijklmnop" not in str(item.value)


def test_memories_are_remembered_recalled_corrected_and_forgotten(mind: Mind) -> None:
    store = OmoideStore(mind)
    store.put(("memories",), "cat", {"text": "We adopted a cat called Mugi today, I am so happy!"})
    store.put(("memories",), "rain", {"content": "It rained all day and the roof leaked."})
    [memory] = [one for one in mind.list() if "Mugi" in one.trigger + one.content]
    found = store.search(("memories",), query="the cat Mugi", limit=1)
    assert keys(found) == ["cat"]
    assert found[0].value["id"] == memory.id
    assert (found[0].score or 0) > 0.5
    assert mind.show(memory.id).recalled
    assert store.get(("memories",), "cat") == store.get(("memories",), "cat")
    by_id = store.get(("memories",), memory.id)
    assert by_id is not None
    assert by_id.value == store.get(("memories",), "cat").value  # type: ignore[union-attr]
    store.put(("memories",), "cat", {"text": "The cat we adopted is called Momo, not Mugi."})
    corrected = store.get(("memories",), "cat")
    assert corrected is not None
    assert "Momo" in corrected.value["text"]
    assert mind.show(memory.id).retired_by == corrected.value["id"]
    store.delete(("memories",), "cat")
    assert store.get(("memories",), "cat") is None
    assert keys(store.search(("memories",))) == ["rain"]
    assert store.list_namespaces() == [("memories",)]
    with pytest.raises(InvalidInput):
        store.put(("memories",), "x", {"number": 1})


def test_batches_asynchronous_ones_and_bad_names(mind: Mind) -> None:
    store = OmoideStore(mind)

    async def live() -> list:
        await store.aput(("a",), "k", {"v": 1})
        return await store.abatch([PutOp(("b",), "k", {"v": 2}), SearchOp(("b",))])

    put, found = asyncio.run(live())
    assert put is None
    assert keys(found) == ["k"]
    with pytest.raises(InvalidNamespaceError):
        store.batch([PutOp(("a.b",), "k", {"v": 1})])
