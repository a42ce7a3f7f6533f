"""Episodes of document 003's system: a file for each day, in sections, become the accounts of these days (N5, P7)."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, tzinfo
from pathlib import Path

from omoide.language.front_matter import part as parted
from omoide.moving import shapes
from omoide.moving.anima import Anima, Part
from omoide.ports import Faculties

MADE_BY = "import:003"
_DATE = re.compile(r"(?<!\d)(\d{4})[-_/.年]?(\d{2})[-_/.月]?(\d{2})(?!\d)")


def days(faculties: Faculties, anima: Anima, zone: tzinfo | None, plan: bool) -> Part:
    """A day that is told already keeps the account that it has."""
    found, scope = Part(), faculties.scope
    told = faculties.store.episodes.days_told(scope, failed=False)
    for day, text in sorted(_texts(anima, found).items()):
        if day in told:
            found.known += 1
            continue
        found.new += 1
        if plan:
            continue
        episode = shapes.episode_in({"date": day.isoformat(), "summary": text}, scope, zone)
        turns = tuple(turn.key for turn in faculties.store.log.of_day(scope, day, zone))
        if faculties.store.episodes.put(replace(episode, sources=turns, made_by=MADE_BY)) is None:
            found.new, found.known = found.new - 1, found.known + 1
    return found


def _texts(anima: Anima, found: Part) -> dict[date, str]:
    """Files of one day, such as those of its sessions, are told together in the order of their names."""
    parts: dict[date, list[str]] = {}
    for path in anima.files(anima.folder / "episodes", (".md", ".txt"), found):
        text = anima.text(path, found)
        if text is None:
            continue
        body = parted(text).body.strip()
        day = _day(path, body)
        if day is None:
            found.odd(
                anima.shown(path),
                "no day stands in its name or first line; give it a name such as 2026-02-14.md",
                "名前にも一行目にも日付がありません。2026-02-14.md のような名前にしてください",
            )
        elif body:
            parts.setdefault(day, []).append(body)
        else:
            found.skipped += 1
    return {day: "\n\n".join(texts) for day, texts in parts.items()}


def _day(path: Path, body: str) -> date | None:
    for text in (path.stem, body.partition("\n")[0]):
        if match := _DATE.search(text):
            try:
                return date(*(int(number) for number in match.groups()))
            except ValueError:
                continue
    return None
