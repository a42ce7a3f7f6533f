"""A home in which two persons have talked with two personas, and traces of one of them wherever one can leave any."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from omoide import Mind
from omoide.domain.page import PageName
from omoide.erasing import Eraser
from tests.mind.world import Clock, at, mind_in

PERSONAS = ("juno", "ひなた")
SAID = "I buried the brass compass under the third plum tree behind my grandmother's house."
SAID_JA = "祖母の家の裏にある三本目の梅の木の下に、真鍮の羅針盤を埋めました。"
TOLD = "There is something made of metal that she hid near an old fruit tree in the country."
TOLD_JA = "田舎の果樹のそばに、金属でできた何かを隠しているらしい。"
OTHERS = "My ferry to the northern islands leaves on Friday morning at seven."
NAMING = "Yesterday I met Akiko Mori at the harbour and we ate noodles."
PERSON, OTHER = "Akiko Mori", "ren"


def clock() -> Clock:
    return Clock(at("2026-01-20T12:00:00"))


def eraser(home: Path, now: Clock | None = None) -> Eraser:
    with opened(home, OTHER, now=now) as mind:
        return mind.eraser


def opened(home: Path, person: str, persona: str = PERSONAS[0], now: Clock | None = None) -> Mind:
    return mind_in(home, now or clock(), persona=persona, person=person)


def live(home: Path) -> None:
    """Two days and two nights of each; then a backup, and a restore that sets the home aside."""
    (home / "skills").mkdir(parents=True)
    for person in (PERSON, OTHER):
        for persona in PERSONAS:
            _talk(home, persona, person)
    with opened(home, OTHER) as mind:
        backup = mind.backups.create(at("2026-01-20T04:00:00"), "by hand")
        mind.backups.restore(backup.name, at("2026-01-20T05:00:00"))
    _leave_traces(home)


def live_a_day(home: Path) -> None:
    """One persona, one day, no night."""
    for person in (PERSON, OTHER):
        with opened(home, person, now=Clock(at("2026-01-18T18:00:00"))) as mind:
            _speak(mind, person, mind.faculties.clock)


def _talk(home: Path, persona: str, person: str) -> None:
    now = Clock(at("2026-01-18T18:00:00"))
    with opened(home, person, persona, now) as mind:
        _speak(mind, person, now)
        now.set("2026-01-19T04:00:00")
        mind.sleep()
        if person == PERSON:
            _write_pages(mind, now)
        now.set("2026-01-20T04:00:00")
        mind.sleep()


def _speak(mind: Mind, person: str, now: Any) -> None:
    said = (SAID, SAID_JA) if person == PERSON else (OTHERS, NAMING)
    for number, text in enumerate(said):
        mind.perceive(text, f"I will keep that in mind, {person}, as number {number}.", session=f"talk of {person}")
        now.forward(minutes=1)
    kept = mind.remember(f"{person} keeps bees on the roof of the old cinema in {mind.scope.persona}'s town.")
    mind.protect(kept.id)
    mind.add_goal(f"Ask {person} about the roof of the cinema once more")
    mind.ask_question(f"Why does {person} keep bees on a roof of all places?")
    mind.resolve(f"The matter of {person}'s missing bee smoker is settled now")
    mind.put_item(("files",), "note", {"text": f"A note for {person} about the smoker of the bees"})
    mind.end_session()


def _write_pages(mind: Mind, now: Clock) -> None:
    """What a model would have made of it, in words of its own."""
    for kind, name in (("knowledge", "metal"), ("entity", "tree"), ("core_memory", "")):
        page = f"---\ndescription: what she hid\n---\n{TOLD} {TOLD_JA}\n" if kind == "knowledge" else f"{TOLD}\n"
        mind.faculties.pages.write(mind.scope, PageName(kind, name), page, "", now.now())  # type: ignore[arg-type]
    mind.write_profile(f"She is called {PERSON}. {TOLD}")


def _leave_traces(home: Path) -> None:
    (home / "settings.toml").write_text(
        f'# mine\n[people."{PERSON}"]\ntimezone = "Asia/Tokyo"\n\n[people.ren]\ntimezone = "UTC"\n'
    )
    (home / "inbox").mkdir()
    (home / "inbox" / "a.json").write_text(json.dumps({"path": "/tmp/a.jsonl", "person": PERSON}))
    (home / "inbox" / "b.json").write_text(json.dumps({"path": "/tmp/b.jsonl", "person": OTHER}))
    (home / "log").mkdir()
    lines = [
        {"hook": "worker", "en": f"personas/juno/people/{PERSON}/x.md is odd"},
        {"hook": "worker", "en": "all fine"},
    ]
    (home / "log" / "hooks.log").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (home / "personas" / "juno" / "core_memory.md").write_text(f"I am Juno. {PERSON} fears thunder. I like rain.\n")
    (home / "skills" / "rowing.md").write_text("Row gently.\n")


def contents(home: Path, backups: bool = False) -> Iterator[tuple[str, bytes]]:
    """Every file as it lies on the disk, and what is packed."""
    for path in sorted(home.rglob("*")):
        if path.is_file() and (backups or "backups" not in path.parts):
            raw = path.read_bytes()
            yield path.relative_to(home).as_posix(), raw
            if path.suffix == ".gz":
                yield path.name, gzip.decompress(raw)


def found(home: Path, *texts: str) -> set[str]:
    """Which texts still stand somewhere, whichever way they are written. The proof is not asked."""
    left = set()
    for name, raw in contents(home):
        for text in texts:
            escaped = json.dumps(text)[1:-1].encode()
            forms = (text.encode(), text.encode("utf-16-le"), escaped)
            if any(form in raw for form in forms) or text in name:
                left.add(f"{text} in {name}")
    return left


def rows(home: Path, where: str = "1 = 1") -> dict[str, list[Any]]:
    """All rows of all tables that have persons, but for the indexes of words, which are made anew."""
    with closing(sqlite3.connect(home / "omoide.db")) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        told = {}
        for name in sorted(names):
            columns = [column for _, column, *_ in database.execute(f"PRAGMA table_info({name})")]
            if "person" in columns and not name.startswith("word") and name != "audit":
                told[name] = sorted(database.execute(f"SELECT * FROM {name} WHERE {where}"), key=repr)
        return told
