"""What each step of a night would find, by reading alone (D5). Steps without a sketch ask nobody and list nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from omoide import motivate
from omoide.domain import shares
from omoide.domain.learned import Learned
from omoide.domain.retention import fade, live_until
from omoide.domain.revival import revive
from omoide.knowing import pages_alike, waiting_candidates
from omoide.ports import Faculties
from omoide.settings import Settings
from omoide.sleep import converting, distilling, disuse, extracting, front_matter, habits, merging, rhythm
from omoide.sleep.dreaming import Wish, why_not_tonight
from omoide.sleep.entities import grown_pages, tidying_due
from omoide.sleep.episodes import missing_days
from omoide.sleep.matter import Material
from omoide.sleep.planning import Ask, Sketch
from omoide.sleep.settled import newly_settled
from omoide.sleep.weeks import weeks_due

ASSUMED = 4  # candidates that an account brings; without a judge each is put to a mind


@dataclass(frozen=True)
class Ahead:
    """The night to come, as far as it can be seen from here."""

    faculties: Faculties
    settings: Settings
    now: datetime
    number: int
    wish: Wish

    @cached_property
    def _marked(self) -> disuse.Disused:
        return disuse.to_mark(self.faculties, self.settings, self.now)

    @cached_property
    def _let_go(self) -> disuse.Disused:
        return disuse.to_forget(self.faculties, self.settings, self.now)

    @cached_property
    def duplicates(self) -> list[merging.Group]:
        return merging.not_looked_at(self.faculties, merging.duplicates(self.faculties, self.settings))

    @cached_property
    def look_alikes(self) -> list[merging.Group]:
        return merging.not_looked_at(self.faculties, merging.look_alikes(self.faculties, self.settings))

    @property
    def marked_low(self) -> tuple[str, ...]:
        return _names(self._marked)

    @property
    def merged(self) -> tuple[tuple[str, ...], ...]:
        """Groups that would be put to a mind, which decides whether they become one page."""
        groups = dict.fromkeys(tuple(page.node for page in group) for group in self.duplicates + self.look_alikes)
        return tuple(groups)

    @property
    def forgotten(self) -> tuple[str, ...]:
        return _names(self._let_go)

    def not_due(self, step: str, days: int) -> str:
        """Why a step of every so many days is not due; empty when it is."""
        if rhythm.due(self.faculties, self.settings, step, days, self.now):
            return ""
        since = rhythm.last_done(self.faculties, self.settings, step)
        return f"not before {since + timedelta(days=days)}" if since else "nothing yet"


def notes(ahead: Ahead) -> Sketch:
    waiting = ahead.faculties.store.turns.count(ahead.faculties.scope, "waiting")
    waiting += ahead.faculties.store.turns.count(ahead.faculties.scope, "failed")
    return Sketch(waiting, asks=(Ask("analysis", waiting, offline=True), Ask("summary", bool(waiting), offline=True)))


def episodes(ahead: Ahead) -> Sketch:
    days = missing_days(ahead.faculties, ahead.settings, ahead.now)
    return Sketch(len(days), tuple(map(str, days)), (Ask("summary", len(days), offline=True),))


def dream(ahead: Ahead) -> Sketch:
    why = why_not_tonight(ahead.faculties, ahead.settings, ahead.now, ahead.wish)
    return Sketch(int(not why), asks=(Ask("summary", int(not why)),), why=why)


def proposals(ahead: Ahead) -> Sketch:
    f = ahead.faculties
    since = f.store.state.get(f.scope.key("proposed"))
    new = f.store.log.recent(f.scope, datetime.fromisoformat(since) if since else None, ahead.now, 1)
    asked = bool(new) and bool(ahead.settings.dream.most_proposals)
    return Sketch(int(asked), asks=(Ask("light", int(asked)),))


def questions(ahead: Ahead) -> Sketch:
    waiting = motivate.questions_to_convert(ahead.faculties)
    return Sketch(len(waiting), tuple(q.id for q in waiting), (Ask("light", -(-len(waiting) // converting.AT_ONCE)),))


def dating(ahead: Ahead) -> Sketch:
    pages = front_matter.without_facts(ahead.faculties)
    return Sketch(len(pages), _nodes(pages))


def distil(ahead: Ahead) -> Sketch:
    tonight = distilling.to_distil(ahead.faculties, ahead.settings, ahead.now).telling
    asked = [q for _, told in tonight for q in distilling.questions(ahead.faculties, ahead.settings, told)]
    return Sketch(len(tonight), tuple(m.source for m, _ in tonight), (_asking(ahead, asked),))


def extract(ahead: Ahead) -> Sketch:
    """Besides the accounts, also those that will be told tonight: what there is to judge, and a question for as many
    settled matters as one can name."""
    f, s = ahead.faculties, ahead.settings
    tonight = extracting.to_extract(f, s, ahead.now).telling
    settled = newly_settled(f, s)
    resolved = settled[-1].matters if settled else ()
    asked = [q for _, told in tonight for q in extracting.questions(f, s, told, resolved)]
    untold = missing_days(f, s, ahead.now)[: max(s.consolidation.days_at_once - len(tonight), 0)]
    judged = len(waiting_candidates(f)) + (0 if f.judge else ASSUMED * (len(tonight) + len(untold)))
    names = (*(matter.source for matter, _ in tonight), *map(str, untold))
    asks = (_asking(ahead, asked), Ask("summary", len(untold) + judged + len(settled)))
    return Sketch(len(names), names, asks)


def downscale(ahead: Ahead) -> Sketch:
    return Sketch(len(ahead.marked_low), ahead.marked_low)


def reconsolidate(ahead: Ahead) -> Sketch:
    """At most one page for each account is assumed to need a mind's decision."""
    new = Material(ahead.faculties, ahead.settings, ahead.now).open("reconsolidate")
    new = new[: ahead.settings.consolidation.days_at_once]
    there = any(ahead.faculties.pages.names(ahead.faculties.scope, kind) for kind in ("knowledge", "procedure"))
    return Sketch(len(new), tuple(m.source for m in new), (Ask("summary", len(new) if there else 0),))


