"""What the persona wrote down, and what it knows pages about (T1, T2)."""

from __future__ import annotations

from omoide.context.moment import Moment, headed, piece
from omoide.domain.budget import Section
from omoide.domain.page import PageName, folded
from omoide.pages import entity_names, in_prompt


def core_memory(moment: Moment) -> Section:
    text = in_prompt(moment.faculties, PageName("core_memory"))
    return Section("core_memory", tuple(map(piece, paragraphs(text))))


def notepad(moment: Moment) -> Section:
    """What was noted last stands at the end, and matters most."""
    text = in_prompt(moment.faculties, PageName("notepad"))
    return Section("notepad", tuple(map(piece, paragraphs(text))), keep="last")


def entities(moment: Moment) -> Section:
    """Names only, never what the pages say (Z1); those that were just named first."""
    said = folded(moment.message)
    names = sorted(entity_names(moment.faculties), key=lambda name: folded(name) not in said)
    heading = moment.say(
        "You have pages about these; read_entity_memory reads one:",
        "次の人や物事のページがあります（read_entity_memory で読めます）:",
    )
    return Section("entities", headed(heading, [piece(f"- {name}", name) for name in names]))


def proposals(moment: Moment) -> Section:
    """What the night would write on a page: the persona decides (T2)."""
    pending = moment.faculties.store.proposals.all(moment.faculties.scope)
    heading = moment.say(
        "While you slept, these notes were proposed for your pages; decide_entity_proposal takes your word on each:",
        "眠っているあいだに、ページに書く案が出ました。採るかどうかを decide_entity_proposal で決めてください:",
    )
    lines = [piece(f"- [{one.id}] {one.name}: {' '.join(one.fact.split())}", one.id) for one in reversed(pending)]
    return Section("proposals", headed(heading, lines))


def paragraphs(text: str) -> list[str]:
    """With the blank line that parts them, so that joined by lines they are as they were."""
    parts = [part.strip("\n") for part in text.split("\n\n") if part.strip()]
    return [part + "\n" for part in parts[:-1]] + parts[-1:]
