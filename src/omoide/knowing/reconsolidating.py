"""A memory that something new calls up is open to change again (K5): what happened is held against what is known.

News that contradict a page are put to a mind together with it. If the page must change, it is written anew under its
name, one version on; a procedure has to prove itself again. All news about a page are asked about at once, and each is
held against the same words once: a page that cannot be put right is left alone and not gone round and round about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, cast

from omoide.domain.learned import Learned, ProcedureFacts
from omoide.errors import Declined, OmoideError, Postponed, put_off
from omoide.knowing.carrying_out import Decision, Move, carry_out, finish_planned, plan, standing
from omoide.knowing.judged_pairs import judgement, remember, seal
from omoide.knowing.keeping import refresh_learned
from omoide.knowing.likeness import pages_near
from omoide.knowing.news import News, Telling, node_of
from omoide.knowing.page_texts import body_of, made_text, open_to_change, rewritten
from omoide.knowing.reading import learned, read_learned
from omoide.knowing.sources import days_learned, source_ids, sources_of
from omoide.knowing.validating import answers
from omoide.knowing.withdrawn import corrected_since, look_until, resting_on
from omoide.language.cutting import cut
from omoide.language.detect import language_of
from omoide.perceive import fit
from omoide.ports import Faculties, Progress
from omoide.prompts.update_learned import Update, UpdateLearned, usable
from omoide.settings import Settings

AT_ONCE = 8  # pages that are asked about together: what a killed night asks again at most
SENTENCES = 150  # characters: one or two sentences are about one thing, as a page is
LONGEST = 6_000  # characters of news that one question holds


@dataclass(slots=True)
class Touched:
    """A page, and the news that it is held against. `found`: a judge has seen that they contradict it; `withdrawn`:
    what it was learned from was corrected."""

    item: Learned
    news: dict[str, News] = field(default_factory=dict)
    found: bool = False
    withdrawn: bool = False


def reconsolidate(
    f: Faculties, s: Settings, episodes: Sequence[Telling], now: datetime | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Hold what is new against the pages that it touches. What waits is told as "waiting" or "postponed": hand the same
    news in again then; what was looked at already is not looked at twice."""
    now = now or f.clock.now()
    done: dict[str, Any] = {"updated": 0, "unchanged": 0}
    done |= {key: count for key, count in finish_planned(f, s, now).items() if count}
    refresh_learned(f, s, now)
    corrected, until = corrected_since(f)
    try:
        touched = _touched(f, s, [News(one.source, one.day, one.text) for one in episodes], resting_on(f, corrected))
    except Postponed as postponed:  # an embedder that is a service cannot be reached
        return done | put_off(postponed, len(episodes))
    asked = _contradicted(f, s, touched)
    done["unchanged"] += len(touched) - len(asked)
    for start in range(0, len(asked), AT_ONCE):
        some = asked[start : start + AT_ONCE]
        delayed = _ask(f, s, some, now, done)
        if delayed:
            return done | put_off(delayed[0], len(asked) - start - len(some) + len(delayed))
        if progress:
            progress(start + len(some), len(asked))
    if all(_judged(f, s, item, one) for item, one in resting_on(f, corrected)):
        look_until(f, until)
    return done


def _touched(
    f: Faculties, s: Settings, news: Sequence[News], corrected: Sequence[tuple[Learned, News]]
) -> list[Touched]:
    """Pages near what is told, those that rest on what was corrected, and those that got no usable answer before."""
    found: dict[str, Touched] = {}

    def touch(item: Learned, one: News, withdrawn: bool = False) -> None:
        if not open_to_change(item) or _judged(f, s, item, one):
            return
        page = found.setdefault(item.node, Touched(item))
        page.news[one.source] = one
        page.withdrawn |= withdrawn

    for item, one in corrected:
        touch(item, one, withdrawn=True)
    for one in news:
        for item in _related(f, s, one.text):
            if _newer(f, one, item):
                touch(item, one)
    for item, one in _left_over(f):
        touch(item, one)
    return list(found.values())


def _newer(f: Faculties, one: News, item: Learned) -> bool:
    """What a page was learned from cannot be news to it, nor what happened before that (an old log was moved in)."""
    days = days_learned(f, item.facts)
    return one.source not in source_ids(item.facts) and (days is None or one.day >= days[1])


def _related(f: Faculties, s: Settings, text: str) -> list[Learned]:
    """The pages nearest to any part of it: a whole day is about many things."""
    paragraphs = [part for part in text.split("\n\n") if part.strip()]
    pieces = [piece for part in paragraphs for piece in cut(part, SENTENCES, 0)]
    near = pages_near(f, s, pieces, ("knowledge", "procedure"), s.learning.related, s.learning.nearest)
    return [item for kind, name in near if (item := read_learned(f, kind, name))]


