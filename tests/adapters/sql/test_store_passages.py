"""Passages, documents and topics as rows (R15, B1, G4, N6)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import numpy as np

from omoide.adapters.sql.backups import SqlBackups
from omoide.adapters.sql.store import SqlStore
from omoide.adapters.sql.upkeep import SqlUpkeep
from omoide.domain.document import Document
from omoide.domain.passage import KINDS, Material, Passage, shelf_of
from omoide.domain.topics import Topic
from omoide.domain.turn import Scope

AOI, HANA = Scope("aoi", "me"), Scope("aoi", "hana")
DAY = date(2026, 1, 18)
NOW = datetime(2026, 1, 18, 12, tzinfo=UTC)


def test_a_text_is_replaced_whole_and_removed_whole(store: SqlStore) -> None:
    # R15: no words and no vectors of what is gone
    passages, item = store.passages, Material("diary", "d1", "old text", DAY, 0.5, "title")
    shelf = shelf_of(AOI, "diary")
    old = passages.put(AOI, item, "f1", ["old lighthouse", "old harbour"])
    passages.vectors.put(old, np.eye(2, 4, dtype=np.float32), "toy")
    assert passages.known(AOI, "diary") == {"d1": "f1"}
    new = passages.put(AOI, item, "f2", ["new windmill"])
    assert passages.known(AOI, "diary") == {"d1": "f2"}
    assert passages.fetch(shelf, [*old, *new]) == [
        Passage(new[0], "diary", "d1", 0, "new windmill", DAY, 0.5, "title", "")
    ]
    assert passages.vectors.get(old, "toy")[0].tolist() == []
    assert passages.words.search(shelf, "lighthouse", 5)[0].tolist() == []
    assert passages.words.search(shelf, "windmill", 5)[0].tolist() == new
    assert passages.vectors.missing(shelf, "toy") == [(new[0], "new windmill")]
    assert passages.retouch(AOI, [Material("diary", "d1", "", DAY, None)]) == 1
    assert passages.retouch(AOI, [Material("diary", "d1", "", DAY, None)]) == 0
    assert passages.remove(AOI, "diary", ["d1", "d2"]) == 1
    assert (passages.known(AOI, "diary"), passages.fetch(shelf, new)) == ({}, [])
    assert store.database.execute("SELECT COUNT(*) FROM word_lists_of_passages").fetchone() == (0,)
    store.close()


def test_shelves_keep_persons_kinds_and_domains_apart(store: SqlStore) -> None:
    # N6, B1, R15
    passages = store.passages
    for scope in (AOI, HANA):
        for kind in ("diary", "log_archive"):
            rows = passages.put(scope, Material(kind, "s", "", DAY), "f", [f"lighthouse of {scope.person} {kind}"])
            passages.vectors.put(rows, np.ones((1, 4), np.float32), "toy")
    passages.put(AOI, Material("knowledge", "kb_1", "", DAY, domain="kb:sea"), "f", ["lighthouse of all"])
    for scope in (AOI, HANA):
        for kind in ("diary", "log_archive"):
            shelf = shelf_of(scope, kind)
            found, _ = passages.words.search(shelf, "lighthouse", 9)
            assert [p.content for p in passages.fetch(shelf, found.tolist())] == [
                f"lighthouse of {scope.person} {kind}"
            ]
            assert passages.vectors.since(shelf, "toy", 0)[0].tolist() == found.tolist()
            other = shelf_of(HANA if scope is AOI else AOI, kind)
            assert passages.fetch(other, found.tolist()) == []
        assert passages.known(scope, "knowledge") == {"kb_1": "f"}  # of the persona
    assert passages.known(Scope("rin", "me"), "knowledge") == {}
    assert len(passages.shelves(AOI, KINDS)) == 3
    assert passages.shelves(AOI, ["knowledge"], "kb:sky") == []
    store.close()


def test_memories_and_passages_do_not_meet(store: SqlStore) -> None:
    # R12: one set of statements, two sets of tables
    store.passages.put(AOI, Material("diary", "d", "", DAY), "f", ["lighthouse"])
    store.words.rebuild()
    assert store.words.search(AOI, "lighthouse", 5)[0].tolist() == []
    assert store.words.search(shelf_of(AOI, "diary"), "lighthouse", 5)[0].tolist() == []
    assert store.vectors.missing(AOI, "toy") == []
    assert store.passages.words.rebuild() == 1
    assert len(store.passages.words.search(shelf_of(AOI, "diary"), "lighthouse", 5)[0]) == 1
    store.close()


def test_a_repair_keeps_them_and_gives_no_number_twice(tmp_path: Path) -> None:
    # O1: what belongs to nothing goes, the rest is found as before
    store = SqlStore(tmp_path / "omoide.db")
    rows = store.passages.put(AOI, Material("diary", "d", "", DAY), "f", ["lighthouse", "harbour"])
    store.passages.vectors.put(rows, np.ones((2, 4), np.float32), "toy")
    document = store.documents.put(Document("", "aoi", "/a.md", "kb:sea", "h", NOW, 0, 3, "one"), 5)
    store.topics.replace(AOI, [Topic("", "walks", ())])
    store.close()
    with closing(sqlite3.connect(tmp_path / "omoide.db", isolation_level=None)) as damaged:
        damaged.execute("DELETE FROM counters")
        damaged.execute("DELETE FROM words_of_passages_data WHERE id > 10")
        damaged.execute("INSERT INTO vectors_of_passages VALUES (99, 'toy', 1, x'00')")
    backups = SqlBackups(tmp_path, tmp_path / "omoide.db", tmp_path / "backups")
    SqlUpkeep(tmp_path, tmp_path / "omoide.db", backups).repair(NOW)
    store = SqlStore(tmp_path / "omoide.db")
    shelf = shelf_of(AOI, "diary")
    assert store.passages.words.search(shelf, "lighthouse", 5)[0].tolist() == [rows[0]]
    assert store.passages.vectors.having([*rows, 99], "toy").tolist() == rows
    assert store.passages.put(AOI, Material("diary", "e", "", DAY), "f", ["windmill"]) == [rows[-1] + 1]
    assert store.documents.put(Document("", "aoi", "/b.md", "kb:sea", "h", NOW, 0, 3, "two"), 5).id == "kb_002"
    assert (document.id, store.documents.text(document)) == ("kb_001", "one")
    assert [topic.id for topic in store.topics.replace(AOI, [*store.topics.all(AOI), Topic("", "b", ())])] == [
        "topic_001", "topic_002",
    ]  # fmt: skip
    store.close()
