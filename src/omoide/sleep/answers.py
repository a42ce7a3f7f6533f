"""What a mind answered, made fit to be kept (D3): clean, without fences and secrets, within bounds, with a usable name.

A model may answer with five hundred items, with titles that no file could have, with the same thing twice or with
nothing. What can be used is used, what cannot is counted; nobody is there at night to be asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from omoide.domain.learned import LearnedKind
from omoide.domain.page import LONGEST_NAME, LONGEST_NAME_BYTES, folded, page_name
from omoide.errors import InvalidInput
from omoide.language.fences import without_fences
from omoide.perceive import fit
from omoide.prompts.distil_procedure import DistilledProcedure
from omoide.prompts.extract_knowledge import KnowledgeItem

LONGEST_DESCRIPTION = 500
MOST_KEYWORDS, LONGEST_KEYWORD = 5, 40
MOST_STEPS = 50
_UNFIT = re.compile(r'[/\\:*?"<>|\x00-\x1f\x7f#\[\]]+')
_NUMBER = re.compile(r"^\s*(?:\d+[.)．、）]|[-*・①-⑳])\s*")


@dataclass(frozen=True, slots=True)
class Draft:
    """A page as it could be written."""

    name: str
    text: str
    description: str = ""
    sources: tuple[int, ...] = ()
    rewrites: str = ""


def usable_name(kind: LearnedKind, title: str) -> str | None:
    """A title as the name of a page; None when nothing is left of it."""
    name = " ".join(_UNFIT.sub(" ", fit(without_fences(title), 400)).split()).strip(". ")[:LONGEST_NAME]
    name = name.encode()[:LONGEST_NAME_BYTES].decode(errors="ignore").strip(". ")
    try:
        return page_name(kind, name).name
    except InvalidInput:
        return None


def free_name(name: str, taken: Iterable[str]) -> str:
    """The name, or with a number behind it when another page has it."""
    there = {folded(one) for one in taken}
    number, free = 2, name
    while folded(free) in there:
        ending = f" ({number})"
        head = name.encode()[: LONGEST_NAME_BYTES - len(ending)].decode(errors="ignore")
        free, number = f"{head[: LONGEST_NAME - len(ending)].rstrip()}{ending}", number + 1
    return free


def knowledge_drafts(items: Sequence[KnowledgeItem], most: int, longest: int) -> tuple[list[Draft], dict[str, int]]:
    """Drafts, and how much was left out and why."""
    drafts: list[Draft] = []
    left = {"unusable": 0, "too_many": 0}
    for item in items:
        text = fit("\n".join(_lines(item.statements)), longest)
        name = usable_name("knowledge", item.title)
        if not text or name is None:
            left["unusable"] += 1
        elif any(folded(text) == folded(draft.text) for draft in drafts):
            continue  # said twice
        elif len(drafts) >= most:
            left["too_many"] += 1
        else:
            drafts.append(Draft(name, text, "", tuple(item.sources), fit(item.rewrites, LONGEST_NAME)))
    return drafts, left


def procedure_drafts(
    items: Sequence[DistilledProcedure], most: int, longest: int
) -> tuple[list[Draft], dict[str, int]]:
    """A procedure without a step is none."""
    drafts: list[Draft] = []
    left = {"unusable": 0, "too_many": 0}
    for item in items:
        name = usable_name("procedure", item.title)
        steps = [step for step in (_step(text) for text in item.steps[:MOST_STEPS]) if step]
        if name is None or not steps:
            left["unusable"] += 1
        elif any(folded(name) == folded(draft.name) for draft in drafts):
            continue
        elif len(drafts) >= most:
            left["too_many"] += 1
        else:
            notes = without_fences(item.notes).strip()
            text = "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))
            text = fit(f"{text}\n\n{notes}" if notes else text, longest)
            drafts.append(Draft(name, text, described(item.description or item.title, item.keywords)))
    return drafts, left


def described(description: str, keywords: Sequence[str]) -> str:
    """The line that a procedure is matched by (K4), with its keywords in brackets."""
    words = [fit(re.sub(r"[\[\]\n]", " ", word), LONGEST_KEYWORD) for word in keywords[:MOST_KEYWORDS]]
    line = " ".join(fit(without_fences(description), LONGEST_DESCRIPTION).split())
    return " ".join([line, *(f"[{word}]" for word in dict.fromkeys(words) if word and f"[{word}]" not in line)])


def _step(text: str) -> str:
    """One action. A command of several lines stays as it is, under its number."""
    first, *others = _NUMBER.sub("", without_fences(_NUMBER.sub("", text))).strip().split("\n")
    return "\n".join([first.strip(), *(f"   {line.rstrip()}" for line in others)]).rstrip()


def _lines(texts: Sequence[str]) -> list[str]:
    found = (" ".join(without_fences(text).split()) for text in texts)
    return [text for text in dict.fromkeys(found) if text]
