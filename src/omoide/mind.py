"""Mind: the front door of the library. Every line delegates.

from omoide import open_mind

with open_mind(persona="aoi") as mind:
    mind.perceive("I got the job!", "Congratulations! You worked so hard for it.")
    mind.end_session()
    for found in mind.recall("work").memories:
        print(found.memory.trigger, found.score)
    mind.sleep()
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from copy import copy
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from omoide import encode, knowing, motivate, pages, perceive, recall, sleep
from omoide.associating.web import Associations
from omoide.context.replies import Replies
from omoide.disk import let_go
from omoide.domain.memory import Memory
from omoide.domain.turn import Turn
from omoide.erasing.letting_go import Erasers
from omoide.indexing.library import Library
from omoide.knowing.historian import Historian
from omoide.knowing.learner import Learner
from omoide.moving.movers import Movers
from omoide.perceive.chronicle import Chronicle
from omoide.ports import Counts, Faculties, Filter, Housekeeping, Progress
from omoide.sessions.living import Sessions
from omoide.settings import Settings
from omoide.sleep.household import Household
from omoide.sleep.nights import Nights

if TYPE_CHECKING:
    from omoide.domain.conversation import Past
    from omoide.domain.cost import Estimate
    from omoide.domain.dream import Insight
    from omoide.domain.episode import Episode
    from omoide.domain.goal import Goal, GoalStatistics, Status
    from omoide.domain.inner_state import InnerState
    from omoide.domain.persona_emotion import FeltEmotion, PersonaEmotion
    from omoide.domain.proposal import Proposal, ProposalStatus
    from omoide.domain.question import OpenQuestion
    from omoide.domain.span import Span
    from omoide.domain.special_event import SpecialEvent
    from omoide.encode import Encoded
    from omoide.language.detect import Language
    from omoide.motivate import DrivesThen, Impulse
    from omoide.perceive import Pause, Perceived
    from omoide.recall import Day, Explanation, Ranking, Recalled, Remembered, Thought
    from omoide.sleep import NightPlan, NightReport, StoreProjection
    from omoide.sleep.dreaming import Wish


class Mind(Replies, Library, Learner, Historian, Movers, Associations, Chronicle, Sessions, Nights, Household, Erasers):
    """The memory that one persona has of one person. What it has in mind for a reply, and the reply: see Replies.
    Passages, documents and topics: see Library. Learned pages: see Learner; why they say what they say: see Historian.
    Moving in and out: see Movers. What belongs together: see Associations. Events, and replies that are being spoken:
    see Chronicle. Ends of sessions, notes and tasks: see Sessions. Nights that were lived: see Nights. Backups and
    indexes: see Household. Letting a person go for good: see Erasers."""

    def __init__(
        self, faculties: Faculties, settings: Settings, home: Path, housekeeping: Callable[[], Housekeeping]
    ) -> None:
        self.faculties = faculties
        self.settings = settings
        self.home = home
        self.scope = faculties.scope
        self._housekeeping = housekeeping

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.faculties.store.close()

    def bound(self) -> Mind:
        """The same memory, as whoever has a token for this persona alone may see it: what the person told others is
        there only when it was shared (N7), unless people.share says otherwise."""
        other = copy(self)
        other.faculties = replace(self.faculties, bound=True)
        return other

    # ------------------------------------------------------------ taking in

    def perceive(
        self, said: str, replied: str, *, time: datetime | None = None, session: str = "", origin: str = "",
        key: str | None = None, incognito: bool = False,
    ) -> Perceived:  # fmt: skip
        """Keep one turn, redacted, in one transaction. It becomes a memory at the end of the session."""
        return perceive.take_in(
            self.faculties, self.settings, said, replied, time=time, session=session, origin=origin, key=key,
            incognito=incognito,
        )  # fmt: skip

    def remember(
        self, text: str, reply: str = "", *, time: datetime | None = None, intensity: float | None = None,
        category: str | None = None, tags: Sequence[str] | None = None, protect: bool = False, origin: str = "",
    ) -> Memory:  # fmt: skip
        """Perceive and encode at once; what is given overrides what would have been felt. It belongs to the project
        named as its origin, and to none without one."""
        return encode.remember(
            self.faculties, self.settings, text, reply, time=time, intensity=intensity, category=category, tags=tags,
            protect=protect, origin=origin,
        )  # fmt: skip

    def pause(self, until: datetime | None = None) -> Pause:
        """Remember nothing until then (or until resume)."""
        return perceive.pause(self.faculties, until)

    def resume(self) -> None:
        perceive.resume(self.faculties)

    def paused(self) -> Pause | None:
        return perceive.paused(self.faculties)

    # ------------------------------------------------------------ recalling

    def recall(
        self, cue: str, *, limit: int | None = None, session: str = "", now: datetime | None = None, mark: bool = True,
        ranking: Ranking = "priority", project: str = "",
    ) -> Recalled:  # fmt: skip
        """What comes to mind. Recalling strengthens (at night) and asks archived memories back, unless mark=False.

        By "priority" as a person remembers: what is held strongly and felt alike comes first (R2). By "relevance" as
        one looks something up: what answers the cue comes first, however faded.
        In a project (its folder) what came from others comes less easily, or not at all (projects.mode).
        """
        return recall.recall(
            self.faculties, self.settings, cue, limit=limit, session=session, now=now, mark=mark, ranking=ranking,
            project=project,
        )  # fmt: skip

    def prime(self, cue: str, *, session: str = "", now: datetime | None = None, project: str = "") -> str:
        """What comes to mind as a block for the next prompt; empty when nothing does (R4)."""
        thought = self.think_of(cue, session=session, now=now, project=project)
        self.mark_shown(thought)
        return thought.text

    def think_of(
        self, cue: str, *, session: str = "", now: datetime | None = None, project: str = "",
        characters: int | None = None,
    ) -> Thought:  # fmt: skip
        """As `prime`, by reading alone: call `mark_shown` once the block has been shown."""
        return recall.think_of(
            self.faculties, self.settings, cue, session=session, now=now, project=project, characters=characters
        )

    def mark_shown(self, thought: Thought) -> None:
        recall.mark_shown(self.faculties, self.settings, thought)

    def why(self, memory_id: str) -> Explanation:
        """Where a memory comes from, how it has faded, what it is linked to."""
        return recall.explain(self.faculties, self.settings, memory_id)

    def show(self, memory_id: str) -> Memory:
        return perceive.one(self.faculties, memory_id)

    def list(self, where: Filter | None = None) -> list[Memory]:
        return self.faculties.store.memories.select(self.scope, where or Filter())

    def turns_of(self, memory: Memory) -> list[Turn]:
        return self.faculties.store.turns.get(memory.sources, memory.scope)

    def turns_around(self, memory: Memory, before: int, after: int) -> list[Turn]:
        """What a memory was made from, with some turns of the same conversation before and after (R10)."""
        return recall.turns_around(self.faculties, memory, before, after)

    def day(self, day: date) -> Day:
        """What was remembered and said on a day of the person's calendar."""
        return recall.day(self.faculties, self.settings, day)

    def counts(self) -> Counts:
        return self.faculties.store.memories.counts(self.scope)

    # ------------------------------------------------------------ conversations and episodes

    def conversation(self, last: int | None = None) -> list[Turn]:
        """The newest exchanges as they were said, oldest first; so many as the settings say (R18)."""
        return recall.conversation(self.faculties, self.settings, last)

    def search_past(
        self, words: str | Sequence[str], *, automatic: bool = False, exclude: Collection[str] = (),
        now: datetime | None = None,
    ) -> list[Past]:  # fmt: skip
        """Messages that hold the very words, from both ends of the past; turns in `exclude` are left out (R7)."""
        return recall.search_past(self.faculties, self.settings, words, automatic=automatic, exclude=exclude, now=now)

    def episodes(self, days: Span | None = None, archived: bool | None = False) -> list[Episode]:
        """Accounts of days and weeks, and special moments, oldest first; None for archived brings those too."""
        return recall.list_episodes(self.faculties, days, archived)

    def episode(self, episode_id: str) -> Episode:
        return recall.one_episode(self.faculties, episode_id)

    def episodes_for_prompt(self, shown: Sequence[Turn], now: datetime | None = None) -> Remembered:
        """What stands before these raw turns in a prompt: neither overlap nor gap (R8)."""
        return recall.episodes_for_prompt(self.faculties, self.settings, shown, now)

    def update_episodes(
        self, now: datetime | None = None, merge: bool = False, progress: Progress | None = None
    ) -> dict[str, dict[str, Any]]:
        """Tell the finished days that are missing now, instead of at night (P1), and merge old weeks (P3)."""
        if now is None:
            sleep.refuse_in_doubt(self.clock_in_doubt(), self.settings)
        now = now or self.faculties.clock.now()
        return sleep.update_episodes(self.faculties, self.settings, now, merge, progress)

    def unmerge_week(self, episode_id: str, now: datetime | None = None) -> int:
        """Bring the days of a merged week back from the archive; returns how many."""
        return sleep.unmerge(self.faculties, episode_id, now or self.faculties.clock.now())

    def bring_back_episode(self, episode_id: str, now: datetime | None = None) -> bool:
        """An account that was let go because nobody needed it is found again (K6); False when it was not let go."""
        return sleep.bring_back(self.faculties, episode_id, now or self.faculties.clock.now())

    # ------------------------------------------------------------ keeping and letting go

    def protect(self, memory_id: str, release: Sequence[str] = ()) -> Memory:
        """Never forget it. At the limit, name memories to release; ProtectionFull offers the oldest (F6)."""
        return recall.protect(self.faculties, self.settings, memory_id, release)

    def unprotect(self, memory_id: str) -> Memory:
        return recall.unprotect(self.faculties, memory_id)

    def forget(self, memory_id: str) -> Memory:
        """Delete one memory for good; a protected one is refused until it is released."""
        return let_go(self.home, lambda: recall.forget(self.faculties, memory_id), self.close)

    def correct(self, memory_id: str, text: str, now: datetime | None = None) -> Memory:
        """Retire a memory in favour of a corrected one; the old one stays as history (N1)."""
        return encode.correct(self.faculties, self.settings, memory_id, text, now)

    def undo_correction(self, memory_id: str) -> Memory:
        """Bring a retired memory back and retire what replaced it; pages that were changed for it are turned back."""
        standing = encode.undo_correction(self.faculties, memory_id)
        knowing.turn_back(self.faculties, self.settings, standing, self.faculties.clock.now())
        return standing

    # ------------------------------------------------------------ what moves the persona

    def feel(self, emotion: PersonaEmotion, now: datetime | None = None) -> SpecialEvent | None:
        """Log what the persona feels (M2); the tag in a reply does the same. Returns a bond that was confirmed."""
        return motivate.feel(self.faculties, self.settings, emotion, self._at(now))

    def mood(self, since: datetime | None = None) -> list[FeltEmotion]:
        """The persona's emotions, oldest first: to be looked at, never put into a prompt."""
        return motivate.mood(self.faculties, since)

    def drives(self, now: datetime | None = None, language: Language | None = None) -> InnerState:
        """The four drives and where they come from; `plain()` has the form of document 000 (M1, M6)."""
        return motivate.inner_state(self.faculties, self.settings, self._at(now), language)

    def drives_over(self, since: datetime, until: datetime, count: int) -> list[DrivesThen]:
        """The drives as they were, at so many moments of a span: worked out from what is kept, as everything is."""
        return motivate.drives_over(self.faculties, self.settings, since, until, count)

    def may_act(self, now: datetime | None = None, language: Language | None = None) -> Impulse:
        """Whether the persona may start by itself now, with its full state as the reason (M5)."""
        return motivate.may_act(self.faculties, self.settings, self._at(now), language)

    def goals(self, status: Status | None = "active") -> list[Goal]:
        """The most important first; None means: also those that were reached or let go (M4)."""
        return motivate.goals(self.faculties, status)

    def add_goal(
        self, text: str, *, long: bool = False, priority: int = 1, now: datetime | None = None
    ) -> tuple[Goal, bool]:
        """Set a goal; False when the same one is active already."""
        term = "long" if long else "short"
        return motivate.add_goal(self.faculties, text, self._at(now), term=term, priority=priority)

    def note_progress(self, goal_id: str, text: str, now: datetime | None = None) -> Goal:
        return motivate.note_progress(self.faculties, goal_id, text, self._at(now))

    def complete_goal(self, goal_id: str, note: str = "", now: datetime | None = None) -> tuple[Goal, SpecialEvent]:
        """Reached; kept as an episode of its own (P5)."""
        return motivate.complete_goal(self.faculties, self.settings, goal_id, self._at(now), note)

    def abandon_goal(self, goal_id: str, reason: str = "", now: datetime | None = None) -> Goal:
        return motivate.abandon_goal(self.faculties, goal_id, self._at(now), reason)

    def goal_statistics(self, now: datetime | None = None) -> GoalStatistics:
        return motivate.goal_statistics(self.faculties, self._at(now))

    def questions(self, resolved: bool | None = False) -> list[OpenQuestion]:
        """What the persona most wants to know first; None means: resolved ones too (M3)."""
        return motivate.questions(self.faculties, resolved)

    def ask_question(
        self, topic: str, *, context: str = "", priority: float = 0.5, now: datetime | None = None
    ) -> tuple[OpenQuestion, bool]:
        """Wonder about something; False when the same question is open already."""
        return motivate.ask_question(
            self.faculties, self.settings, topic, self._at(now), context=context, priority=priority
        )

    def resolve_question(self, question_id: str, answer: str = "", now: datetime | None = None) -> OpenQuestion:
        return motivate.resolve_question(self.faculties, question_id, answer, self._at(now))

    def drop_question(self, question_id: str) -> OpenQuestion:
        return motivate.drop_question(self.faculties, question_id)

    # ------------------------------------------------------------ what the night brought

    def insights(self, limit: int | None = None) -> list[Insight]:
        """The dream diary, newest first (D2)."""
        return self.faculties.store.insights.all(self.scope, limit)

    def strategy(self) -> str:
        """What the persona last resolved to do: the one line of the dream diary that belongs into a prompt."""
        latest = self.faculties.store.insights.latest_strategy(self.scope)
        return latest.strategy if latest else ""

    def proposals(self, status: ProposalStatus | None = "pending") -> list[Proposal]:
        """What the night would write on entity pages; the persona decides (T2). None means: decided ones too."""
        return pages.proposals(self.faculties, status)

    def decide_proposal(
        self, proposal_id: str, accept: bool, text: str | None = None, now: datetime | None = None
    ) -> Proposal:
        """Accept it, which writes the page (with `text` instead of the fact, if given), or decline it for good."""
        return pages.decide_proposal(self.faculties, proposal_id, accept, self._at(now), text)

    def _at(self, now: datetime | None) -> datetime:
        return now or self.faculties.clock.now()

    # ------------------------------------------------------------ the night

    def sleep(self, now: datetime | None = None, progress: Progress | None = None, level: Wish = None) -> NightReport:
        """Live the night that began last, with all that were missed; a second call the same night does nothing.

        By itself it dreams when the conditions hold (D1), as far back as is due. `level` means that a person asked:
        then always, at level 1, 2 or 3, or at the one that is due ("auto"). While the machine's clock is in doubt (O6)
        no night is lived, unless `now` says which.
        """
        doubt = None if now else self.clock_in_doubt()
        now = now or self.faculties.clock.now()
        if doubt:
            return sleep.night_not_lived(self.faculties, self.settings, now, doubt)
        report = sleep.live_night(self.faculties, self.settings, now, progress, level)
        sleep.back_up_when_due(self.faculties, self.settings, lambda: self.backups, now)
        return report

    def plan_night(self, now: datetime | None = None, level: Wish = None) -> NightPlan:
        """What `sleep` would do now and what it would cost, without doing anything (D5)."""
        return sleep.plan_night(self.faculties, self.settings, now or self.faculties.clock.now(), level)

    def night_missed(self, now: datetime | None = None) -> bool:
        """True when the last night lies so far back that the next start should make up for it (F7)."""
        if now is None and (doubt := self.clock_doubt()) and not doubt.settled:
            return False
        return sleep.night_missed(self.faculties, self.settings, now or self.faculties.clock.now())

    def simulate(self, days: Sequence[float]) -> StoreProjection:
        """How many memories would be held at each level after so many days without recall (F8)."""
        return sleep.project_store(self.faculties, self.settings, days)

    def cost(self, model: str | None = None, embedder: str | None = None) -> Estimate:
        """A year's cost from the assumptions in the settings (F9)."""
        return sleep.estimate_cost(self.settings, model, embedder)

    # ------------------------------------------------------------ the house of document 002

    def export_old(self, path: Path) -> int:
        return self.house.old_house.write(path, self.export())

    def import_old(self, path: Path, progress: Progress | None = None) -> Encoded:
        """Move in from the database of document 002's system."""
        return encode.move_in(self.faculties, self.settings, self.house.old_house.read(path), progress)
