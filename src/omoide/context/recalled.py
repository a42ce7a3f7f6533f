"""What comes back by itself: days before the raw log, memories, passages, and messages of long ago (R4, R6-R8)."""

from __future__ import annotations

from omoide.context.moment import Moment, piece
from omoide.domain.budget import Section
from omoide.domain.dates import wall_clock
from omoide.language.quoting import in_a_line
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


def past(moment: Moment) -> Section:
    """Messages that hold the very names, from both ends of the past; none that the prompt has already (R7)."""
    if not moment.decided.search or not moment.decided.keywords:
        return Section("past", ())
    found = search_past(
        moment.faculties, moment.settings, moment.decided.keywords, automatic=True,
        exclude={turn.key for turn in moment.shown}, now=moment.now,
    )  # fmt: skip
    zone = moment.settings.zone(moment.faculties.scope.person)
    lines = []
    for one in found:
        when = f"{wall_clock(one.time, zone):%Y-%m-%d %H:%M}"
        speaker = moment.say("they said", "相手") if one.speaker == "person" else moment.say("you said", "あなた")
        lines.append(piece(f"- [{when}][{speaker}] {in_a_line(one.text)}", f"{when} {one.speaker}"))
    return Section("past", tuple(lines))