def contradictions(ahead: Ahead) -> Sketch:
    f = ahead.faculties
    kept = f.store.state.get(f.scope.key("reconciled"))
    changes = f.store.page_changes.since(f.scope, datetime.fromisoformat(kept) if kept else None)
    return _pairs(ahead, {change.name for change in changes if change.kind == "knowledge" and change.after})


def contradictions_all(ahead: Ahead) -> Sketch:
    sketch = _pairs(ahead, None)
    return Sketch(sketch.items, sketch.names, sketch.asks, _weekly(ahead, "contradictions_all"))


def texts(ahead: Ahead) -> Sketch:
    """Arithmetic over all memories, as the night would do it, and nothing of it kept."""
    f, s = ahead.faculties, ahead.settings
    held = f.store.memories.strengths(f.scope)
    moment = round(ahead.now.timestamp() * 1_000_000)
    held = live_until(held, ahead.number, s.strengthening, s.retention.max_coefficient)
    held = fade(held, ahead.number, moment, s.levels)
    held = shares.enforce(held, ahead.number, moment, s.shares)
    held = revive(held, ahead.number, moment, s.levels, s.shares, s.archive)
    steps = held.level.clip(max=3) - held.text_level
    due = int(steps[(steps > 0) & ~held.protected].sum())
    return Sketch(due, asks=(Ask("analysis", due, offline=True),))


def weeks(ahead: Ahead) -> Sketch:
    due = weeks_due(ahead.faculties, ahead.settings, ahead.now)
    names = tuple(f"{week.first}~{week.last}" for week, _ in due)
    return Sketch(len(due), names, (Ask("summary", len(due), offline=True),))


