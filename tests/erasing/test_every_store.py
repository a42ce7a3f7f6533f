"""Erasing a person from four servers at once: searched past our own code, nothing is left; what is others' is equal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers.databases import Databases
from tests.servers.fixtures import ServerAt

from .every_store import OTHER, PERSON, PLANTED, SAID, SAID_JA, Stores
from .lives import found


@pytest.fixture
def stores(tmp_path: Path, databases: Databases, server_at: ServerAt) -> Iterator[Stores]:
    made = Stores.at(tmp_path / "home", databases, server_at)
    yield made
    made.close()


def of_others(stores: Stores) -> dict[str, list[tuple[str, bytes]]]:
    """What belongs to the other person, as it lies there."""
    there = stores.everything()
    files = {json.loads(raw)["name"] for name, raw in there["db"] if name == "archive_files" and _whose(raw) == OTHER}
    return {
        "db": [one for one in there["db"] if _whose(one[1]) == OTHER and not one[0].startswith("word")],
        "redis": [one for one in there["redis"] if f":{OTHER} " in one[0]],
        "s3": [one for one in there["s3"] if one[0] in files],
        "graph": sorted(one for one in there["graph"] if one[0].endswith(f" of {OTHER}")),
    }


def _whose(row: bytes) -> str | None:
    return json.loads(row).get("person")


def test_nothing_is_left_in_any_store(stores: Stores) -> None:
    # O2, X2, S1, W5, G3: rows, copies, archive, backups and graph on four servers, and words that have leaked there
    stores.live()
    others = of_others(stores)
    assert all(others.values()), {store: len(values) for store, values in others.items()}
    stores.leak()
    planted = stores.found(*PLANTED, PERSON)
    for store in ("db", "redis", "s3", "graph"):
        assert {one for one in planted if one.endswith(f" in {store}")} >= {f"{PERSON} in {store}"}, store
    assert planted >= {f"{SAID} in db", f"{SAID_JA} in redis", f"{SAID_JA} in s3", f"{SAID.lower()} in graph"}
    with stores.opened(OTHER) as mind:
        proof = mind.erase(PERSON, mind.plan_erasure(PERSON).token, rewrite_backups=True)
        assert stores.found(*PLANTED, PERSON) == set()
        assert found(stores.home, *PLANTED, f"people/{PERSON}") == set()
        mind.refresh_graph()  # a page that told of what is gone is read again
        assert of_others(stores) == others
    assert (proof.clean, proof.passes, proof.backups, len(proof.rewritten)) == (True, 1, (), 1)
    assert [(one.store, list(one.looked_at), one.found) for one in proof.stores] == [
        ("files", ["files", "bytes"], ()),
        ("database", ["tables", "rows"], ()),
        ("archive", ["objects", "bytes"], ()),
        ("redis", ["keys", "values", "bytes"], ()),
        ("graph", ["nodes", "relationships", "properties"], ()),
        ("backups", ["backups", "bytes"], ()),
    ]
    assert all(min(one.looked_at.values()) > 0 for one in proof.stores)
    kept = json.loads((stores.home / "erasures" / f"{proof.id}.json").read_text())
    assert kept == json.loads(json.dumps(proof.plain()))
    assert not [secret for secret in stores.secrets if secret in json.dumps(kept)]
