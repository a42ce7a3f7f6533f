"""Turns become memories (E1): felt by a mind, embedded, and written with their source in one transaction (E7, E9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from omoide.domain.emotion import TAGS, in_percent
from omoide.domain.memory import CATEGORIES, Memory
from omoide.domain.turn import Turn, Wishes
from omoide.encode.corrections import find_corrected, retire_for
from omoide.encode.newborn import add_new, draft
from omoide.encode.vectors import embed_texts
from omoide.errors import InvalidInput, OmoideError, Postponed, Refused
from omoide.language.clean import clean
from omoide.language.detect import language_of
from omoide.perceive import let_emotion_go, take_in
from omoide.ports import Faculties, Filter, Progress
from omoide.prompts.analyse_turn import AnalyseTurn, TurnAnalysis
from omoide.settings import Settings

ALL = 10_000_000


@dataclass(frozen=True, slots=True)
class Encoded:
    """What became of turns: how many there were, and how many made memories, were passed over, or must be retried.
    `sessions` are those that ended with them, `notes` how many notes were taken of it."""

    turns: int = 0
    memories: int = 0
    skipped: int = 0
    failed: int = 0
    ids: tuple[str, ...] = ()
    problems: tuple[OmoideError, ...] = ()
    sessions: tuple[str, ...] = ()
    notes: int = 0

    def __add__(self, other: Encoded) -> Encoded:
        return Encoded(
            self.turns + other.turns,
            self.memories + other.memories,
            self.skipped + other.skipped,
            self.failed + other.failed,
            self.ids + other.ids,
            self.problems + other.problems,
            tuple(dict.fromkeys(self.sessions + other.sessions)),
            self.notes + other.notes,
        )


def encode_waiting(
    faculties: Faculties, settings: Settings, session: str | None = None, progress: Progress | None = None
) -> Encoded:
    """Encode what waits, of one session or of all; the emotion that the session carried ends with it."""
    waiting = faculties.store.turns.waiting(faculties.scope, session, ALL)
    encoded = encode_turns(faculties, settings, waiting, progress)
    if session:
        let_emotion_go(faculties, session)
    return encoded


def encode_turns(
    faculties: Faculties, settings: Settings, turns: Sequence[Turn], progress: Progress | None = None
) -> Encoded:
    """Ask first, then write: no transaction is open while a mind thinks."""
    total, done = len(turns), Encoded()
    for start in range(0, total, settings.night.batch):
        batch = turns[start : start + settings.night.batch]
        questions = [AnalyseTurn(turn.said, turn.replied, language_of(turn.said or turn.replied)) for turn in batch]
        answers = faculties.thinker.ask_all(questions)
        done += _settle_failures(faculties, batch, answers)
        felt = [(t, q, a) for t, q, a in zip(batch, questions, answers, strict=True) if isinstance(a, TurnAnalysis)]
        for group in _corrections_apart(felt):
            done += _write(faculties, settings, group)
        if progress:
            progress(min(start + len(batch), total), total)
    return done


Felt = tuple[Turn, AnalyseTurn, TurnAnalysis]


def _corrections_apart(felt: Sequence[Felt]) -> Iterator[list[Felt]]:
    """A turn that corrects an earlier one is written by itself, when what came before it can be found."""
    group: list[Felt] = []
    for item in felt:
        if item[2].corrects:
            if group:
                yield group
            yield [item]
            group = []
        else:
            group.append(item)
    if group:
        yield group


def _settle_failures(faculties: Faculties, batch: Sequence[Turn], answers: Sequence[object]) -> Encoded:
    failures = [(t, a) for t, a in zip(batch, answers, strict=True) if isinstance(a, Postponed)]
    with faculties.store.transaction():
        for turn, postponed in failures:
            faculties.store.turns.settle([turn.key], "failed", postponed.en, turn.scope)
    problems = tuple({postponed.en: postponed for _, postponed in failures}.values())
    return Encoded(turns=len(failures), failed=len(failures), problems=problems)


def _write(faculties: Faculties, settings: Settings, felt: Sequence[Felt]) -> Encoded:
    """All memories of a group with their vectors, or none. A turn that another process encoded meanwhile is passed."""
    texts = [f"{clean(answer.trigger)} {clean(answer.content)}" for _, _, answer in felt]
    try:
        vectors = embed_texts(faculties, settings, texts)
        corrected = (
            find_corrected(faculties, settings, felt[0][2].trigger, felt[0][0].origin) if felt[0][2].corrects else None
        )
    except Postponed as postponed:
        return _settle_failures(faculties, [t for t, _, _ in felt], [postponed] * len(felt))
    store, made = faculties.store, []
    with store.transaction():
        rows = []
        for turn, question, answer in felt:
            if store.turns.settle([turn.key], "encoded", scope=turn.scope):
                memory = draft(settings, turn, answer, faculties.thinker.who(question))
                replaces = corrected is not None and corrected.created <= memory.created
                if corrected and replaces:  # first, so that its protection passes on within the limit
                    store.memories.retire(corrected.row, memory.created, None)
                    memory = replace(
                        memory,
                        protected=memory.protected or corrected.protected,
                        personal=memory.personal or corrected.personal,
                    )
                memory, row = add_new(faculties, settings, memory)
                rows.append(row)
                made.append(memory.id)
                if corrected and replaces:
                    retire_for(faculties, corrected, replace(memory, row=row))
            else:
                rows.append(None)
        kept = [i for i, row in enumerate(rows) if row is not None]
        if kept:
            store.vectors.put([rows[i] for i in kept], vectors[kept], faculties.embedder.name)
    return Encoded(turns=len(felt), memories=len(made), skipped=len(felt) - len(made), ids=tuple(made))


_SKIPPED = {
    "empty": "空です", "slash command": "コマンドです", "incognito": "覚えない会話です", "paused": "休止中です",
    "do-not-remember rule": "覚えない決まりに当たります",
}  # fmt: skip


def remember(
    faculties: Faculties, settings: Settings, text: str, reply: str, *, time: datetime | None,
    intensity: float | None, category: str | None, tags: Sequence[str] | None, protect: bool, origin: str = "",
) -> Memory:  # fmt: skip
    """Perceive and encode one turn at once. Handed in twice, the first memory is returned. When no mind can feel it
    now, the turn waits with what was wished for it."""
    perceived = take_in(
        faculties, settings, text, reply, time=time, session="", origin=origin, key=None, incognito=False,
        wishes=_wishes(intensity, category, tags, protect), note=True,
    )  # fmt: skip
    if perceived.turn is None:
        raise Refused(
            f"not remembered: {perceived.skipped}. See `omoide pause --status` and the settings under privacy; what"
            " begins with a slash is a command.",
            f"記憶しませんでした（{_SKIPPED[perceived.skipped]}）。"
            "`omoide pause --status` と設定 privacy を確かめてください。/ で始まる発言は覚えません。",
        )
    turn = perceived.turn
    question = AnalyseTurn(turn.said, turn.replied, language_of(turn.said or turn.replied))
    encoded = _write(faculties, settings, [(turn, question, faculties.thinker.ask(question))])
    if encoded.problems:
        raise encoded.problems[0]
    if encoded.ids:
        return faculties.store.memories.get(encoded.ids)[0]
    known = [m for m in faculties.store.memories.select(faculties.scope, Filter(retired=None)) if turn.key in m.sources]
    if not known:
        raise OmoideError(
            "this turn was forgotten before and is not remembered again.", "この会話は以前に忘れられたものです。"
        )
    return known[0]


def _wishes(intensity: float | None, category: str | None, tags: Sequence[str] | None, protect: bool) -> Wishes:
    """What the caller wants to set, checked before anything is written."""
    try:
        if intensity is not None:
            in_percent("intensity", intensity)
    except ValueError as error:
        raise InvalidInput(f"{error}.", f"強さは 0 から 100 までの数です（{intensity!r} は使えません）。") from error
    if unknown := [tag for tag in tags or () if tag not in TAGS]:
        raise InvalidInput(
            f"unknown emotion tag {unknown[0]!r}; known are: {', '.join(TAGS)}.",
            f"感情のタグ {unknown[0]!r} は使えません。使えるもの: {', '.join(TAGS)}。",
        )
    if category is not None and category not in CATEGORIES:
        raise InvalidInput(
            f"category must be one of {', '.join(CATEGORIES)}, not {category!r}.",
            f"カテゴリは {', '.join(CATEGORIES)} のいずれかです（{category!r} は使えません）。",
        )
    return Wishes(
        intensity=None if intensity is None else round(intensity),
        category=category,
        tags=None if tags is None else tuple(tags),
        protect=protect,
    )
