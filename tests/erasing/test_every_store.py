"""Erasing a person from four servers at once: searched past our own code, nothing is left; what is others' is equal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from omoide.compose import new_backup_key
from omoide.errors import Busy, Unavailable
from tests.mind.world import Clock
from tests.servers.cable import Cable
from tests.servers.databases import Databases
from tests.servers.fixtures import ServerAt

from .every_store import PLANTED, SAID, SAID_JA, Stores
from .lives import found


@pytest.fixture
def stores(tmp_path: Path, databases: Databases, server_at: ServerAt) -> Iterator[Stores]:
    made = Stores.on(tmp_path / "home", databases, server_at)
    yield made
    made.close()


def of_others(stores: Stores) -> dict[str, list[tuple[str, bytes]]]:
    """What belongs to the other person, as it lies there."""
    there = stores.everything()
    files = {
        json.loads(raw)["name"] for name, raw in there["db"] if name == "archive_files" and _whose(raw) == stores.other
    }
    return {
        "db": [one for one in there["db"] if _whose(one[1]) == stores.other and not one[0].startswith("word")],
        "files": [one for one in there["files"] if f"/{stores.other}/" in one[0]],
        "redis": [one for one in there["redis"] if f":{stores.other} " in one[0]],
        "s3": [one for one in there["s3"] if one[0] in files],
        "graph": sorted(one for one in there["graph"] if one[0].endswith(f" of {stores.other}")),
    }


def _whose(row: bytes) -> str | None:
    return json.loads(row).get("person")


def test_nothing_is_left_in_any_store(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    # O2, X2, S1, W5, G3: rows, copies, archive, backups and graph on four servers, and words that have leaked there
    stores.live()
    sealed = stores.take_sealed_backup(new_backup_key()[0], monkeypatch)
    others = of_others(stores)
    assert all(others.values()), {store: len(values) for store, values in others.items()}
    stores.leak()
    planted = stores.found(*PLANTED, stores.person)
    for store in ("db", "files", "redis", "s3", "graph"):
        assert {one for one in planted if one.endswith(f" in {store}")} >= {f"{stores.person} in {store}"}, store
    assert planted >= {f"{SAID} in db", f"{SAID_JA} in redis", f"{SAID_JA} in s3", f"{SAID.lower()} in graph"}
    with stores.opened(stores.other) as mind:
        proof = mind.erase(stores.person, mind.plan_erasure(stores.person).token, rewrite_backups=True)
        assert stores.found(*PLANTED, stores.person) == set()
        assert found(stores.home, *PLANTED, f"people/{stores.person}") == set()
        mind.refresh_graph()  # a page that told of what is gone is read again
        assert of_others(stores) == others
    assert (proof.clean, proof.passes, proof.backups, len(proof.rewritten)) == (True, 1, (sealed,), 1)
    assert [(one.store, list(one.looked_at), one.found) for one in proof.stores] == [
        ("files", ["files", "bytes"], ()),
        ("database", ["tables", "rows"], ()),
        ("pages", ["files", "bytes"], ()),
        ("archive", ["objects", "bytes"], ()),
        ("redis", ["keys", "values", "bytes"], ()),
        ("graph", ["nodes", "relationships", "properties"], ()),
        ("backups", ["backups", "bytes"], (sealed,)),  # nobody here has its key
    ]
    looked_at = [one.looked_at for one in proof.stores if one.store != "files"]  # in the home are empty locks alone
    assert all(min(counted.values()) > 0 for counted in looked_at)
    with stores.opened(stores.other) as mind:
        (kept,) = mind.eraser.proofs()
    assert kept == json.loads(json.dumps(proof.plain()))
    assert not [secret for secret in stores.secrets if secret in json.dumps(kept)]


SECRET = "The spare key of the lighthouse hangs behind the seventeenth barrel."


class Cutting(Clock):
    """Asked for the time, which an erasure does once all stores have answered, it pulls a cable out."""

    def __init__(self, time: datetime, cable: Cable) -> None:
        super().__init__(time)
        self._cable = cable

    def now(self) -> datetime:
        self._cable.cut()
        return super().now()


def test_a_store_that_is_away(stores: Stores) -> None:
    # O2, X2: before it begins nothing goes; in the middle nothing is claimed, and it goes on from there
    cables = {kind: Cable(stores.url[kind]) for kind in ("redis", "graph", "s3")}
    stores.url |= {kind: cable.url for kind, cable in cables.items()}
    for person in (stores.person, stores.other):
        with stores.opened(person) as mind:
            mind.perceive(SECRET if person == stores.person else "The ferry leaves at seven.", "I see.", session="talk")
            mind.end_session()
            mind.refresh_graph()
            assert mind.left_off(session="talk")
    with stores.opened(stores.other) as mind:
        token = mind.plan_erasure(stores.person).token
    before = stores.everything()
    for cable in cables.values():
        cable.cut()
        with stores.opened(stores.other) as mind, pytest.raises(Unavailable, match=r"Nothing was erased\.$") as told:
            mind.erase(stores.person, token)
        assert told.value.ja.endswith("何も消していません。")
        assert not [secret for secret in stores.secrets if secret in f"{told.value.en}{told.value.ja}"]
        cable.mend()
        assert mind.eraser.unfinished() == []
    assert stores.everything() == before
    for kind in ("redis", "s3"):  # the graph is as the others, and its driver takes seconds to give up
        cable, before = cables[kind], stores.found(SECRET, stores.person)
        clock = Cutting(stores.at(2), cable)  # only the first time is it asked for the time
        if kind != "redis":
            cable.cut()
        with stores.opened(stores.other, clock) as mind, pytest.raises(Unavailable, match="The erasure is not over"):
            mind.erase(stores.person, token)
        assert mind.eraser.proofs() == []
        with stores.opened(stores.person) as theirs, pytest.raises(Busy, match="erase person"):
            theirs.perceive("Are you listening?", "Yes.")
        cable.mend()
        assert stores.found(SECRET, stores.person) < before  # one store after the other
    with stores.opened(stores.other) as mind:
        assert mind.erase(stores.person, token).clean
        assert len(mind.eraser.proofs()) == 1
    assert stores.found(SECRET, stores.person) == set()
    with stores.opened(stores.person) as mind:
        assert mind.perceive("Hello, have we met?", "I do not think so.").new
