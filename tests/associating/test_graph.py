"""The graph as pages and memories make it: whole graphs, what changes them, and whose they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omoide import Mind, associating, open_mind
from omoide.adapters.models.embedders.builtin import BuiltinEmbedder
from omoide.associating import associations
from omoide.domain.graph import Edge
from omoide.domain.learned import KnowledgeFacts, Learned
from omoide.domain.page import PageEdit, PageName
from omoide.errors import NotFound, Postponed
from omoide.knowing import retire, write_learned
from omoide.pages import edit_page, overwrite_page, read_page, write_entity
from tests.mind.world import Clock, ScriptedThinker, at, mind_in

Told = set[tuple[str, str, str]]


def without_keywords(question: Any, answer: Any) -> Any:
    """Memories that name things, with no keywords of their own: graphs small enough to be told whole."""
    return replace(answer, keywords=()) if hasattr(answer, "keywords") else answer


class Away(BuiltinEmbedder):
    """The real one, that can be out of reach."""

    reachable = True

    def embed(self, texts: Sequence[str], kind: Any) -> np.ndarray:
        if not self.reachable:
            raise Postponed("the service is away", "サービスに届きません")
        return super().embed(texts, kind)


@pytest.fixture
def mind(tmp_path: Path) -> Iterator[Mind]:
    with mind_in(tmp_path, Clock(at("2026-03-01T12:00:00")), ScriptedThinker(without_keywords), person="yuki") as mind:
        yield mind


def edges(mind: Mind) -> Told:
    return {(e.tail, e.type, e.head) for e in mind.faculties.store.graph.edges(mind.scope)}


def know(mind: Mind, name: str, text: str) -> Learned:
    now = mind.faculties.clock.now()
    item = Learned("knowledge", name, text, KnowledgeFacts())
    return write_learned(mind.faculties, mind.settings, item, now, action="created", reason="a test")


def test_pages_name_each_other_and_what_has_no_page_is_a_concept(mind: Mind) -> None:
    # G3, E9
    write_entity(mind.faculties, "Tama", "A cat of [[Ken]]. Loves [[Green Tea|tea]].")
    write_entity(mind.faculties, "Ken", "Has [[ＴＡＭＡ]].")
    edit_page(mind.faculties, PageName("notepad"), PageEdit("Ask [[ken]] about [[deploys]]."))
    edit_page(mind.faculties, PageName("secret_diary"), PageEdit("I envy [[Ken]]."))
    know(mind, "Deploys", "On Friday, by [[Ken]].")
    done = mind.refresh_graph()
    assert edges(mind) == {
        ("entity:Tama", "link", "entity:Ken"),
        ("entity:Tama", "link", "concept:green tea"),
        ("entity:Ken", "link", "entity:Tama"),
        ("page:notepad", "link", "entity:Ken"),
        ("page:notepad", "link", "knowledge:Deploys"),
        ("knowledge:Deploys", "link", "entity:Ken"),
    }
    assert all(edge.source == edge.tail for edge in mind.faculties.store.graph.edges(mind.scope))
    assert done == {"pages": 4, "memories": 0, "removed": 0, "nodes": 5, "edges": 6}


def test_only_what_changed_is_read_again(mind: Mind) -> None:
    # G3: incremental
    write_entity(mind.faculties, "Tama", "Loves [[tea]].")
    write_entity(mind.faculties, "Ken", "Has [[Tama]].")
    mind.remember("Tama slept all day", "Good")
    first = mind.refresh_graph()
    assert (first["pages"], first["memories"]) == (2, 1)
    assert mind.refresh_graph() == first | {"pages": 0, "memories": 0}
    write_entity(mind.faculties, "Tama", "And [[fish]].")
    mind.remember("Tama ate fish", "Yum")
    again = mind.refresh_graph()
    assert (again["pages"], again["memories"], again["removed"]) == (1, 1, 0)
    assert {head for _, kind, head in edges(mind) if kind == "link"} == {"concept:tea", "concept:fish", "entity:Tama"}


def test_a_concept_becomes_the_page_that_is_made_for_it_and_comes_back_when_it_goes(mind: Mind) -> None:
    # G3
    write_entity(mind.faculties, "Tama", "Loves [[tea]].")
    memory = mind.remember("We drank tea", "Nice")
    mind.refresh_graph()
    node = f"memory:{memory.id}"
    before = {("entity:Tama", "link", "concept:tea"), (node, "mentions", "concept:tea")}
    assert edges(mind) == before
    write_entity(mind.faculties, "Tea", "A drink.")
    mind.refresh_graph()
    assert edges(mind) == {("entity:Tama", "link", "entity:Tea"), (node, "mentions", "entity:Tea")}
    page = read_page(mind.faculties, PageName("entity", "Tea"))
    mind.faculties.pages.remove(mind.scope, page.name, page.revision, mind.faculties.clock.now())
    mind.refresh_graph()
    assert edges(mind) == before


def test_a_name_that_is_new_is_found_in_what_was_said_long_ago(mind: Mind) -> None:
    # G3
    memory = mind.remember("Tama slept all day", "Good")
    mind.remember("Tamashi is another word", "Yes")
    mind.refresh_graph()
    assert edges(mind) == set()
    write_entity(mind.faculties, "Tama", "A cat.")
    assert mind.refresh_graph()["memories"] == 0
    assert edges(mind) == {(f"memory:{memory.id}", "mentions", "entity:Tama")}


def test_a_link_that_is_taken_out_takes_its_concept_along(mind: Mind) -> None:
    write_entity(mind.faculties, "Tama", "Loves [[tea]].")
    mind.refresh_graph()
    page = read_page(mind.faculties, PageName("entity", "Tama"))
    overwrite_page(mind.faculties, page.name, "# Tama\n", page.revision)
    assert mind.refresh_graph()["removed"] == 1
    assert (edges(mind), set(mind.faculties.store.graph.rows(mind.scope))) == (set(), {"entity:Tama"})


def test_memories_are_joined_by_names_keywords_and_relations(tmp_path: Path) -> None:
    # G3, G1
    with mind_in(tmp_path, person="yuki") as mind:
        write_entity(mind.faculties, "Tama", "A cat.")
        one = mind.remember("Tama chased a butterfly in the garden", "Ha", tags=())
        two = mind.remember("Tama chased a butterfly in our garden", "Again")
        mind.sleep(at("2026-01-19T04:00:00"))
        mind.refresh_graph()
        found = edges(mind)
        assert {
            (f"memory:{one.id}", "mentions", "entity:Tama"),
            (f"memory:{two.id}", "mentions", "entity:Tama"),
        } <= found
        related = {(tail, head) for tail, kind, head in found if kind == "same_topic"}
        assert related == {(f"memory:{two.id}", f"memory:{one.id}")}
        assert {head for tail, kind, head in found if kind == "about"}, "keywords are concepts"


def test_what_is_forgotten_leaves_the_graph_and_every_view_of_it(mind: Mind) -> None:
    # G3, E9: also before the next refresh
    write_entity(mind.faculties, "Tama", "A cat.")
    kept, gone = mind.remember("Tama slept", "Good"), mind.remember("Tama has a secret", "Oh")
    mind.refresh_graph()
    mind.forget(gone.id)
    assert list(mind.neighbourhood("Tama").distances) == ["entity:Tama", f"memory:{kept.id}"]
    unrefreshed = associations(mind.faculties, mind.settings, "Tama", 10, None)
    assert f"memory:{gone.id}" not in {one.node for one in unrefreshed}
    assert mind.refresh_graph()["removed"] == 1
    assert edges(mind) == {(f"memory:{kept.id}", "mentions", "entity:Tama")}


def test_what_is_retired_leaves_the_graph(mind: Mind) -> None:
    item = know(mind, "Deploys", "On [[Friday]].")
    mind.refresh_graph()
    retire(mind.faculties, mind.settings, item, mind.faculties.clock.now(), action="forget", reason="", sources=())
    mind.refresh_graph()
    assert mind.faculties.store.graph.rows(mind.scope) == {}


def test_pages_that_are_alike_are_linked_unasked(mind: Mind) -> None:
    # G3: similarity >= 0.75
    know(mind, "Deploys", "The deployment of the server happens every Friday evening.")
    know(mind, "Releases", "The deployment of the server happens on every Friday evening.")
    know(mind, "Cats", "Tama likes to sleep in the sun.")
    mind.refresh_graph()
    similar = [e for e in mind.faculties.store.graph.edges(mind.scope) if e.type == "similar"]
    assert {(e.tail, e.head) for e in similar} == {
        ("knowledge:Deploys", "knowledge:Releases"),
        ("knowledge:Releases", "knowledge:Deploys"),
    }
    assert all(0.75 <= e.weight <= 1 for e in similar)
    know(mind, "Releases", "Bread needs flour, water and salt.")
    mind.refresh_graph()
    assert not [e for e in mind.faculties.store.graph.edges(mind.scope) if e.type == "similar"]


def test_a_page_with_ten_thousand_links_is_bounded_and_told(mind: Mind) -> None:
    # G3
    write_entity(mind.faculties, "Index", " ".join(f"[[p{n}]]" for n in range(10_000)))
    done = mind.refresh_graph()
    assert (done["edges"], done["crowded"]) == (1_000, ["entity:Index"])
    assert len(mind.neighbourhood("Index").distances) == 40
    assert mind.neighbourhood("Index").more == 961


def test_a_cycle_of_links_is_no_trouble(mind: Mind) -> None:
    for one, other in (("A1", "B1"), ("B1", "C1"), ("C1", "A1")):
        write_entity(mind.faculties, one, f"[[{other}]] [[{one}]]")
    mind.refresh_graph()
    assert len(edges(mind)) == 3
    assert mind.neighbourhood("A1", hops=10).distances == {"entity:A1": 0, "entity:B1": 1, "entity:C1": 1}


def test_a_graph_is_of_one_persona_and_one_person(tmp_path: Path) -> None:
    # N6
    with mind_in(tmp_path, person="yuki") as mine, mind_in(tmp_path, person="ken") as theirs:
        write_entity(mine.faculties, "Tama", "Yuki's [[secret]].")
        mine.remember("Tama bit me", "Ouch")
        mine.refresh_graph()
        theirs.refresh_graph()
        assert theirs.graph().nodes == {}
        assert theirs.associations("Tama") == []
        with pytest.raises(NotFound):
            theirs.neighbourhood("Tama")
        row = mine.faculties.store.graph.rows(mine.scope)["entity:Tama"]
        assert theirs.faculties.store.graph.names(theirs.scope, [row]) == {}


def test_spreading_is_off_until_it_is_switched_on(tmp_path: Path) -> None:
    # R5, G3
    for spreading in (False, True):
        with mind_in(tmp_path, person="yuki", graph={"spreading": spreading}) as mind:
            if not spreading:
                write_entity(mind.faculties, "Tama", "[[Ken]]")
                write_entity(mind.faculties, "Ken", "[[Bicycle]]")
                mind.refresh_graph()
            found = associating.spread(mind.faculties, mind.settings, {"entity:Tama": 2.0, "entity:Nobody": 1.0})
            if not spreading:
                assert found == {}
    middle = 0.85 * 0.15 / (1 - 0.85 * 0.85)
    assert found == pytest.approx(
        {"entity:Tama": 0.15 + 0.425 * middle, "entity:Ken": middle, "concept:bicycle": 0.425 * middle}, abs=0.001
    )
    assert list(found) == ["entity:Ken", "entity:Tama", "concept:bicycle"]


def test_a_cue_brings_what_it_does_not_name_with_the_way_there(mind: Mind) -> None:
    # G3: developing a topic
    write_entity(mind.faculties, "Tama", "Belongs to [[Ken]].")
    write_entity(mind.faculties, "Ken", "Rides a [[bicycle]].")
    ride = mind.remember("Ken fell off his bicycle yesterday", "Poor Ken")
    mind.refresh_graph()
    found = mind.associations("How is Tama?")
    assert {one.node: one.path for one in found} == {
        "entity:Ken": ("entity:Tama", "entity:Ken"),
        f"memory:{ride.id}": ("entity:Tama", "entity:Ken", f"memory:{ride.id}"),
        "concept:bicycle": ("entity:Tama", "entity:Ken", "concept:bicycle"),
    }
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert found[0].labels == ("Tama", "Ken")
    assert mind.associations("quarterly taxes") == []


def test_the_longer_name_counts_before_one_that_is_part_of_it(mind: Mind) -> None:
    write_entity(mind.faculties, "Tea", "[[green tea]]")
    mind.refresh_graph()
    assert associating.named_in(mind.faculties, "I like green tea") == {"concept:green tea": 1.0}
    assert associating.named_in(mind.faculties, "tea and green tea".removesuffix("green tea")) == {"entity:Tea": 1.0}


def test_while_nothing_can_be_embedded_links_stand_and_likeness_waits(tmp_path: Path) -> None:
    # G3, F10: a page is marked as read when all of it was
    away = Away(tmp_path)
    with open_mind(tmp_path, persona="aoi", person="yuki", embedder=away) as mind:
        know(mind, "Deploys", "The deployment of the server happens every Friday evening. See [[Friday]].")
        know(mind, "Releases", "The deployment of the server happens on every Friday evening.")
        away.reachable = False
        done = mind.refresh_graph()
        assert (done["pages"], done["postponed"]) == (2, True)
        assert edges(mind) == {("knowledge:Deploys", "link", "concept:friday")}
        away.reachable = True
        done = mind.refresh_graph()
        assert (done["pages"], "postponed" in done) == (2, False)
        assert ("knowledge:Releases", "similar", "knowledge:Deploys") in edges(mind)


def test_the_store_keeps_an_edge_once_and_drops_it_with_its_source(mind: Mind) -> None:
    # E9
    graph, scope = mind.faculties.store.graph, mind.scope
    one, other = (
        Edge("entity:a", "concept:b", "link", 1.0, "entity:a"),
        Edge("concept:b", "entity:a", "link", 0.5, "page:x"),
    )
    assert graph.upsert_edges(scope, [one, other]) == 2
    assert graph.upsert_edges(scope, [one, other]) == 0
    assert graph.drop_source(scope, ["page:x"]) == 1
    assert graph.edges(scope) == [one]
    assert graph.drop_nodes(scope, ["concept:b"]) == 1
    assert graph.edges(scope) == []


def test_what_is_held_in_memory_is_let_go_when_anybody_changes_the_graph(tmp_path: Path) -> None:
    # G3: another process is another mind on the same home
    with mind_in(tmp_path, person="yuki") as one, mind_in(tmp_path, person="yuki") as other:
        write_entity(one.faculties, "Tama", "[[Ken]]")
        one.refresh_graph()
        assert [found.node for found in one.associations("Tama")] == []
        write_entity(other.faculties, "Ken", "[[bicycle]] of [[Mio]]")
        write_entity(other.faculties, "Mio", "[[Tama]]")
        other.refresh_graph()
        assert {found.node for found in one.associations("Tama")} == {"entity:Ken", "entity:Mio"}
        page = read_page(other.faculties, PageName("entity", "Mio"))
        other.faculties.pages.remove(other.scope, page.name, page.revision, other.faculties.clock.now())
        other.refresh_graph()
        assert {found.node for found in one.associations("Tama")} == {"entity:Ken"}


def test_spreading_brings_knowledge_to_mind_that_the_message_does_not_name(tmp_path: Path) -> None:
    # R5: + 0.5 x PageRank; from the night that made the graph to the channel of a reply
    found: dict[bool, list[str]] = {}
    for spreading in (False, True):
        home = tmp_path / str(spreading)
        with mind_in(home, Clock(at("2026-03-01T12:00:00")), graph={"spreading": spreading}) as mind:
            write_entity(mind.faculties, "Tama", "A cat. See [[Vaccinations]].")
            know(mind, "Vaccinations", "Shots are due every spring at the clinic of Dr Mori.")
            know(mind, "Bread", "Flour, water and salt.")
            mind.sleep(at("2026-03-02T04:00:00"))
            told: Any = mind.context("How is Tama doing?").plain()["channels"]
            channels = {one["name"]: one for one in told}
            found[spreading] = [item["name"] for item in channels["knowledge"]["items"]]
    assert found == {False: [], True: ["Vaccinations"]}
