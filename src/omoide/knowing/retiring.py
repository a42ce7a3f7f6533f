"""Putting learned pages away, and bringing them back (K3, K6). Nothing is deleted: the file moves to archive/, out of
the index, and can be restored with all that was counted about it.

A file cannot join a transaction. What is to happen is decided in the store first; then the page is written at its new
place, then it is taken from the old one, then the store is told. Killed in between, the next look finishes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from omoide.domain.dates import placed
from omoide.domain.learned import KnowledgeFacts, Learned, LearnedKind, SkillFacts
from omoide.domain.page import Page, PageName
from omoide.errors import Busy, Refused
from omoide.knowing.history import record_change
from omoide.knowing.in_turn import at_once, in_turn
from omoide.knowing.keeping import catch_up, intent, stamp_of, take_in, unindex
from omoide.knowing.reading import learned_from, one_learned, read_learned
from omoide.knowing.writing import rendered
from omoide.perceive import redact
from omoide.ports import Faculties
from omoide.ports.learning import Key
from omoide.settings import Settings


def retire(
    f: Faculties, s: Settings, item: Learned, now: datetime, *, action: str, reason: str = "",
    sources: Sequence[str] = (), into: str = "", by: str = "",
) -> Learned:  # fmt: skip
    """Put a page away; `into` names the page that took its place. Returns it as it lies in the archive. With an empty
    action the caller keeps its own record."""
    there = one_learned(f, item.kind, item.name)
    if there.place != "own":
        raise Refused(
            f"{item.kind} {item.name} was written by hand for everybody: take its file away yourself.",
            f"{item.kind} {item.name} は全員のために手で書かれたものです。ファイルを自分で移してください。",
        )
    key = (there.kind, there.name)
    catch_up(f, s, key, placed(now))
    plan = intent(action, reason, sources, by, into, do="retire", revision=item.revision or there.revision)
    with in_turn(f):
        f.store.learned.intend(f.scope, key, plan)
        if not _put_away(f, key, plan, placed(now)):
            raise Refused(
                f"{there.kind} {there.name} was changed meanwhile and stays: look at it again.",
                f"{there.kind} {there.name} はその間に変更されたので、そのまま残します。もう一度確かめてください。",
            )
    return one_learned(f, *key, archived=True)


def restore(
    f: Faculties, s: Settings, kind: LearnedKind, name: str, now: datetime, *, action: str = "restored",
    reason: str = "", by: str = "",
) -> Learned:  # fmt: skip
    """Bring a page back from the archive. It is superseded by none then; what had taken its place stays as it is."""
    away = one_learned(f, kind, name, archived=True)
    there = read_learned(f, kind, name)
    if there and there.place == "own":
        raise Refused(
            f"there is a {kind} {name} already: rename or retire it first.",
            f"{kind} {name} はすでにあります。先に名前を変えるか、保管してください。",
        )
    key = (kind, away.name)
    with in_turn(f):
        plan = intent(action, reason, (), by, "", do="restore", revision="")
        f.store.learned.intend(f.scope, key, plan)
        _bring_back(f, s, key, plan, placed(now))
    return one_learned(f, *key)


def finish_moves(f: Faculties, s: Settings, now: datetime) -> int:
    """Finish what a killed process left between two places; what a living one is at is left to it."""
    if not _pending(f):
        return 0
    try:
        with at_once(f):
            pending = _pending(f)
            for key, plan in pending.items():
                if plan["do"] == "retire":
                    _put_away(f, key, plan, now)
                else:
                    _bring_back(f, s, key, plan, now)
    except Busy:
        return 0
    return len(pending)


def _pending(f: Faculties) -> dict[Key, dict[str, Any]]:
    intents = f.store.learned.intents(f.scope)
    return {key: plan for key, plan in intents.items() if plan.get("do") in ("retire", "restore")}


def _put_away(f: Faculties, key: Key, plan: dict[str, Any], now: datetime) -> bool:
    """False when a person changed the page meanwhile: it stays then."""
    here, away = PageName(*key), PageName(*key, archived=True)
    page = f.pages.read(f.scope, here)
    if page.exists and page.revision != plan["revision"]:
        f.store.learned.intend(f.scope, key, None)
        return False
    if page.exists:
        there = f.pages.read(f.scope, away)  # what lies there under the same name becomes a version of it
        f.pages.write(f.scope, away, _superseded_by(page, key, plan["related"]), there.revision, now)
        f.pages.remove(f.scope, here, page.revision, now)
    with f.store.transaction():
        before = f.store.learned.text(f.scope, key) or redact(page.text)
        unindex(f, [key])
        f.store.learned.put_away(f.scope, key, now)
        if plan["action"]:
            record_change(
                f, *key, plan["action"], plan["reason"], plan["sources"], before, None, now, by=plan["by"],
                related=plan["related"],
            )  # fmt: skip
    return True


def _bring_back(f: Faculties, s: Settings, key: Key, plan: dict[str, Any], now: datetime) -> None:
    """A page that a person wrote under the name meanwhile stays, and so does the one in the archive."""
    here, away = PageName(*key), PageName(*key, archived=True)
    page = f.pages.read(f.scope, away)
    text = _superseded_by(page, key, "")
    if page.exists and stamp_of(f, key) is None:
        f.pages.write(f.scope, here, text, "", now)
    written = f.pages.read(f.scope, here)
    f.store.learned.intend(f.scope, key, plan | {"revision": written.revision})
    if page.exists and written.text == text:
        f.pages.remove(f.scope, away, page.revision, now)
    f.store.learned.bring_back(f.scope, key)
    if stamp := stamp_of(f, key):
        take_in(f, s, {key: stamp}, now)
    f.store.learned.intend(f.scope, key, None)


def _superseded_by(page: Page, key: Key, name: str) -> str:
    """The page's text, with its dates and the name of what took its place; as it is, if it cannot be read."""
    item = learned_from(page, key[0])
    if item.problem or isinstance(item.facts, SkillFacts):
        return page.text
    facts = replace(item.facts, superseded_by=name) if isinstance(item.facts, KnowledgeFacts) else item.facts
    return rendered(page.text, replace(item, facts=facts), item)
