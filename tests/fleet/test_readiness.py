"""Every server that the settings name is looked at, by `serve` and by `doctor`: whether it answers, whether it has lost
what it held; and no password is ever shown (X2, O3)."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest

from omoide.adapters.neo4j.graph import BoltGraph
from omoide.compose import open_mind
from omoide.doctor import examine
from omoide.errors import OmoideError, Unavailable
from omoide.fleet import ready, wait_for_servers
from omoide.settings import load
from tests.adapters.valkey import free_port, valkey
from tests.doors.cli.shell import Shell
from tests.mind.world import Clock, at
from tests.servers.cable import Cable
from tests.servers.databases import PASSWORD, Databases
from tests.servers.fixtures import ServerAt

VARIABLES = {"database": "DATABASE", "redis": "REDIS", "storage": "S3", "graph": "GRAPH"}
WRONG = "open-sesame"


@pytest.fixture
def urls(databases: Databases, server_at: ServerAt, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    place = secrets.token_hex(4)
    made = {
        "database": databases.lend(), "redis": server_at("redis"), "graph": server_at("graph"),
        "storage": urlunsplit(urlsplit(server_at("s3"))._replace(path=f"/{place}")),
    }  # fmt: skip
    use(monkeypatch, made)
    monkeypatch.setenv("OMOIDE_PERSON", place)  # the graph is that of other runs too
    yield made
    with closing(BoltGraph(made["graph"])) as graph:
        graph.let_go(place)
    databases.take_back(made["database"])


def use(monkeypatch: pytest.MonkeyPatch, urls: dict[str, str]) -> None:
    for name, url in urls.items():
        monkeypatch.setenv(f"OMOIDE_{VARIABLES[name]}_URL", url)


def told(home: Path) -> dict[str, tuple[str, str]]:
    """What the doctor says of servers, and of what they keep."""
    return {one.what: (one.severity, one.en) for one in examine(home) if one.what in (*VARIABLES, "store", "archive")}


def test_what_does_not_answer_and_what_has_lost_its_data(
    urls: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # X2, G3, S1: one server away hides nothing of the others
    clock = Clock(at("2031-03-07T18:00:00"))
    with open_mind(tmp_path, clock=clock) as mind:
        mind.perceive("My ferry to the northern islands leaves on Friday at seven.", "I see.")
        mind.end_session()
        clock.forward(days=2)
        mind.move_sessions()
        mind.refresh_graph()
        (file,) = mind.faculties.store.tiers.files()
        assert ready(load(tmp_path)) == dict.fromkeys(VARIABLES)
        assert {what: severity for what, (severity, _) in told(tmp_path).items()} == dict.fromkeys(VARIABLES, "ok")
        cables = {name: Cable(url) for name, url in urls.items()}
        use(monkeypatch, {name: cable.url for name, cable in cables.items()})
        for name in ("redis", "storage", "graph"):
            cables[name].cut()
            faults = ready(load(tmp_path))
            assert [one for one, fault in faults.items() if fault] == [name]
            found = told(tmp_path)
            assert found[name] == ("error", str(faults[name]))
            assert [one for one in VARIABLES if found[one][0] == "error"] == [name]
            cables[name].mend()
        cables["database"].cut()
        assert [what for what, (severity, _) in told(tmp_path).items() if severity == "error"] == ["database"]
        use(monkeypatch, urls)
        mind.faculties.archive().remove(file.name)
        mind.faculties.store.graph.let_go(mind.scope.person)  # type: ignore[attr-defined]
        lost = told(tmp_path)
        assert (lost["graph"][0], "has lost its data" in lost["graph"][1]) == ("warning", True)
        assert lost["archive"][0] == "error"
        mind.refresh_graph()
        assert told(tmp_path)["graph"] == ("ok", "the server answers")
    for cable in cables.values():
        cable.cut()


def test_a_wrong_password_is_told_and_never_shown(
    urls: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # O3, X2: of all four servers, in both languages, by every way to look at them
    port = free_port()
    with valkey(tmp_path, port, "--requirepass", "right-secret"):  # that of all tests has no password
        _turned_away(urls | {"redis": f"redis://:right-secret@127.0.0.1:{port}/0"}, tmp_path / "home", monkeypatch)


def _turned_away(urls: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, {name: wrong(name, url) for name, url in urls.items()})
    faults = ready(load(tmp_path))
    said = [f"{fault!r} {fault.en} {fault.ja}" for fault in faults.values() if fault]
    assert list(faults) == [*VARIABLES]
    for name, words in {
        "database": "check name and password", "redis": "check user and password", "storage": "does not let us in",
        "graph": "check name and password",
    }.items():  # fmt: skip
        assert words in str(faults[name])
    with pytest.raises(Unavailable) as gone:
        wait_for_servers(load(tmp_path), 0, lambda name, fault: said.append(str(fault)))
    said += [gone.value.en, gone.value.ja, *(f"{one.en} {one.ja}" for one in examine(tmp_path))]
    shell = Shell(tmp_path)
    monkeypatch.setenv("OMOIDE_HOME", str(tmp_path))
    for language in ("en", "ja"):
        for command in (["doctor"], ["config", "show", "--json"], ["erase", "person", "nobody"], ["graph"]):
            done = shell(*command, "--lang", language)
            said += [done.out, done.err]
    for name in ("redis", "graph", "storage"):  # with a database that lets us in, the others turn us away
        use(monkeypatch, urls | {name: wrong(name, urls[name])})
        said += _tried(tmp_path)
    text = "\n".join(said)
    assert not [
        secret for secret in (WRONG, PASSWORD, "plain%20secret", "right-secret", *secrets_of(urls)) if secret in text
    ]


def _tried(home: Path) -> list[str]:
    """Everything that asks a server, and what it says then."""
    said = []
    with open_mind(home) as mind:
        mind.perceive("Hello there, how are you today?", "Fine!")
        for ask in (
            mind.left_off, mind.refresh_graph, mind.backups.list, mind.move_sessions,
            lambda: mind.erase(mind.scope.person, mind.plan_erasure(mind.scope.person).token),
        ):  # fmt: skip
            try:
                ask()
            except OmoideError as error:
                said.append(f"{error!r} {error.en} {error.ja}")
    assert said
    return said


def wrong(name: str, url: str) -> str:
    parts = urlsplit(url)
    if name == "storage":
        query = "&".join(
            f"secret_key={WRONG}" if one.startswith("secret_key=") else one for one in parts.query.split("&")
        )
        return urlunsplit(parts._replace(query=query))
    user = f"stranger-{secrets.token_hex(4)}" if name == "graph" else parts.username or ""  # it bars who errs too often
    return urlunsplit(parts._replace(netloc=f"{user}:{WRONG}@{parts.hostname}:{parts.port}"))


def secrets_of(urls: dict[str, str]) -> Iterator[Any]:
    yield urlsplit(urls["graph"]).password
    yield next(one.partition("=")[2] for one in urlsplit(urls["storage"]).query.split("&") if "secret_key" in one)
