"""Undoing a change of what was learned (N1): the pages of the whole step say again what they said before.

Undoing is a step like any other, the other way round. So it is as safe from being killed, it is on record, and undoing
it brings the change back. What was undone is not decided the same way again as long as the pages stay as they are.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from datetime import datetime
from itertools import combinations

from omoide.domain.learned import LEARNED, LearnedKind
from omoide.domain.memory import Memory
from omoide.domain.page import PageName, page_called, same_name
from omoide.domain.page_change import Change
from omoide.errors import InvalidInput, NotFound, PageConflict, Refused
from omoide.knowing.carrying_out import Decision, Move, carry_out, finish_planned, plan, standing
from omoide.knowing.history import changes
from omoide.knowing.judged_pairs import remember, seal
from omoide.knowing.keeping import refresh_learned
from omoide.knowing.news import node_of
from omoide.knowing.page_texts import body_of, turned_back
from omoide.knowing.sources import sources_of
from omoide.ports import Faculties, Filter
from omoide.settings import Settings

PERSON, CORRECTION = "person", "correction"
_COMMANDS = {"knowledge": "knowledge", "procedure": "procedures", "skill": "skills"}
# They may change facts alone, and somebody decided on them all the same.
STEPS = ("supersede", "merge", "coexist", "reconsolidate", "undo", "protected", "released")


def undo_change(
    f: Faculties, s: Settings, name: str, now: datetime | None = None, *, by: str = PERSON, reason: str = ""
) -> list[Change]:
    """Undo the last change of a page (`knowledge:NAME`), with all that was changed in the same step."""
    now = now or f.clock.now()
    finish_planned(f, s, now)
    refresh_learned(f, s, now)  # an edit by hand that nobody has noticed yet is a change too
    page = learned_page(f, name)
    past = changes(f, page.kind, page.name)
    if not past:
        raise NotFound(
            f"{page.kind} {page.name} has not been changed; there is nothing to undo.",
            f"{page.kind} {page.name} には取り消せる変更がありません。",
        )
    last = _last(past)
    if (last.action, last.by) == ("created", PERSON):  # how often it worked is no reason to take it away
        command = f"omoide {_COMMANDS[page.kind]} archive {shlex.quote(page.name)}"
        raise Refused(
            f"{page.kind} {page.name} says what you wrote; there is nothing to undo. `{command}` puts it away.",
            f"{page.kind} {page.name} には取り消せる変更がありません。しまうには `{command}` を使ってください。",
        )
    step = [c for c in f.store.page_changes.step(f.scope, last.step) if c.state == "done" and not c.archived]
    moves = [_backwards(f, change) for change in reversed(step)]
    undone = f"{last.action} {last.recorded_at.date().isoformat()}"
    with f.store.transaction():
        decision = Decision("undo", reason or undone, by, now, last.sources)
        made = plan(f, decision, moves)
        _not_again(f, step)
    if not carry_out(f, s, made, now):
        raise PageConflict(
            f"{page.kind} {page.name} was changed at this moment; nothing was undone. Look at it and try again.",
            f"{page.kind} {page.name} はいま変更されたため、取り消しませんでした。確かめてやり直してください。",
        )
    return [change for change in f.store.page_changes.step(f.scope, made) if not change.archived]


def turn_back(f: Faculties, s: Settings, standing_again: Memory, now: datetime) -> list[Change]:
    """A correction was undone, or undone again: pages that were changed for it alone say what they said before. What
    has other reasons, or was changed since, is put before a mind by the next night, as after any correction."""
    gone = [m.id for m in f.store.memories.select(f.scope, Filter(retired=True)) if m.retired_by == standing_again.id]
    of_these, made = {standing_again.id, *gone}, list[Change]()
    for kind in ("knowledge", "procedure"):
        for name in f.pages.names(f.scope, kind):
            past = changes(f, kind, name)
            last = _last(past) if past else None
            for_it = last is not None and (last.action == "reconsolidate" or last.by == CORRECTION)
            if last is None or not for_it or not set(last.sources) or not set(last.sources) <= of_these:
                continue
            try:
                made += undo_change(f, s, f"{kind}:{name}", now, by=CORRECTION, reason=standing_again.id)
            except (Refused, PageConflict):
                continue
    return made


def learned_page(f: Faculties, name: str) -> PageName:
    """A page as a person calls it: `knowledge:NAME`, `procedure:NAME`, or the name alone where only one page has it."""
    page = page_called(name)
    kinds: Sequence[LearnedKind] = [kind for kind in LEARNED if kind == page.kind]
    if not kinds and page.kind != "entity":
        raise InvalidInput(
            f"{page} is no learned page; see `omoide pages`.",
            f"{page} は学習したページではありません。`omoide pages` を使ってください。",
        )
    found = [PageName(kind, known) for kind in kinds or LEARNED if (known := _known(f, kind, page.name))]
    if len(found) == 1:
        return found[0]
    if not found:
        raise NotFound(
            f"no learned page is called {page.name!r}; see `omoide knowledge` and `omoide procedures`.",
            f"{page.name!r} というページはありません。`omoide knowledge` と `omoide procedures` で確かめてください。",
        )
    names = ", ".join(f"{one.kind}:{one.name}" for one in found)
    raise InvalidInput(
        f"several pages have this name: say {names}.",
        f"同じ名前のページがあります。{names} のどれかを指定してください。",
    )


def _known(f: Faculties, kind: LearnedKind, name: str) -> str:
    """Under the name that its file has or had: standing, archived, or only on record any more."""
    there = [*f.pages.names(f.scope, kind), *f.pages.names(f.scope, kind, archived=True)]
    known = next((one for one in there if same_name(one, name)), "")
    return known or (name if f.store.page_changes.of(f.scope, kind, name) else "")


def _last(past: Sequence[Change]) -> Change:
    """The last one that anybody would call a change: how often a procedure worked is not taken back."""
    telling = [c for c in past if c.action in STEPS or (c.before is None) != (c.after is None) or _words_differ(c)]
    return (telling or past)[-1]


def _words_differ(change: Change) -> bool:
    return body_of(change.before) != body_of(change.after)


def _backwards(f: Faculties, change: Change) -> Move:
    """From what stands there now: figures may have changed since, words may not."""
    there = standing(f, change.kind, change.name)
    last = _last(changes(f, change.kind, change.name))
    changed = last.step != change.step or (there is None) != (change.after is None)
    if changed or body_of(there) != body_of(change.after):
        node = f"{change.kind}:{change.name}"
        raise Refused(
            f"{node} has been changed since: look at `omoide why {node}`, and undo that first.",
            f"{node} はその後に変更されています。`omoide why {node}` で確かめ、先にそちらを取り消してください。",
        )
    until = change.recorded_at.date() if change.after is not None else None
    back = change.before
    if there is not None and change.before is not None and change.after is not None:
        back = turned_back(there, change.before, change.after)
    return Move(change.kind, change.name, there, back, change.related, believed_until=until)


def _not_again(f: Faculties, step: Sequence[Change]) -> None:
    """Two pages that were told apart or joined, and a page and the news that changed it, count as judged."""
    texts = {f"{c.kind}:{c.name}": body_of(c.before) for c in step if c.before is not None}
    for one, other in combinations(sorted(texts), 2):
        remember(f, one, other, seal(texts[one], texts[other]), "undone")
    for change in step:
        if change.before is not None and change.after is not None:
            for source in sources_of(f, change.sources):
                node = f"{change.kind}:{change.name}"
                remember(f, node, node_of(source.id), seal(body_of(change.before), source.text), "undone")
