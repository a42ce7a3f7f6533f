"""Tests of the graph, unchanged, with the graph on a server that speaks Bolt (G3, X2)."""

# ruff: noqa: F401

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from omoide import Mind
from omoide.adapters.neo4j.graph import BoltGraph
from omoide.errors import Unavailable
from tests.associating.test_graph import (
    know,
    test_a_concept_becomes_the_page_that_is_made_for_it_and_comes_back_when_it_goes,
    test_a_link_that_is_taken_out_takes_its_concept_along,
    test_a_name_that_is_new_is_found_in_what_was_said_long_ago,
    test_memories_are_joined_by_names_keywords_and_relations,
    test_only_what_changed_is_read_again,
    test_pages_name_each_other_and_what_has_no_page_is_a_concept,
    test_what_is_forgotten_leaves_the_graph_and_every_view_of_it,
    without_keywords,
)
from tests.mind.world import Clock, ScriptedThinker, at, mind_in
from tests.servers.cable import Cable
from tests.servers.fixtures import ServerAt


@pytest.fixture
def mind(tmp_path: Path, server_at: ServerAt) -> Iterator[Mind]:
    """The server may have graphs of other runs: this one's person is nobody else."""
    clock, thinker = Clock(at("2026-03-01T12:00:00")), ScriptedThinker(without_keywords)
    person = f"yuki {secrets.token_hex(4)}"
    with mind_in(tmp_path, clock, thinker, person=person, graph_server={"url": server_at("graph")}) as mind:
        assert isinstance(mind.faculties.store.graph, BoltGraph)
        yield mind


def test_a_reply_does_without_a_graph_that_is_away(tmp_path: Path, server_at: ServerAt) -> None:
    # G3, X2: what the message finds by itself still comes to mind; who asks for the graph itself is told
    cable = Cable(server_at("graph"))
    clock, person = Clock(at("2026-03-01T12:00:00")), f"yuki {secrets.token_hex(4)}"
    server = {"graph": {"spreading": True}, "graph_server": {"url": cable.url}}
    with mind_in(tmp_path, clock, person=person, **server) as mind:
        know(mind, "Vaccinations", "Shots of the cat are due every spring at the clinic.")
        mind.sleep(at("2026-03-02T04:00:00"))
        cable.cut()
        told: Any = mind.context("When are the vaccinations due?").plain()["channels"]
        channels = {one["name"]: one for one in told}
        assert [item["name"] for item in channels["knowledge"]["items"]] == ["Vaccinations"]
        with pytest.raises(Unavailable, match="cannot be asked now"):
            mind.graph()
