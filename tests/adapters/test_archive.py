"""The archive of Parquet files, one contract for a folder and for an object store (S1, X3)."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omoide.adapters.archive.files import ParquetArchive
from omoide.adapters.files.blobs import FolderBlobs
from omoide.adapters.s3.address import read_address
from omoide.adapters.s3.blobs import S3Blobs
from omoide.domain.session import Session
from omoide.domain.thread import Flush
from omoide.domain.turn import Scope, Turn
from omoide.errors import MissingExtra
from omoide.ports import Blobs
from tests.adapters.object_store import ObjectStore, object_store
from tests.mind.world import Clock, at, mind_in
from tests.sessions.talks import talk

NOW, SCOPE = at("2026-01-20T10:00:00.123456"), Scope("aoi", "me")


@pytest.fixture(scope="module")
def s3(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ObjectStore]:
    with object_store(tmp_path_factory.mktemp("s3")) as store:
        S3Blobs(read_address(store.url("kept", "beside"))).put("something-else", b"")  # which makes the bucket
        yield store


@pytest.fixture(params=["folder", "s3"])
def blobs(request: pytest.FixtureRequest, tmp_path: Path) -> Blobs:
    if request.param == "folder":
        return FolderBlobs(tmp_path / "archive")
    return S3Blobs(read_address(request.getfixturevalue("s3").url("kept", tmp_path.name)))


def session(number: int, summary: str, embedding: tuple[float, ...] = (), **fields: object) -> Session:
    flush = Flush(
        person="me", thread="th_001", number=number, summary=summary, keywords=("red", "赤い"), turn_count=2, first=1,
        last=2, sources=("k1", "k2"), made_by="offline", created_at=NOW.replace(minute=number), embedder="builtin-3",
    )  # fmt: skip
    return Session(replace(flush, **fields), embedding)  # type: ignore[arg-type]


def test_who_writes_while_another_removes_the_last_file_of_a_month(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # S1: the empty folder goes with that file, perhaps just when the new one is about to be written there
    folder = FolderBlobs(tmp_path / "archive")
    folder.put("aoi/2026-01/old", b"old")
    really_made, comes = tempfile.mkstemp, [folder.remove]

    def removed_meanwhile(*args: Any, **options: Any) -> tuple[int, str]:
        while comes:
            comes.pop()("aoi/2026-01/old")
        return really_made(*args, **options)

    monkeypatch.setattr(tempfile, "mkstemp", removed_meanwhile)
    folder.put("aoi/2026-01/new", b"new")
    assert (folder.get("aoi/2026-01/new"), folder.names()) == (b"new", ["aoi/2026-01/new"])
    assert folder.remove("aoi/2026-01/new")
    assert list((tmp_path / "archive").iterdir()) == []


def test_what_is_written_is_read(blobs: Blobs) -> None:
    # S1, S5: to the last bit and microsecond
    archive = ParquetArchive(blobs)
    vector = tuple(np.float32([0.1, -1e-30, 3.4e38]).tolist())
    sessions = [session(1, "The boats.\nAt 'dawn'; --", vector), session(2, "ショパン", keywords=(), sources=())]
    new = archive.sessions_as_file(SCOPE, "2026-01", sessions, NOW)
    assert blobs.names() == []  # word can be left of it first
    archive.put(new)
    assert (archive.fault(new.file), blobs.names()) == ("", [new.file.name])
    assert archive.read_sessions([new.file.name, "aoi/2026-01/not-there.parquet"]) == sessions
    turn = Turn("k1", SCOPE, "s", "Boats?", "ボート！", NOW, "/home/me/project")
    log = archive.log_as_file(SCOPE, "2026-01", [turn], NOW)
    archive.put(log)
    [read] = archive.read_log([log.file.name])
    assert (read.turn, read.said, read.replied, read.time, read.origin) == (
        "k1", "Boats?", "ボート！", NOW, "/home/me/project",
    )  # fmt: skip
    assert [one.key.number for one in archive.find_sessions([new.file.name], ["ｼｮﾊﾟﾝ"], 9)] == [2]
    assert [one.key.number for one in archive.find_sessions([new.file.name], ["BOATS", "dawn"], 9)] == [1]
    assert archive.find_sessions([new.file.name], [], 9) == []
    assert (new.file.name.startswith("aoi/2026-01/sessions-"), "me" in new.file.name.split("-")) == (True, False)
    archive.remove(new.file.name)
    archive.remove(new.file.name)
    assert (archive.fault(new.file), blobs.names()) == ("missing", [log.file.name])


def test_a_damaged_file_is_noticed(blobs: Blobs) -> None:
    # S1
    archive = ParquetArchive(blobs)
    new = archive.sessions_as_file(SCOPE, "2026-01", [session(1, "The boats.")], NOW)
    blobs.put(new.file.name, new.data[:-20] + bytes(20))
    assert archive.fault(new.file) == "damaged"
    sound = archive.sessions_as_file(SCOPE, "2026-01", [session(2, "The boats.")], NOW)
    archive.put(sound)
    both = [new.file.name, sound.file.name]
    assert archive.read_sessions(both) == archive.find_sessions(both, ["boats"], 9) == [session(2, "The boats.")]
    assert (archive.names(), archive.read_sessions(both[:1])) == (sorted(both), [])


def test_talks_go_to_an_object_store(tmp_path: Path, s3: ObjectStore) -> None:
    # X2, S1: the whole way, in a store that speaks S3
    clock, url = Clock(), s3.url("kept", "talks")
    with mind_in(tmp_path, clock, storage={"url": url, "policy": "B"}) as mind:
        for matter in ("tomato", "violin", "harbour", "piano"):
            talk(mind, clock, matter)
        clock.forward(days=2)
        assert mind.move_sessions() == {"archived": 4, "logged": 4}
        assert len(mind.search_archive("ショパン").turns) == len(mind.search_archive("tell more violin").sessions) == 1
        clock.forward(days=30)
        assert mind.move_sessions() == {"long_term": 3, "passed_over": 1}
        there = S3Blobs(read_address(url)).names()
        assert there == sorted(file.name for file in mind.archive_files())
        assert not [one for one in mind.upkeep.check() if one.what == "archive"]
        S3Blobs(read_address(url)).remove(there[0])
        assert [one.severity for one in mind.upkeep.check() if one.what == "archive"] == ["error"]
    assert not (tmp_path / "archive").exists()


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(
            st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30),
            st.lists(st.floats(width=32, allow_nan=False), max_size=4),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_any_text_and_any_number(tmp_path: Path, parts: list[tuple[str, list[float]]]) -> None:
    # S1
    archive = ParquetArchive(FolderBlobs(tmp_path))
    sessions = [session(number, text, tuple(vector)) for number, (text, vector) in enumerate(parts)]
    sessions = [replace(one, flush=replace(one.flush, created_at=datetime(2026, 1, 1, tzinfo=UTC))) for one in sessions]
    new = archive.sessions_as_file(SCOPE, "2026-01", sessions, NOW)
    archive.put(new)
    assert archive.read_sessions([new.file.name]) == sessions


def test_without_the_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # X1
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"omoide\[archive\]"):
        ParquetArchive(FolderBlobs(tmp_path)).sessions_as_file(SCOPE, "2026-01", [session(1, "x")], NOW)
