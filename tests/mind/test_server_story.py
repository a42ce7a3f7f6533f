"""One life, lived on SQLite and on PostgreSQL (X2): what is remembered, shown, faded and told is the same."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from omoide.ports import Filter
from tests.mind.world import Clock, mind_in
from tests.servers.databases import Databases

TALK = (
    ("箱根の温泉に行ってきたよ。露天風呂が最高で、本当に嬉しかった！", "それは良かったですね。"),
    ("My cat Momo is ill, and I am terribly worried about her.", "I am so sorry. Poor Momo."),
    ("仕事の締め切りが金曜日に変わった。", "金曜日ですね、覚えておきます。"),
    ("I decided to use PostgreSQL for the new project.", "A solid choice."),
    ("田中さんと喧嘩してしまって、とても悲しい。", "つらかったですね。"),
)


def lived(home: Path, **tree: Any) -> dict[str, Any]:
    """Five days of talk, each followed by its night, and what can be found in between and at the end."""
    clock, told = Clock(), {}
    for day, (said, replied) in enumerate(TALK):
        with mind_in(home, clock, **tree) as mind:
            mind.perceive(said, replied, session=f"s{day}")
            told[f"end {day}"] = asdict(mind.end_session(f"s{day}"))
            told[f"recall {day}"] = shown(mind, said)
            told[f"others {day}"] = shown(mind, "温泉と猫 Momo")
            clock.forward(hours=12)
            told[f"night {day}"] = mind.sleep().steps
            clock.forward(hours=12)
    with mind_in(home, clock, **tree) as mind:
        store, scope = mind.faculties.store, mind.faculties.scope
        told["memories"] = [repr(memory) for memory in mind.list()]
        told["cues"] = [shown(mind, cue) for cue in ("温泉", "cat", "田中さん", "データベース PostgreSQL")]
        told["phrases"] = [store.log.holding(scope, [phrase]) for phrase in ("田中", "cat", "線", "行")]
        told["counts"] = repr(store.memories.counts(scope))
        told["episodes"] = [repr(episode) for episode in store.episodes.within(scope)]
        told["archived"] = len(store.memories.select(scope, Filter(archived=True)))
    with mind_in(home, clock, person="somebody else", **tree) as mind:
        told["strangers"] = [shown(mind, cue) for cue in ("温泉", "cat", "田中さん")]
    return told


def shown(mind: Any, cue: str) -> list[Any]:
    found = mind.recall(cue)
    return [
        *([one.memory.id, one.memory.content, round(one.score, 5)] for one in found.memories),
        *(["linked", repr(link)] for link in found.linked),
    ]


def test_the_same_life_on_both(tmp_path: Path, databases: Databases) -> None:
    # X2, R12, R7, N6, D5
    url = databases.make(empty=True)
    on_server = lived(tmp_path / "server", database={"url": url})
    databases.drop(url)
    in_file = lived(tmp_path / "file")
    assert json.loads(json.dumps(on_server, default=str)) == json.loads(json.dumps(in_file, default=str))
    assert in_file["cues"][0]
    assert in_file["strangers"] == [[], [], []]
    assert not (tmp_path / "server" / "omoide.db").exists()
