"""The part of Mind that knows what was learned. Every line delegates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from omoide import knowing
from omoide.disk import where_it_can_be_kept
from omoide.domain.learned import LEARNED

if TYPE_CHECKING:
    from omoide.domain.disuse import Use
    from omoide.domain.learned import Learned, LearnedKind
    from omoide.domain.page import Page, PageName
    from omoide.knowing import Found, Matched
    from omoide.ports import Faculties
    from omoide.settings import Settings


class Learner:
    faculties: Faculties
    settings: Settings

    def learned(self, kind: LearnedKind | None = None, archived: bool = False) -> list[Learned]:
        """Pages of knowledge, procedures and skills, as their files are this moment (T3)."""
        with where_it_can_be_kept():
            knowing.refresh_learned(self.faculties, self.settings, self.faculties.clock.now())
        return knowing.learned(self.faculties, kind, archived)

    def learned_page(self, kind: LearnedKind, name: str, archived: bool = False) -> Learned:
        return knowing.one_learned(self.faculties, kind, name, archived)

    def learned_uses(self) -> dict[tuple[LearnedKind, str], Use]:
        """How often each page was shown, when last, and since when it counts as hardly used (K6)."""
        return knowing.usage(self.faculties)

    def search_learned(
        self, cue: str, *, kinds: Sequence[LearnedKind] = LEARNED, limit: int = 5, now: datetime | None = None,
        mark: bool = True,
    ) -> list[Found]:  # fmt: skip
        """What answers a cue, each with why (R5). What is found counts as used, unless mark=False."""
        now = now or self.faculties.clock.now()
        found = knowing.search_learned(self.faculties, self.settings, cue, kinds, now, limit)
        if mark:
            self.use_learned([one.item for one in found], now)
        return found

    def match_procedures(self, message: str, *, limit: int = 3, now: datetime | None = None) -> list[Matched]:
        """Procedures and skills that fit a message, in three stages (K4). Nothing is marked."""
        return knowing.match_procedures(self.faculties, self.settings, message, now, limit)

    def report_outcome(self, name: str, success: bool, note: str = "", now: datetime | None = None) -> Learned:
        """A procedure worked, or did not: from now on that is how far it is trusted (K4)."""
        now = now or self.faculties.clock.now()
        return knowing.report_outcome(self.faculties, self.settings, name, success, now, note)

    def write_page(self, name: PageName, text: str, revision: str, now: datetime | None = None) -> Page:
        """The persona writes a page whole, front matter and all, on purpose (R11)."""
        now = now or self.faculties.clock.now()
        return knowing.write_whole_page(self.faculties, self.settings, name, text, revision, now)

    def use_learned(self, items: Sequence[Learned], now: datetime | None = None) -> None:
        """They were shown: that is a use (K6)."""
        knowing.mark_used(self.faculties, items, now or self.faculties.clock.now())

    def protect_page(self, kind: LearnedKind, name: str, protect: bool = True, now: datetime | None = None) -> Learned:
        """Never forget a page, or let it be forgotten again; it stands in its front matter (K6)."""
        item = knowing.one_learned(self.faculties, kind, name)
        if kind == "skill":
            return item  # skills are never forgotten
        facts: Any = replace(item.facts, protected=protect)  # type: ignore[call-arg]
        now, action = now or self.faculties.clock.now(), "protected" if protect else "released"
        changed = replace(item, facts=facts)
        return knowing.write_learned(self.faculties, self.settings, changed, now, action=action, by="person")

    def retire_page(self, kind: LearnedKind, name: str, reason: str = "", now: datetime | None = None) -> Learned:
        """Put a page away, where nothing finds it and from where it can be restored."""
        now, item = now or self.faculties.clock.now(), knowing.one_learned(self.faculties, kind, name)
        return knowing.retire(
            self.faculties, self.settings, item, now, action="archived", reason=reason, by="person"
        )  # fmt: skip

    def restore_page(self, kind: LearnedKind, name: str, now: datetime | None = None) -> Learned:
        now = now or self.faculties.clock.now()
        return knowing.restore(self.faculties, self.settings, kind, name, now, by="person")
