"""What of other projects may come to mind in this one: less easily, not at all, or like everything else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from omoide.domain.memory import Memory
from omoide.domain.projects import ProjectRules, is_elsewhere
from omoide.domain.ranking import RecallRules, relevance
from omoide.ports import Faculties, Filter

Found = tuple[dict[int, float], dict[int, float]]  # what each of the two senses says of a row, best first

_ENOUGH = 2  # times the places there are: so many of this project are looked for
_WIDER = 4  # times as many are looked for when other projects fill the places
_WIDEST = 16  # times as many at most, where other projects are only lowered


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The project that one is in, if any, and what that means for memories of others."""

    project: str
    rules: ProjectRules

    @property
    def matter(self) -> bool:
        return bool(self.project) and self.rules.mode != "shared"

    @property
    def strict(self) -> bool:
        return self.matter and self.rules.mode == "strict"

    def factor(self, memory: Memory) -> float:
        away = self.matter and is_elsewhere(memory.origin, memory.personal, self.project)
        return (0.0 if self.strict else self.rules.elsewhere) if away else 1.0

    def allow(self, memory: Memory) -> bool:
        return not self.strict or not is_elsewhere(memory.origin, memory.personal, self.project)

    def elsewhere(self, faculties: Faculties, rows: Sequence[int]) -> set[int]:
        """Those of the rows that belong to another project."""
        return {
            row
            for row, (origin, personal) in faculties.store.memories.origins(rows).items()
            if is_elsewhere(origin, personal, self.project)
        }

    def search(
        self, faculties: Faculties, rules: RecallRules, when: float | None, look: Callable[[int], Found]
    ) -> tuple[dict[int, float], dict[int, float], dict[int, float]]:
        """What both senses bring, and the factor of each row that is lowered. Other projects must not fill the places:
        more is looked for until this one has enough, or until nothing that comes could still be relevant."""
        most = rules.candidates
        meaning, words = look(most)
        if not self.matter:
            return meaning, words, {}
        known: set[int] = set()
        away: set[int] = set()
        while True:
            fresh = [row for row in meaning.keys() | words.keys() if row not in known]
            known.update(fresh)
            away |= self.elsewhere(faculties, fresh)
            enough = not away or self._here((meaning, words), away, rules, when) >= _ENOUGH * rules.top_k
            widest = not self.strict and most >= _WIDEST * rules.candidates
            if enough or widest or not _goes_on(meaning, words, most, rules, when):
                break
            most *= _WIDER
            meaning, words = look(most)
        if self.strict:
            meaning, words = ({row: v for row, v in sense.items() if row not in away} for sense in (meaning, words))
            return meaning, words, {}
        return meaning, words, dict.fromkeys(away, self.rules.elsewhere)

    def _here(self, found: Found, away: set[int], rules: RecallRules, when: float | None) -> int:
        """How many are of this project. Where others are left out only the relevant ones count, so that no place stays
        empty; where others are only lowered, a second search for so few would cost more than it brings."""
        meaning, words = found
        rows = (meaning.keys() | words.keys()) - away
        if not self.strict:
            return len(rows)
        at_best = (
            relevance(meaning.get(row, 0.0), words.get(row, 0.0), rules, when, foreign=row not in words) for row in rows
        )
        return sum(value >= rules.relevance_floor for value in at_best)

    def pages(self, rules: RecallRules, faculties: Faculties, where: Filter) -> list[Memory]:
        """The newest memories that a filter brings, page by page until there are enough that belong here; of other
        projects those of the first page, if any."""
        here: list[Memory] = []
        others: list[Memory] = []
        most = _WIDEST * rules.candidates
        while len(here) < rules.candidates and (self.strict or where.offset < most):
            page = faculties.store.memories.select(faculties.scope, where)
            here += [memory for memory in page if self.factor(memory) == 1]
            if not where.offset and not self.strict:
                others = [memory for memory in page if self.factor(memory) != 1]
            if len(page) < rules.candidates:
                break
            where = replace(where, offset=where.offset + rules.candidates)
        return here[: rules.candidates] + others


def _goes_on(
    meaning: dict[int, float], words: dict[int, float], most: int, rules: RecallRules, when: float | None
) -> bool:
    """Whether what was not brought could still be relevant, judged by the last ones of the lists that are full."""
    near = min(meaning.values()) if len(meaning) >= most else 0.0
    held = min(words.values()) if len(words) >= most else 0.0
    at_best = max(relevance(near, held, rules, when), relevance(near, 0.0, rules, when, foreign=True))
    return max(near, held) > 0 and at_best >= rules.relevance_floor