def entities(ahead: Ahead) -> Sketch:
    due = tidying_due(ahead.faculties, ahead.settings, ahead.now, 0)
    pages = grown_pages(ahead.faculties, ahead.settings) if due else []
    names = tuple(page.name.name for page in pages)
    return Sketch(len(pages), names, (Ask("light", len(pages)),), "" if due else "not this week")


def duplicates(ahead: Ahead) -> Sketch:
    return _merging(ahead, ahead.duplicates, _weekly(ahead, "duplicates"))


def patterns(ahead: Ahead) -> Sketch:
    if why := _weekly(ahead, "patterns"):
        return Sketch(why=why)
    found = habits.find_habits(ahead.faculties, ahead.settings, ahead.now)
    tonight = found[: ahead.settings.consolidation.habits_at_once]
    names = tuple(" → ".join(question.sequence) for _, question in tonight)
    return Sketch(len(tonight), names, (_asking(ahead, [question for _, question in tonight]),))


def reorganise(ahead: Ahead) -> Sketch:
    return _merging(ahead, ahead.look_alikes, _weekly(ahead, "reorganise"))


def forgetting(ahead: Ahead) -> Sketch:
    why = ahead.not_due("forgetting", ahead.settings.consolidation.monthly_days)
    return Sketch(len(ahead.forgotten), ahead.forgotten, why=why)


def _merging(ahead: Ahead, groups: Sequence[merging.Group], why: str) -> Sketch:
    tonight = groups[: ahead.settings.consolidation.merge_at_once]
    names = tuple(" + ".join(page.name for page in group) for group in tonight)
    return Sketch(len(tonight), names, (_asking(ahead, [merging.question_for(g) for g in tonight]),), why)


def _pairs(ahead: Ahead, names: set[str] | None) -> Sketch:
    """Pairs that were not held against each other yet: each may need a mind."""
    f, rules = ahead.faculties, ahead.settings.learning
    near = pages_alike(f, "knowledge", rules.related, "related", rules.nearest)
    pairs = {
        tuple(sorted((one, other)))
        for one, others in near.items()
        if names is None or one in names
        for other, _ in others
    }
    new = sorted(
        pair
        for pair in pairs
        if f.store.judged_pairs.get(f.scope, f"knowledge:{pair[0]}", f"knowledge:{pair[1]}") is None
    )
    return Sketch(len(new), tuple(" / ".join(pair) for pair in new), (Ask("summary", len(new)),))


def _weekly(ahead: Ahead, step: str) -> str:
    return ahead.not_due(step, ahead.settings.consolidation.weekly_days)


def _asking(ahead: Ahead, questions: Sequence[Any]) -> Ask:
    """With the tokens of the questions as they would be put."""
    words = (question.render() for question in questions)
    tokens = sum(ahead.faculties.tokens.count(f"{wording.system}\n{wording.user}") for wording in words)
    return Ask("summary", len(questions), tokens)


def _nodes(pages: Sequence[Learned]) -> tuple[str, ...]:
    return tuple(page.node for page in pages)


def _names(found: disuse.Disused) -> tuple[str, ...]:
    return (*_nodes(found.pages), *(f"episode:{account.id}" for account in found.accounts))


SKETCHES: dict[str, Callable[[Ahead], Sketch]] = {
    "notes": notes,
    "episodes": episodes,
    "dream": dream,
    "proposals": proposals,
    "questions": questions,
    "front_matter": dating,
    "distil": distil,
    "extract": extract,
    "downscale": downscale,
    "reconsolidate": reconsolidate,
    "contradictions": contradictions,
    "texts": texts,
    "weeks": weeks,
    "entities": entities,
    "duplicates": duplicates,
    "patterns": patterns,
    "contradictions_all": contradictions_all,
    "reorganise": reorganise,
    "forgetting": forgetting,
}