def _left_over(f: Faculties) -> list[tuple[Learned, News]]:
    """Pages and news whose question had an answer that could not be used; they are asked about a few times."""
    pages = {item.node: item for kind in ("knowledge", "procedure") for item in learned(f, kind)}
    left = []
    for one, other, _ in f.store.judged_pairs.having(f.scope, "unusable"):
        page, source = (one, other) if one in pages else (other, one)
        if page in pages and source.startswith(node_of("")):
            found = sources_of(f, [source.removeprefix(node_of(""))])
            left += [(pages[page], News(told.id, told.last, told.text)) for told in found]
    return left


def _judged(f: Faculties, s: Settings, item: Learned, one: News) -> bool:
    known = judgement(f, item.node, node_of(one.source), seal(item.text, one.text))
    return known is not None and (known.verdict != "unusable" or known.attempts >= s.learning.attempts)


def _contradicted(f: Faculties, s: Settings, touched: Sequence[Touched]) -> list[Touched]:
    """Those that a judge finds contradicted, with the news that do it; all of them where there is no judge."""
    pairs = [(page, one) for page in touched if not page.withdrawn for one in page.news.values()]
    both = [texts for page, one in pairs for texts in ((one.text, page.item.text), (page.item.text, one.text))]
    try:
        verdicts = f.judge.judge(both) if f.judge and both else None
    except OmoideError:
        verdicts = None
    if verdicts is None:
        return list(touched)
    for number, (page, one) in enumerate(pairs):
        strongest = max(verdict.contradiction for verdict in verdicts[2 * number : 2 * number + 2])
        if strongest >= s.learning.contradiction:
            page.found = True
        else:
            del page.news[one.source]
            _remember(f, page.item, page.item.text, [one], "none")
    return [page for page in touched if page.news]


def _ask(f: Faculties, s: Settings, some: Sequence[Touched], now: datetime, done: dict[str, Any]) -> list[Postponed]:
    """Returns why some of them have to wait."""
    questions = [_question(page) for page in some]
    delayed: list[Postponed] = []
    for page, question, answer in zip(some, questions, answers(f, questions), strict=True):
        if isinstance(answer, Postponed) and not isinstance(answer, Declined):
            delayed.append(answer)
            continue
        judge = f"{f.judge.name}, " if f.judge and page.found else ""
        update = answer if isinstance(answer, Update) else Update(True)
        outcome = _update(f, s, page, update, judge + f.thinker.who(question), now)
        done[outcome] = done.get(outcome, 0) + 1
    return delayed


def _question(page: Touched) -> UpdateLearned:
    in_order = sorted(page.news.values(), key=lambda one: (one.day, one.source))
    room = LONGEST // len(in_order)
    told = "\n\n".join(f"[{one.day.isoformat()}]\n{fit(one.text, room)}" for one in in_order)
    item = page.item
    kind = cast("Literal['knowledge', 'procedure']", item.kind)
    return UpdateLearned(kind, item.name, item.text, told, page.found, page.withdrawn, language_of(item.text))


def _update(f: Faculties, s: Settings, page: Touched, answer: Update, by: str, now: datetime) -> str:
    """Returns what to count it as."""
    item, news = page.item, list(page.news.values())
    text = usable(answer, item.text)
    if not text:
        _remember(f, item, item.text, news, "unusable" if text is None else "none")
        return "unusable" if text is None else "unchanged"
    whole = standing(f, item.kind, item.name)
    if whole is None or body_of(whole) != item.text.strip():
        return "changed_meanwhile"
    text, day = made_text(text), min(one.day for one in news)
    after = rewritten(whole, item, text, **_facts(f, s, item, news, now))
    decision = Decision("reconsolidate", made_text(answer.reason), by, now, tuple(page.news))
    related = ", ".join(page.news)
    move = Move(item.kind, item.name, whole, after, related, believed_until=day, believed_from=day)
    with f.store.transaction():
        step = plan(f, decision, [move])
        _remember(f, item, text, news, "updated")
    return "updated" if carry_out(f, s, step, now) else "conflicts"


def _facts(f: Faculties, s: Settings, item: Learned, news: Sequence[News], now: datetime) -> dict[str, Any]:
    """A procedure that was rewritten starts anew; knowledge is as sure as what a mind has accepted."""
    known = [source.id for source in sources_of(f, [one.source for one in news])]
    sources = tuple(dict.fromkeys((*source_ids(item.facts), *known)))
    facts = {
        "version": getattr(item.facts, "version", 1) + 1,
        "updated_at": now.replace(microsecond=0),
        "source_episodes": sources,
    }
    if isinstance(item.facts, ProcedureFacts):
        return facts | {"success_count": 0, "failure_count": 0, "confidence": s.learning.reconsolidated_confidence}
    return facts | {"confidence": s.learning.accepted_by_model}


def _remember(f: Faculties, item: Learned, text: str, news: Sequence[News], verdict: str) -> None:
    for one in news:
        remember(f, item.node, node_of(one.source), seal(text, one.text), verdict)
