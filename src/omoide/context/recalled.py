"""What comes back by itself: days before the raw log, memories, passages, and messages of long ago (R4, R6-R8)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date

from omoide.context.moment import Moment, piece
from omoide.domain.budget import Section
from omoide.domain.dates import wall_clock
from omoide.domain.intent import PassageFound
from omoide.domain.passage import REMEMBERED, PassageKind
from omoide.indexing import search_passages, talk_of
from omoide.language.quoting import in_a_line
from omoide.language.terms import fold
from omoide.recall import Thought, episodes_for_prompt, search_past, think_of


def episodes(moment: Moment) -> Section:
    """Neither overlap nor gap with the raw turns in the prompt; where there is no room, the oldest days go first."""
    told = episodes_for_prompt(moment.faculties, moment.settings, moment.shown, moment.now)
    names = [episode.id for episode in told.episodes] + [f"{told.boundary.isoformat()} (earlier that day)"]
    pieces = [piece(text + "\n", name) for text, name in zip(told.told[:-1], names, strict=False)]
    pieces += [piece(text, names[len(told.told) - 1]) for text in told.told[-1:]]
    return Section("episodes", tuple(pieces), keep="last")


def thought_of(moment: Moment) -> Thought:
    return think_of(
        moment.faculties, moment.settings, moment.message, session=moment.session, now=moment.now,
        project=moment.project,
    )  # fmt: skip


def memories(thought: Thought) -> Section:
    """A line each, best first. The lines were quoted when they were made; the fence is that of the section."""
    lines = thought.text.splitlines()[1:-1]
    ids = [shown.memory.id for shown in thought.shown]
    ids += ["linked"] * (len(lines) - len(ids))
    return Section("memories", tuple(piece(line, name) for line, name in zip(lines, ids, strict=True)))


def passages(moment: Moment, told: Section, thought: Thought) -> Section:
    """What diaries, episodes, dreams, talks and the log say about the matter (R6); neither days that are `told`
    already, or stand in the prompt as they were said, nor turns that do. ★ stirred, 🆕 is new."""
    if not moment.decided.search:
        return Section("passages", ())
    there = {one.label for one in told.pieces} | {turn.key for turn in moment.shown}
    lines = []
    recalled = {source for shown in thought.shown for source in shown.memory.sources}
    for one in _folded(moment, _unknown(moment, there), there | recalled)[: moment.settings.passages.shown]:
        passage = one.passage
        kind = moment.say(*_KINDS[passage.kind])
        head = f"- [{passage.day.isoformat()}][{kind}]{one.marks}"
        lines.append(piece(f"{head} {in_a_line(passage.content)}", passage.source))
    return Section("passages", tuple(lines))


def _unknown(moment: Moment, there: Collection[str]) -> list[PassageFound]:
    """The best that the prompt does not have yet. Days that it tells would fill a search about what happened lately:
    then the rest is looked for without them."""
    zone = moment.settings.zone(moment.faculties.scope.person)
    raw_since = min((wall_clock(turn.time, zone).date() for turn in moment.shown), default=date.max)

    def look(kinds: Sequence[PassageKind]) -> list[PassageFound]:
        decided = moment.decided
        return list(
            search_passages(
                moment.faculties, moment.settings, decided.words, intent=decided.intent, kinds=kinds, now=moment.now
            ).passages
        )

    def known(one: PassageFound) -> bool:
        day = one.passage.kind == "episodic_memory" and one.passage.day >= raw_since
        return day or one.passage.source in there

    found = look(REMEMBERED)
    if any(map(known, found)):
        others = look([kind for kind in REMEMBERED if kind != "episodic_memory"])
        found = sorted({one.passage.row: one for one in found + others}.values(), key=lambda one: one.score)
    return [one for one in found if not known(one)]


def _folded(moment: Moment, found: list[PassageFound], there: Collection[str]) -> list[PassageFound]:
    """A talk and what was made of its turns are one (S1): where a memory of it has come to mind, or one of its turns is
    there, its summary says nothing new."""
    turns = set(there) | {one.passage.source for one in found if one.passage.kind in ("log_archive", "current_log")}
    scope, tiers = moment.faculties.scope, moment.faculties.store.tiers
    talks = {one.passage.source for one in found if one.passage.kind == "session"}
    records = {name: tiers.record(talk_of(scope, name)) for name in talks}
    known = {name for name, record in records.items() if record is None or turns.intersection(record.sources)}
    return [one for one in found if one.passage.source not in known]


_KINDS = {
    "session": ("talk", "以前の会話"),
    "log_archive": ("conversation", "会話"),
    "current_log": ("conversation", "会話"),
    "episodic_memory": ("episode", "エピソード"),
    "dream_insight": ("dream", "夢"),
    "diary": ("diary", "日記"),
    "knowledge": ("document", "資料"),
}


def past(moment: Moment, told: Section) -> Section:
    """Messages that hold the very names, from both ends of the past; none that the prompt has already, as a raw turn or
    among the passages that are `told` (R7)."""
    if not moment.decided.search or not moment.decided.keywords:
        return Section("past", ())
    names = [fold(name) for name in moment.decided.keywords]
    there = {one.label for one in told.pieces if any(name in fold(one.text) for name in names)}
    found = search_past(
        moment.faculties, moment.settings, moment.decided.keywords, automatic=True,
        exclude=there | {turn.key for turn in moment.shown}, now=moment.now,
    )  # fmt: skip
    zone = moment.settings.zone(moment.faculties.scope.person)
    lines = []
    for one in found:
        when = f"{wall_clock(one.time, zone):%Y-%m-%d %H:%M}"
        speaker = moment.say("they said", "相手") if one.speaker == "person" else moment.say("you said", "あなた")
        lines.append(piece(f"- [{when}][{speaker}] {in_a_line(one.text)}", f"{when} {one.speaker}"))
    return Section("past", tuple(lines))
