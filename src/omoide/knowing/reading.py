"""Reading learned pages (T3). The files are the truth: what a person wrote there a moment ago is what is read."""

from __future__ import annotations

from datetime import UTC, datetime

from omoide.domain.learned import FACTS, LEARNED, Learned, LearnedKind
from omoide.domain.learned_facts import read_facts
from omoide.domain.page import Page, PageName, same_name
from omoide.errors import InvalidInput, NotFound, StoreDamaged
from omoide.language.front_matter import part
from omoide.ports import Faculties
from omoide.ports.learning import Key

_NAMES = {"knowledge": "知識", "procedure": "手順", "skill": "スキル"}


def learned(f: Faculties, kind: LearnedKind | None = None, archived: bool = False) -> list[Learned]:
    """All pages of a kind, or of all kinds, by name."""
    found: list[Learned] = []
    for one in (kind,) if kind else LEARNED:
        stamps = f.pages.stamps(f.scope, one, archived)
        found += [item for name in sorted(stamps) if (item := read_exactly(f, (one, name), archived))]
    return found


def read_learned(f: Faculties, kind: LearnedKind, name: str, archived: bool = False) -> Learned | None:
    """One page, however its name is written; None when there is none."""
    stamps = f.pages.stamps(f.scope, kind, archived)
    known = name if name in stamps else next((one for one in sorted(stamps) if same_name(one, name)), None)
    return read_exactly(f, (kind, known), archived) if known is not None else None


def one_learned(f: Faculties, kind: LearnedKind, name: str, archived: bool = False) -> Learned:
    found = read_learned(f, kind, name, archived)
    if found is None:
        where, ja = ("archived ", "保管された") if archived else ("", "")
        command = {"knowledge": "knowledge", "procedure": "procedures", "skill": "skills"}[kind]
        raise NotFound(
            f"there is no {where}{kind} {name!r}; see `omoide {command}`.",
            f"「{name}」という{ja}{_NAMES[kind]}はありません。`omoide {command}` で確かめてください。",
        )
    return found


def learned_from(page: Page, kind: LearnedKind) -> Learned:
    """A page's text as what was learned, with whatever cannot be read of its front matter told as a problem."""
    parted = part(page.text)
    changed = (page.changed or datetime.now(UTC)).replace(microsecond=0)
    facts, odd = read_facts(kind, parted.fields, changed)
    en, ja = parted.problem or ("", "")
    if odd:
        en = f"its front matter has no usable {', '.join(odd)}"
        ja = f"フロントマターの {'・'.join(odd)} を読めません"
    return Learned(
        kind, page.name.name, parted.body.strip("\n"), facts, page.place, page.name.archived, en, ja, page.revision,
        parted.head is None and not parted.problem,
    )  # fmt: skip


def indexed_text(item: Learned) -> str:
    """What a page is found by, and held against others with: its name, what it is for, and its text."""
    return "\n".join(part for part in (item.name, item.description, item.text) if part.strip())


def read_exactly(f: Faculties, key: Key, archived: bool = False) -> Learned | None:
    """One page by the very name of its file; None when it is gone."""
    try:
        page = f.pages.read(f.scope, PageName(*key, archived))
    except (InvalidInput, StoreDamaged) as error:  # binary, far too long, or locked away: a person should know
        return Learned(*key, "", FACTS[key[0]](), "own", archived, error.en.rstrip("."), error.ja.rstrip("。"))
    return learned_from(page, key[0]) if page.exists else None
