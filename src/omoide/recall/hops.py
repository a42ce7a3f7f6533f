"""One step further (G5, R12): a question may need two memories, and the second one holds none of its words.

"Where does the one who lent me the camera work?" finds "Takeshi lent me his camera"; that he works at a shipyard is
told elsewhere, and only his name joins the two. So the names in what was surely found are looked for as well. What they
lead to is less sure than what led to it, by the factor `recall.hop`, and so never relevant where nothing was found. The
factor keeps it below what comes to mind unasked: it is for those who search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from omoide.domain.ranking import Candidate, RecallRules, relevance_of
from omoide.language.cue_names import names_in
from omoide.language.terms import FUNCTION, terms, weight
from omoide.ports import Faculties
from omoide.recall.cue import Cue
from omoide.recall.projects import Surroundings
from omoide.settings import Settings

_FIRST = 3  # memories whose names are followed
_NAMES = 4  # names that are followed in all
_RARE = 8  # a name that more memories hold joins nothing


def hop(
    faculties: Faculties, settings: Settings, rules: RecallRules, cue: Cue, found: Sequence[Candidate],
    around: Surroundings,
) -> list[Candidate]:  # fmt: skip
    """The candidates, with those that a name in a surely found one leads to."""
    by_row = {one.memory.row: one for one in found}
    for source, name in _names(rules, cue, found) if rules.hop else ():
        sure = rules.hop * relevance_of(source, rules)
        led = _holding(faculties, name)
        unread = [row for row in led if row not in by_row]
        for memory in faculties.store.memories.fetch(faculties.scope, unread):
            if (settings.archive.searched or not memory.archived) and around.allow(memory):
                by_row[memory.row] = Candidate(memory, 0.0, 0.0, project_factor=around.factor(memory))
        for row in led:
            if row in by_row and row != source.memory.row and by_row[row].led < sure:
                by_row[row] = replace(by_row[row], led=sure, through=source.memory.id)
    return list(by_row.values())


def _names(rules: RecallRules, cue: Cue, found: Sequence[Candidate]) -> list[tuple[Candidate, str]]:
    """Names in the surest few that the cue does not hold, each with the memory that it was found in."""
    sure = [(relevance_of(one, rules), one) for one in found if not one.memory.archived]
    sure = [(value, one) for value, one in sure if value >= rules.strong_relevance]
    sure.sort(key=lambda pair: (-pair[0], pair[1].memory.id))
    known = set(terms(cue.words)) | cue.hearing.light
    names: dict[str, Candidate] = {}
    for _, one in sure[:_FIRST]:
        for name in names_in(one.memory.text):
            telling = any(weight(term) > FUNCTION for term in terms(name))  # not "The" after a colon
            if telling and known.isdisjoint(terms(name)):
                names.setdefault(name, one)
    return [(one, name) for name, one in names.items()][:_NAMES]


def _holding(faculties: Faculties, name: str) -> list[int]:
    """The memories that hold the whole name; none when it is in too many to tell anything."""
    rows = faculties.store.words.holding(faculties.scope, name, _RARE + 1).tolist()
    return rows if len(rows) <= _RARE else []
