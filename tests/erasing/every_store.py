"""A home whose rows, copies, files and graph lie on four real servers; and what stands there, past our own code."""

from __future__ import annotations

import io
import json
import secrets
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit, urlunsplit

import duckdb
import obstore
import pytest
import redis
from neo4j import GraphDatabase
from obstore.store import S3Store

from omoide import Mind
from omoide.adapters.s3.address import read_address
from omoide.domain.graph import Edge
from omoide.domain.owning import house_in
from omoide.domain.page import PageName
from tests.mind.world import Clock, at, mind_in
from tests.servers.databases import Databases
from tests.servers.fixtures import ServerAt

SAID = "I buried the brass compass under the third plum tree behind my grandmother's house."
SAID_JA = "祖母の家の裏にある三本目の梅の木の下に、真鍮の羅針盤を埋めました。"
TOLD = "There is something made of metal that she hid near an old fruit tree in the country."
OTHERS = (
    "My ferry to the northern islands leaves on Friday morning at seven.",
    "金曜の朝七時の船で北の島へ行きます。",
)
PLANTED = (SAID, SAID.lower(), SAID_JA, TOLD, "third plum tree", "真鍮の羅針盤", "made of metal that she hid")


@dataclass
class Stores:
    """`url` may be changed by a test, as by one that pulls out a cable."""

    home: Path
    databases: Databases
    url: dict[str, str]
    mark: str = field(default_factory=lambda: secrets.token_hex(4))

    @classmethod
    def on(cls, home: Path, databases: Databases, server_at: ServerAt) -> Stores:
        return cls(
            home, databases, {kind: server_at(kind) for kind in ("redis", "s3", "graph")} | {"db": databases.lend()}
        )

    # The graph is that of all runs: this one is known by its names, and by its days, after which memories are named.

    @property
    def persona(self) -> str:
        return f"juno {self.mark}"

    @property
    def person(self) -> str:
        return f"Akiko Mori {self.mark}"

    @property
    def other(self) -> str:
        return f"ren {self.mark}"

    def at(self, day: int, hour: int = 12) -> datetime:
        return at("2031-03-07T00:00:00") + timedelta(days=3 * (int(self.mark, 16) % 9_999) + day, hours=hour)

    def opened(self, person: str, clock: Clock | None = None, home: Path | None = None, **tree: Any) -> Mind:
        there = {
            "database": {"url": self.url["db"]}, "redis": {"url": self.url["redis"], "prefix": self.mark},
            "graph_server": {"url": self.url["graph"]}, "storage": {"url": _below(self.url["s3"], self.mark)},
        }  # fmt: skip
        clock = clock or Clock(self.at(2))
        return mind_in(home or self.home, clock, persona=self.persona, person=person, **there | tree)

    # ------------------------------------------------------------ a life

    def live(self) -> None:
        """Two days of each: the first talk is in the archive, the last one in Redis, all of it in a backup."""
        for person, said, told in (
            (self.person, (SAID, SAID_JA), ("what she hid", TOLD)),
            (self.other, OTHERS, ("the ferry", "It leaves early.")),
        ):
            clock = Clock(self.at(0))
            with self.opened(person, clock) as mind:
                _speak(mind, clock, said)
                clock.time = self.at(2, 11)
                assert mind.move_sessions()["archived"]
                _write_pages(mind, clock, *told)
                _speak(mind, clock, said)
                mind.refresh_graph()
                assert mind.left_off(session="talk") is not None
                mind.context("Hello again!", session="another")
        with self.opened(self.other) as mind:
            mind.backups.create(datetime.now().astimezone(), "by hand")  # by the clock that workrooms go by

    def take_sealed_backup(self, key: str, patch: pytest.MonkeyPatch) -> str:
        with patch.context() as with_key:
            with_key.setenv("OMOIDE_BACKUP_KEY", key)
            with self.opened(self.other) as mind:
                return mind.backups.create(datetime.now().astimezone(), "sealed").name

    def leak(self) -> None:
        """The person's words in what is not theirs, or what nobody knows of."""
        with redis.Redis.from_url(self.url["redis"]) as client:
            client.hset(f"{self.mark}:sessions:{self.other}", "leaked", json.dumps({"stamp": "", "copy": [SAID_JA]}))
        with self.opened(self.other) as mind:
            page, leak = "entity:the ferry", f"concept:{SAID.lower()}"
            mind.faculties.store.graph.upsert_edges(mind.scope, [Edge(page, leak, "link", 1.0, page)])
        name, of_person = next(
            one for one in self._objects() if one[0].endswith(".parquet") and self.person.encode() in one[1]
        )
        unknown = f"{house_in(name)}/juno/2031-03/sessions-00000000-0000000000000000.parquet"
        obstore.put(self.bucket, unknown, of_person)

    # ------------------------------------------------------------ what stands there

    def everything(self) -> dict[str, list[tuple[str, bytes]]]:
        """Every value of every store with its name."""
        return {
            "db": list(self._rows()), "files": list(self._files()), "redis": list(self._copies()),
            "s3": list(self._objects()), "graph": list(self._nodes()),
        }  # fmt: skip

    def found(self, *texts: str) -> set[str]:
        """Which texts stand in which store, in whatever way they are written."""
        return {
            f"{text} in {store}"
            for store, values in self.everything().items()
            for text in texts
            for name, raw in values
            if any(form in raw or form in name.encode() for form in (text.encode(), json.dumps(text)[1:-1].encode()))
        }

    def _rows(self) -> Iterator[tuple[str, bytes]]:
        names = self.databases.administer("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", self.url["db"])
        each = (f"SELECT '{name}', row_to_json(t)::text FROM {name} t" for (name,) in names if name != "home_files")
        for name, raw in sorted(self.databases.administer(" UNION ALL ".join(each), self.url["db"])):
            yield name, raw.encode()

    def _files(self) -> Iterator[tuple[str, bytes]]:
        """All that lie there but what erasing keeps for itself."""
        whole = "SELECT path, string_agg(content, ''::bytea ORDER BY part) FROM home_files GROUP BY path ORDER BY path"
        for path, content in self.databases.administer(whole, self.url["db"]):
            if not path.startswith("erasures/"):
                yield path, bytes(content)

    def _copies(self) -> Iterator[tuple[str, bytes]]:
        with redis.Redis.from_url(self.url["redis"]) as client:
            for key in sorted(client.scan_iter(match=f"{self.mark}*")):
                held: Any = client.hgetall(key) if client.type(key) == b"hash" else {b"": client.get(key)}
                for name, value in sorted(held.items()):
                    yield f"{key.decode()} {name.decode()}", value
                yield key.decode(), client.dump(key) or b""

    def _objects(self) -> Iterator[tuple[str, bytes]]:
        """As bytes, and unpacked."""
        store = self.bucket
        for name in sorted(one["path"] for some in obstore.list(store) for one in some):
            raw = bytes(obstore.get(store, name).bytes())
            yield name, raw
            if name.endswith(".zip"):
                with zipfile.ZipFile(io.BytesIO(raw)) as pack:
                    yield from ((member, pack.read(member)) for member in pack.namelist())
            elif name.endswith(".parquet"):
                with tempfile.NamedTemporaryFile(suffix=".parquet") as file:
                    Path(file.name).write_bytes(raw)
                    yield name, repr(duckdb.execute(f"SELECT * FROM '{file.name}'").fetchall()).encode()

    def _nodes(self) -> Iterator[tuple[str, bytes]]:
        """Every property of this run's nodes, and of what holds them together."""
        place = urlsplit(self.url["graph"])
        who = (place.username or "", place.password or "")
        with (
            GraphDatabase.driver(f"bolt://{place.hostname}:{place.port}", auth=who) as driver,
            driver.session(database=place.path[1:]) as session,
        ):
            ours = "MATCH (n) WHERE n.scope STARTS WITH $persona RETURN properties(n) AS facts ORDER BY n.row"
            for record in session.run(ours, persona=self.persona):
                yield f"node of {record['facts']['person']}", repr(sorted(record["facts"].items())).encode()
            between = (
                "MATCH (n)-[r]->(m) WHERE n.scope STARTS WITH $persona RETURN n.person AS whose, properties(r) AS r"
            )
            for record in session.run(between, persona=self.persona):
                yield f"edge of {record['whose']}", repr(record["r"]).encode()

    @cached_property
    def secrets(self) -> list[str]:
        passwords = [unquote(urlsplit(self.url[kind]).password or "") for kind in ("db", "graph")]
        return [*filter(None, passwords), read_address(self.url["s3"]).secret_key]

    @cached_property
    def bucket(self) -> S3Store:
        address = read_address(_below(self.url["s3"], self.mark))
        return S3Store(
            address.bucket, prefix=address.prefix, endpoint=address.endpoint, region="us-east-1",
            access_key_id=address.access_key, secret_access_key=address.secret_key,
            client_options={"allow_http": True},
        )  # fmt: skip

    def close(self) -> None:
        with redis.Redis.from_url(self.url["redis"]) as client:
            for key in client.scan_iter(match=f"{self.mark}*"):
                client.delete(key)
        for some in obstore.list(self.bucket):
            obstore.delete(self.bucket, [one["path"] for one in some])
        with self.opened(self.other) as mind:
            for person in (self.person, self.other):
                mind.faculties.store.graph.let_go(person)  # type: ignore[attr-defined]
        self.databases.take_back(self.url["db"])


def _below(url: str, prefix: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{prefix}"))


def _speak(mind: Mind, clock: Clock, said: tuple[str, str]) -> None:
    for number in range(8):  # more than working memory holds, so that some of it flows out
        mind.perceive(f"{said[number % 2]} ({clock.now():%d}, {number})", "I will keep that in mind.", session="talk")
        clock.forward(minutes=1)
    mind.remember(f"{mind.scope.person} keeps bees on the roof of the old cinema.")
    mind.end_session()


def _write_pages(mind: Mind, clock: Clock, name: str, text: str) -> None:
    """What a model would have made of it, in words of its own; its name stands in the graph."""
    for kind in ("knowledge", "entity"):
        head = "---\ndescription: something\n---\n" if kind == "knowledge" else ""
        page = PageName(kind, name)  # type: ignore[arg-type]
        mind.faculties.pages.write(mind.scope, page, f"{head}{text} [[{name} again]]\n", "", clock.now())
