"""A life that was written down: ninety days of talk, in a form that a person can read and write.

# 20 17:10                                       day and time of day
> There's a cat outside the depot.               what was said
< Is there a vet still open? {anxious 0.8}       what was replied, and what the persona felt
= notepad Ask about the cat.                     what was written on a page afterwards; "profile" by the person
+ Cats.md                                        a document that the person handed over
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from importlib.resources import files
from typing import cast

from omoide.domain.page import PageKind
from omoide.language.detect import Language

DAYS = 90
_BETWEEN = timedelta(minutes=2)  # from one exchange of a talk to the next
_HEAD = re.compile(r"# (\d+) (\d\d):(\d\d)")
_SAID = re.compile(r"> (.+)")
_REPLIED = re.compile(r"< (.+) \{(\w+) (\d\.\d)\}")
_WRITTEN = re.compile(r"= (core_memory|notepad|main_diary|secret_diary|profile) (.+)")
_HANDED = re.compile(r"\+ (.+)")
# As each language writes them: a diary in Japanese does not talk about "haruka".
_WHO: dict[str, tuple[str, str]] = {"ja": ("葵", "遥"), "en": ("Juno", "Mara")}


@dataclass(frozen=True, slots=True)
class Exchange:
    """`replied` ends with the tag by which a persona tells what it feels."""

    said: str
    replied: str


@dataclass(frozen=True, slots=True)
class Written:
    page: PageKind
    text: str


@dataclass(frozen=True, slots=True)
class Talk:
    """On a day of the story, counted from 1. What is written and handed over follows what is said."""

    day: int
    begins: time
    exchanges: tuple[Exchange, ...]
    written: tuple[Written, ...] = ()
    handed: tuple[str, ...] = ()

    def on(self, day: date, zone: tzinfo | None) -> Iterator[tuple[datetime, Exchange]]:
        """When each was said, if it was on that date."""
        begins = datetime.combine(day, self.begins, zone)
        return ((begins + number * _BETWEEN, exchange) for number, exchange in enumerate(self.exchanges))


@dataclass(frozen=True, slots=True)
class Story:
    """`answers` are those of a model that ship with it, and `document` is what the person hands over."""

    persona: str
    person: str
    days: int
    talks: tuple[Talk, ...]
    answers: str
    document: str

    def date_of(self, day: int, last_day: date) -> date:
        return last_day - timedelta(days=self.days - day)


def story(language: Language) -> Story:
    persona, person = _WHO[language]
    talks, answers, document = (_life(f"{language}.{kind}") for kind in ("txt", "json", "md"))
    return Story(persona, person, DAYS, tuple(read_talks(talks)), answers, document)


def _life(name: str) -> str:
    """A file that ships with the program."""
    return (files("omoide.demo") / "lives" / name).read_text(encoding="utf-8")


def read_talks(text: str) -> Iterator[Talk]:
    """Talks in order; a text that is not of this form is a mistake in the program."""
    for block in re.split(r"^(?=# )", text, flags=re.MULTILINE)[1:]:
        head, *lines = block.strip().split("\n")
        day, hour, minute = map(int, _of(_HEAD, head).groups())
        written = [_of(_WRITTEN, line) for line in lines if line.startswith("=")]
        handed = [_of(_HANDED, line)[1] for line in lines if line.startswith("+")]
        spoken = lines[: len(lines) - len(written) - len(handed)]
        yield Talk(
            day,
            time(hour, minute),
            tuple(_exchange(said, replied) for said, replied in zip(spoken[::2], spoken[1::2], strict=True)),
            tuple(Written(cast("PageKind", found[1]), found[2]) for found in written),
            tuple(handed),
        )


def _exchange(said: str, replied: str) -> Exchange:
    words, feeling, intensity = _of(_REPLIED, replied).groups()
    tag = f'<persona_emotion category="{feeling}" intensity="{intensity}"/>'
    return Exchange(_of(_SAID, said)[1], f"{words}\n{tag}")


def _of(form: re.Pattern[str], line: str) -> re.Match[str]:
    found = form.fullmatch(line)
    if found is None:
        raise ValueError(f"not in the form of a story: {line!r}")
    return found
