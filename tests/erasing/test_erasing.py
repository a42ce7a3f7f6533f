"""Erasing a person: everything of them is gone, everything of others stays, and the proof says so."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from omoide.domain.audit import hashed
from omoide.domain.turn import Scope
from omoide.errors import Busy, NotFound, Refused
from tests.mind.world import at

from . import lives
from .lives import OTHER, PERSON, PERSONAS, SAID, SAID_JA, TOLD, TOLD_JA, clock, eraser, found, opened, rows

PLANTED = (SAID, SAID_JA, TOLD, TOLD_JA, f"{PERSON} keeps bees on", f"{PERSON}'s missing", f"A note for {PERSON}")


def ids_of(home: Path) -> list[str]:
    with closing(sqlite3.connect(home / "omoide.db")) as database:
        return [
            name
            for table, column in (("memories", "id"), ("turns", "key"), ("episodes", "id"))
            for (name,) in database.execute(f"SELECT {column} FROM {table} WHERE person = ?", (PERSON,))
        ]


def test_nothing_of_the_person_is_left_and_everything_of_others(home: Path) -> None:
    # O2, E9, F6 (a protected memory goes too), N6
    ids, others, index = ids_of(home), rows(home, "person <> 'Akiko Mori'"), found(home, *PLANTED)
    assert len(ids) == 14
    assert index  # the search that is used below finds what is there
    first = min(path for path in (home / "archive").rglob("*.parquet"))
    half = first.with_name(f".{first.stem}.tmp")  # as a killed process leaves one; nobody can tell whose words it has
    half.write_bytes(first.read_bytes()[:-9])
    erasing = eraser(home)
    plan = erasing.plan(PERSON)
    assert (plan.person, plan.personas, plan.unfinished) == (PERSON, PERSONAS, False)
    proof = erasing.erase(PERSON, plan.token)

    # its own search, of every byte: neither ids nor sentences nor what was told of them
    assert found(home, *ids, *PLANTED, f"people/{PERSON}") == set()
    assert rows(home, "person = 'Akiko Mori'") == {name: [] for name in others}
    assert rows(home) == others
    archive = {path.relative_to(home / "archive").as_posix() for path in (home / "archive").rglob("*.parquet")}
    assert archive == {name for name, *_ in others["archive_files"]} != set()
    assert not half.exists()
    assert not [path for path in home.rglob("*") if PERSON.lower().replace(" ", "-") in path.name.lower()]
    assert not [path for path in home.rglob("*") if path.name.startswith(PERSON)]

    # where others name them, in their own words, it stays
    with opened(home, OTHER) as mind:
        assert [t.said for t in mind.conversation(9) if PERSON in t.said] == [lives.NAMING]
        assert mind.recall("ferry to the northern islands").memories
    assert proof.clean
    assert dict(proof.removed.gone) == dict(plan.counted) | {"set_aside": proof.removed.gone["set_aside"]}
    assert {mention.kind for mention in proof.mentions} == {"turn"}
    assert len(proof.mentions) == 2
    assert proof.looked.files > 20
    assert min(proof.searched.values()) > 2

    # the proof is kept, and tells nothing
    (kept,) = [path for path in (home / "erasures").iterdir() if path.name != "key"]
    assert json.loads(kept.read_text()) == json.loads(json.dumps(proof.plain()))
    assert proof.person == hashed(PERSON)
    assert found(home / "erasures", PERSON, *PLANTED, *ids) == set()


def test_small_things_that_name_them_go_too(home: Path) -> None:
    # O2: settings, jobs of hooks, lines of the log, sentences in pages that are for all
    erasing = eraser(home)
    erasing.erase(PERSON, erasing.plan(PERSON).token)
    assert (home / "settings.toml").read_text() == '# mine\n[people.ren]\ntimezone = "UTC"\n'
    assert sorted(path.name for path in (home / "inbox").iterdir()) == ["b.json"]
    assert (home / "log" / "hooks.log").read_text() == '{"hook": "worker", "en": "all fine"}\n'
    assert (home / "personas" / "juno" / "core_memory.md").read_text() == "I am Juno. I like rain.\n"
    assert (home / "skills" / "rowing.md").read_text() == "Row gently.\n"


def raw_index(home: Path) -> bytes:
    """The indexes of words as they lie in the store."""
    with closing(sqlite3.connect(home / "omoide.db")) as database:
        tables = ("words_data", "words_of_passages_data")
        return b"".join(block for name in tables for (block,) in database.execute(f"SELECT block FROM {name}"))


def test_words_of_the_erased_are_in_no_index(home: Path) -> None:
    # O2: FTS5 keeps what was deleted until it is merged
    assert raw_index(home).count(b"ompass") > 0
    erasing = eraser(home)
    erasing.erase(PERSON, erasing.plan(PERSON).token)
    with closing(sqlite3.connect(home / "omoide.db")) as database:
        terms = {term.partition(":")[2] for (term,) in database.execute("SELECT term FROM words_found")}
        passages = {term.partition(":")[2] for (term,) in database.execute("SELECT term FROM words_of_passages_found")}
        (free,) = database.execute("PRAGMA freelist_count")
        (lists,) = database.execute("SELECT COUNT(*) FROM word_lists WHERE row NOT IN (SELECT row FROM memories)")
    assert not {"compass", "brass", "梅", "羅針"} & (terms | passages)
    assert "ferri" in terms or "ferry" in terms
    assert raw_index(home).count(b"ompass") == 0
    assert (lists, free) == ((0,), (0,))  # written anew, without free space in it
    log = home / "omoide.db-wal"
    assert not log.exists() or log.stat().st_size == 0


def test_a_wrong_token_erases_nothing(small: Path) -> None:
    # O2: not the token, of another person, of another home, expired, or for less than there is by now
    now = clock()
    erasing = eraser(small, now)
    token, others = erasing.plan(PERSON).token, erasing.plan(OTHER).token
    minute, _, seal = token.partition("-")
    before = rows(small)
    for wrong in ("", "x", others, f"{minute}-{seal[::-1]}", f"{int(minute, 16) + 1:x}-{seal}", "f" * 40):
        with pytest.raises(Refused, match="Nothing was erased"):
            erasing.erase(PERSON, wrong)
    now.forward(minutes=31)
    with pytest.raises(Refused, match="expired"):
        erasing.erase(PERSON, token)
    now.forward(minutes=-31)
    assert rows(small) == before
    assert list((small / "erasures").iterdir()) == [small / "erasures" / "key"]
    with opened(small, PERSON) as mind:
        mind.perceive("One more thing that nobody has counted yet.", "Yes?")
    with pytest.raises(Refused, match="more by now"):
        erasing.erase(PERSON, token)
    moved = small.rename(small.with_name("moved"))
    with pytest.raises(Refused):
        eraser(moved, now).erase(PERSON, eraser(moved, now).plan(PERSON).token[:-1])


def test_nobody_and_twice(small: Path) -> None:
    # O2
    erasing = eraser(small)
    with pytest.raises(NotFound, match="omoide people"):
        erasing.plan("Nobody")
    with pytest.raises(NotFound):
        erasing.erase("Nobody", "token")
    token = erasing.plan(PERSON).token
    erasing.erase(f" {PERSON} ", token)
    for again in (lambda: erasing.plan(PERSON), lambda: erasing.erase(PERSON, token)):
        with pytest.raises(NotFound, match="erased on 2026-01-20"):
            again()


def test_what_was_done_stays_on_record_under_a_hash(small: Path) -> None:
    # L5: lines stay, what they were about goes; the guard stands again
    with opened(small, OTHER) as mind:
        before = [line for line in mind.audited() if line.person == hashed(PERSON)]
    assert {line.action for line in before} == {"protect"}
    assert all(line.subject.startswith("mem_") for line in before)
    erasing = eraser(small)
    proof = erasing.erase(PERSON, erasing.plan(PERSON).token)
    with opened(small, OTHER) as mind:
        lines = mind.audited()
    after = [line for line in lines if line.person == hashed(PERSON)]
    assert [(line.action, line.persona, line.subject, line.detail) for line in after] == [
        ("erase", "", proof.id, ""), *[("protect", "", "", "")] * len(before),
    ]  # fmt: skip
    assert [line.at for line in after[1:]] == [line.at for line in before]
    assert [line.subject for line in lines if line.person == hashed(OTHER) and line.action == "protect"] != []
    with closing(sqlite3.connect(small / "omoide.db")) as database:
        for statement in ("UPDATE audit SET subject = ''", "DELETE FROM audit"):
            with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
                database.execute(statement)


def test_it_waits_for_nights_and_replies(small: Path) -> None:
    # O2: while the person is talking, or a night is lived for them
    erasing = eraser(small)
    token = erasing.plan(PERSON).token
    with opened(small, PERSON) as mind:
        with mind.faculties.locks.hold(Scope(PERSONAS[0], PERSON).key("night")), pytest.raises(Busy, match="a night"):
            erasing.erase(PERSON, token)
        with mind.stream("Are you there?") as out:
            out.write("I am")
            with pytest.raises(Busy, match="being spoken"):
                erasing.erase(PERSON, token)
    with opened(small, OTHER) as mind, mind.faculties.locks.hold(Scope(PERSONAS[0], OTHER).key("night")):
        assert erasing.erase(PERSON, erasing.plan(PERSON).token).clean  # the night of somebody else


def test_afterwards_they_begin_anew(small: Path) -> None:
    # O2: a server that had them open sees it at once, and the next turn is the first
    with opened(small, PERSON) as mind:
        assert mind.recall("brass compass").memories
        mind.erase(PERSON, mind.plan_erasure(PERSON).token)
        assert mind.recall("brass compass").memories == ()
        assert (len(mind.list()), mind.conversation(9), mind.episodes(), mind.goals()) == (0, [], [], [])
        mind.perceive("Hello, have we met?", "I do not think so.")
        mind.end_session()
        assert [turn.said for turn in mind.conversation(9)] == ["Hello, have we met?"]
    assert eraser(small).plan(PERSON).counted["turns"] == 1
    assert eraser(small).come_back() == 0


def test_transcripts_of_other_programs_do_not_bring_them_back(small: Path, tmp_path: Path) -> None:
    # O2, I1
    from tests.mind.transcript import replied, typed

    path = tmp_path / "session.jsonl"
    lines = [typed("u-1", "My boat is called Petrel."), replied("a-1", "A fine name.", stop="end_turn")]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with opened(small, PERSON) as mind:
        assert mind.live_through(path, over=True).memories == 1
    erasing = eraser(small)
    plan = erasing.plan(PERSON)
    assert plan.elsewhere == (str(path),)
    assert erasing.erase(PERSON, plan.token).elsewhere == (str(path),)
    with opened(small, PERSON) as mind:
        assert mind.live_through(path, over=True).memories == 0
        assert mind.conversation(9) == []
    new = {"timestamp": "2026-01-20T09:00:00.000Z"}
    more = [typed("u-2", "The boat again.", **new), replied("a-2", "Yes?", stop="end_turn", **new)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines + more))
    now = clock()
    now.time = at("2026-01-20T19:00:00")
    with opened(small, PERSON, now=now) as mind:
        mind.live_through(path, over=True)
        assert [turn.said for turn in mind.conversation(9)] == ["The boat again."]
