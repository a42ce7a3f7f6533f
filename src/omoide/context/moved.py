"""What moves the persona: what it resolved, aims at, feels and wonders (D2, M1-M4)."""

from __future__ import annotations

from omoide.context.moment import Moment, headed, piece
from omoide.domain.budget import Section
from omoide.domain.goal import Goal
from omoide.domain.motivation import DRIVES, Drive
from omoide.motivate import goals as all_goals
from omoide.motivate import inner_state, questions
from omoide.motivate.narrative import LABELS


def strategy(moment: Moment) -> Section:
    """The one line of the dream diary that belongs into a prompt."""
    latest = moment.faculties.store.insights.latest_strategy(moment.faculties.scope)
    return Section("strategy", (piece(latest.strategy.strip(), latest.id),) if latest else ())


def goals(moment: Moment) -> Section:
    rules, active = moment.settings.context, all_goals(moment.faculties)
    near = [goal for goal in active if goal.term == "short"][: rules.short_term_goals]
    far = [goal for goal in active if goal.term == "long"][: rules.long_term_goals]
    return Section("goals", tuple(piece(_goal(moment, goal), goal.id) for goal in near + far))


def _goal(moment: Moment, goal: Goal) -> str:
    term = moment.say("near", "短期") if goal.term == "short" else moment.say("far", "長期")
    note = f" – {' '.join(goal.progress_notes[-1].text.split())}" if goal.progress_notes else ""
    return f"- [{goal.id}][{term}] {' '.join(goal.goal.split())}{note}"


def feelings(moment: Moment) -> Section:
    """The sentence of the strongest drive, when one is strong enough to be felt; the others by name."""
    state = inner_state(moment.faculties, moment.settings, moment.now, moment.language)
    least = moment.settings.context.feelings_from
    felt: list[Drive] = [drive for drive in DRIVES if state.levels[drive] >= least and state.levels[drive] > 0]
    if not felt or state.dominant is None:
        return Section("feelings", ())
    others = [f"- {LABELS[drive][moment.language]}" for drive in felt if drive != state.dominant]
    heading = moment.say("What you feel now:", "今のあなたの気持ち:")
    return Section("feelings", headed(heading, [piece(state.narrative, state.dominant), *map(piece, others)]))


def question(moment: Moment) -> Section:
    """The strongest open question only."""
    first = next(iter(questions(moment.faculties)), None)
    if first is None:
        return Section("question", ())
    context = f"\n{' '.join(first.context.split())}" if first.context.strip() else ""
    heading = moment.say("What you would like to know:", "今気になっていること:")
    return Section("question", headed(heading, [piece(f"[{first.id}] {first.topic}{context}", first.id)]))
