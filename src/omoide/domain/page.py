"""Pages: what a persona writes down, as text that a person can read and edit too (T1, T2).

A page has a kind and, where there are many of a kind, a name. Names become file names, so what no file system would
take, or what would lead out of the folder, is refused here, before anything is touched (T4).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, cast, get_args

from omoide.domain.learned import Place
from omoide.errors import InvalidInput

PageKind = Literal[
    "core_memory", "notepad", "current_task", "main_diary", "secret_diary", "profile", "entity", "knowledge",
    "procedure", "skill",
]  # fmt: skip
PAGE_KINDS: tuple[str, ...] = get_args(PageKind)
NAMED: frozenset[str] = frozenset({"entity", "knowledge", "procedure", "skill"})  # kinds of which there are many
# Always in the prompt, and common to all persons where they were written by hand (N6).
SHARED: frozenset[str] = frozenset({"core_memory", "notepad"})

LONGEST_NAME, LONGEST_NAME_BYTES = 100, 200
_FORBIDDEN = re.compile(r'[/\\:*?"<>|]')
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PageName:
    """`archived`: what was learned once and has been put away, under the name that it had (K6)."""

    kind: PageKind
    name: str = ""
    archived: bool = False

    def __post_init__(self) -> None:
        if (self.kind in NAMED) != bool(self.name):
            raise ValueError(f"a page of the kind {self.kind} {'needs a' if self.kind in NAMED else 'has no'} name")

    def __str__(self) -> str:
        kind = f"archived {self.kind}" if self.archived else self.kind
        return f"{kind}: {self.name}" if self.name else kind


@dataclass(frozen=True, slots=True)
class Page:
    """A text with its revision, by which a later edit can tell that nobody else has changed it meanwhile; when the file
    was last changed, and for whom it was written."""

    name: PageName
    text: str
    revision: str  # empty for a page that is not there yet
    changed: datetime | None = field(default=None, compare=False)
    place: Place = field(default="own", compare=False)

    @property
    def exists(self) -> bool:
        return bool(self.revision)


@dataclass(frozen=True, slots=True)
class PagePlace:
    """Where a page is kept, how large it is and when it was last changed; `shared`: by hand, for all persons (N6)."""

    name: PageName
    shared: bool
    path: str
    bytes: int
    changed: datetime
    versions: int


@dataclass(frozen=True, slots=True)
class PageStamp:
    """Enough about a file to see, without reading it, that it is the one that was read before."""

    stamp: str
    place: Place = "own"


@dataclass(frozen=True, slots=True)
class PageEdit:
    """Put `text` in place of `find`, which must stand there exactly once; without `find`, add it at the end."""

    text: str
    find: str = ""

    def applied(self, to: str) -> str:
        if not self.find:
            return f"{to.rstrip()}\n{self.text.rstrip()}\n" if to.strip() else f"{self.text.strip()}\n"
        there = to.count(self.find)
        if there != 1:
            raise InvalidInput(
                f"the text to replace stands {there} times on the page: quote a passage that is there exactly once.",
                f"置き換える箇所がページに {there} か所あります。一度だけ現れる部分を指定してください。",
            )
        return to.replace(self.find, self.text)


def page_name(kind: PageKind, name: str = "") -> PageName:
    """A name as a person or a model gave it, checked; raises InvalidInput with what to do."""
    if kind not in NAMED:
        return PageName(kind)
    name = unicodedata.normalize("NFC", name).strip()
    if not name or len(name) > LONGEST_NAME or len(name.encode("utf-8", "replace")) > LONGEST_NAME_BYTES:
        raise _odd(
            name,
            f"it must have 1 to {LONGEST_NAME} characters, and {LONGEST_NAME_BYTES // 3} at most in Japanese",
            f"1〜{LONGEST_NAME} 文字（日本語は {LONGEST_NAME_BYTES // 3} 文字まで）にしてください",
        )
    if _FORBIDDEN.search(name) or any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") for c in name):
        raise _odd(name, 'leave out / \\ : * ? " < > | and control characters', '記号 / \\ : * ? " < > | は使えません')
    if name.startswith(".") or name.endswith(".") or _DEVICES.fullmatch(name):
        raise _odd(name, "choose another word", "別の名前にしてください")
    return PageName(kind, name)


_PREFIXES: dict[str, PageKind] = {
    "entity": "entity", "entities": "entity", "knowledge": "knowledge", "procedure": "procedure",
    "procedures": "procedure", "skill": "skill", "skills": "skill",
}  # fmt: skip


def page_called(text: str) -> PageName:
    """A page as a person or a model calls it: core_memory, notepad, main_diary, secret_diary, `knowledge:NAME` or
    `knowledge/NAME.md` (likewise procedure, skill, entity), or an entity's name alone."""
    kind = folded(text).removesuffix(".md").replace(" ", "_").replace("-", "_")
    if kind in PAGE_KINDS and kind not in NAMED:
        return PageName(cast("PageKind", kind))
    for mark in (":", "/"):
        head, found, name = text.partition(mark)
        if found and (named := _PREFIXES.get(folded(head))):
            return page_name(named, name.strip().removesuffix(".md"))
    return page_name("entity", text)


def same_name(one: str, other: str) -> bool:
    """Tama, tama and Ｔａｍａ are one cat."""
    return folded(one) == folded(other)


def folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip()


def matched_words(query: str, name: str, text: str) -> int:
    """How many of the query's words, parted by blanks, a page holds in its name or text (T2)."""
    there = folded(f"{name}\n{text}")
    return sum(word in there for word in dict.fromkeys(folded(query).split()))


def _odd(name: str, en: str, ja: str) -> InvalidInput:
    shown = repr(name if len(name) <= 40 else f"{name[:40]}…")
    return InvalidInput(f"{shown} cannot be the name of a page: {en}.", f"{shown} はページの名前に使えません。{ja}。")
