"""Corrections correct (N1): the old statement is retired in favour of the new one, and can come back."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from omoide.domain.dates import initial_days
from omoide.domain.memory import FULL, Memory
from omoide.domain.projects import is_elsewhere
from omoide.domain.relations import Edges
from omoide.encode.newborn import add_new
from omoide.encode.vectors import embed_texts
from omoide.errors import InvalidInput, Refused
from omoide.language.clean import clean
from omoide.language.correcting import without_opening
from omoide.language.detect import language_of
from omoide.language.sentences import sentences
from omoide.language.statements import statements
from omoide.language.subjects import may_tell_of_the_same
from omoide.perceive import one
from omoide.perceive.intake import checked_time
from omoide.perceive.redaction import redact
from omoide.ports import Faculties, Filter
from omoide.prompts.analyse_turn import AnalyseTurn, TurnAnalysis
from omoide.settings import Settings

LOOKED_AT = 20
_QUOTES = '"“”「」『』 '


def find_corrected(faculties: Faculties, settings: Settings, told: str, project: str = "") -> Memory | None:
    """The memory that a correcting turn restates. What was said is compared with what was said: replies differ.

    Either the two plainly cannot both be true, or they are nearly the same words and can be about the same subject. The
    words that only say that something was wrong are no part of that. A correction that names nothing ("no, not that")
    changes nothing: retiring a bystander would be worse. So would be retiring what holds in another project, unless all
    projects share their memories.
    """
    scope, embedder = faculties.scope, faculties.embedder
    holds = without_opening(told.strip(_QUOTES))
    if not holds:
        return None
    first = sentences(holds)[0]  # what holds comes first; what follows it would only blur the likeness
    wordings = embed_texts(faculties, settings, list(dict.fromkeys([holds, first])))
    rows = {row for vector in wordings for row in faculties.nearest.search(scope, vector, LOOKED_AT)[0].tolist()}
    near = faculties.store.memories.fetch(scope, sorted(rows))
    if settings.projects.mode != "shared":
        near = [memory for memory in near if not is_elsewhere(memory.origin, memory.personal, project)]
    near = [memory for memory in near if may_tell_of_the_same(first, memory.trigger)]
    if not near:
        return None
    vectors = embed_texts(faculties, settings, [memory.trigger for memory in near])
    same = embedder.calibration.read((vectors @ wordings.T).max(axis=1), "same")
    restated = [
        (_denies(first, memory.trigger), value, memory.created, memory.id, memory)
        for value, memory in zip(same, near, strict=True)
    ]
    plainly, likeness, *_, best = max(restated)
    return best if plainly or likeness >= settings.relations.corrects_similarity else None


def _denies(holds: str, earlier: str) -> bool:
    """Whether both cannot be true. What tells more than that one thing stands: recall tells what of it is outdated."""
    if len(sentences(earlier.strip(_QUOTES))) > 1:
        return False
    return any(one.denies(other) for one in statements(holds) for other in statements(earlier))


def retire_for(faculties: Faculties, old: Memory, new: Memory) -> None:
    """Inside the caller's transaction: the new one stands, the old one is history."""
    store = faculties.store
    store.memories.retire(old.row, new.created, new.id)
    store.relations.add(Edges.of([(new.row, old.row, "contradicts", 1.0)]))


def correct(faculties: Faculties, settings: Settings, memory_id: str, text: str, now: datetime | None) -> Memory:
    """Replace what a memory says, the reply included: it may repeat the error. Feeling and sources stay; it begins anew
    at level 1."""
    old = _standing(faculties, memory_id)
    text = redact(clean(text)).strip()
    if not text:
        raise InvalidInput("a correction needs a text.", "訂正には本文が必要です。")
    now = checked_time(now or faculties.clock.now(), faculties.clock.now())
    told = _told(faculties, text)
    new = replace(
        old, trigger=told.trigger, content=told.content, keywords=tuple(told.keywords), created=now,
        retention=float(old.intensity), level=FULL, text_level=FULL, recalls=0, recalled_for=None, archived_at=None,
        revival_requested_at=None, relations=(), made_by="correction", personal=old.personal or told.personal,
        days=initial_days(now, settings.night.hour, settings.zone(old.scope.person)),
    )  # fmt: skip
    vector = embed_texts(faculties, settings, [new.text])
    store = faculties.store
    with store.transaction():
        _standing(faculties, memory_id)
        store.memories.retire(old.row, now, None)  # first, so that its protection does not count against the new one
        new, row = add_new(faculties, settings, new)
        retire_for(faculties, old, replace(new, row=row))
        store.vectors.put([row], vector, faculties.embedder.name)
    return store.memories.get([new.id])[0]


def _told(faculties: Faculties, text: str) -> TurnAnalysis:
    """The corrected statement as a mind tells it. What it felt like is known already, so only the words are used."""
    return faculties.thinker.ask(AnalyseTurn(text, "", language_of(text)))


def undo_correction(faculties: Faculties, memory_id: str) -> Memory:
    """Name either side: the retired memory stands again, and what replaced it is retired."""
    store = faculties.store
    with store.transaction():
        named = one(faculties, memory_id)
        old = named if named.retired_at else _replaced_by(faculties, named)
        if old is None or old.retired_at is None:
            raise Refused(
                f"{memory_id} was not corrected; there is nothing to undo.", f"{memory_id} は訂正されていません。"
            )
        store.memories.retire(old.row, None, None)
        for memory in _what_stands_for(faculties, old):
            store.memories.retire(memory.row, faculties.clock.now(), old.id)  # now: nights look at what is new
    return store.memories.get([old.id])[0]


def _what_stands_for(faculties: Faculties, old: Memory) -> list[Memory]:
    """The end of the chain of corrections that began with it: a corrected correction is history already."""
    seen, following = {old.id}, old.retired_by
    while following and following not in seen:
        seen.add(following)
        found = faculties.store.memories.get([following])
        if not found or not found[0].retired_at:
            return found
        following = found[0].retired_by
    return []


def _standing(faculties: Faculties, memory_id: str) -> Memory:
    memory = one(faculties, memory_id)
    if memory.retired_at:
        raise Refused(
            f"{memory_id} was corrected already; correct {memory.retired_by} instead, or undo it first.",
            f"{memory_id} は訂正済みです。{memory.retired_by} を訂正するか、先に取り消してください。",
        )
    return memory


def _replaced_by(faculties: Faculties, new: Memory) -> Memory | None:
    retired = faculties.store.memories.select(faculties.scope, Filter(retired=True))
    return next((memory for memory in retired if memory.retired_by == new.id), None)
