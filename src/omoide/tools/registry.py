"""The list of tools. A new one is a function in a file of this room, and a name here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from omoide.errors import NotFound, OmoideError
from omoide.tools.associations import DEVELOP
from omoide.tools.diaries import PLAN_MAIN, PLAN_SECRET, READ_MAIN, READ_SECRET
from omoide.tools.entities import LIST_ENTITIES, READ_ENTITY, SEARCH_ENTITY, WRITE_ENTITY
from omoide.tools.finding import RECALL, SEARCH
from omoide.tools.keeping import FORGET, PROTECT, REMEMBER, UNPROTECT
from omoide.tools.knowledge import SEARCH_KNOWLEDGE
from omoide.tools.motives import GOALS, QUESTIONS
from omoide.tools.night import SLEEP
from omoide.tools.outcomes import REPORT_OUTCOME
from omoide.tools.page_story import WHY_PAGE
from omoide.tools.paper import EDIT_CORE, EDIT_NOTEPAD, READ_FILE, WRITE_FILE
from omoide.tools.past import SEARCH_PAST
from omoide.tools.proposals import DECIDE, PROPOSALS
from omoide.tools.status import STATUS
from omoide.tools.story import CONTEXT, WHY
from omoide.tools.tool import Answer, Tool

if TYPE_CHECKING:
    from omoide.mind import Mind

TOOLS: tuple[Tool, ...] = (
    RECALL, SEARCH, REMEMBER, PROTECT, UNPROTECT, FORGET, WHY, WHY_PAGE, CONTEXT, SLEEP, STATUS, SEARCH_PAST,
    LIST_ENTITIES, READ_ENTITY, SEARCH_ENTITY, WRITE_ENTITY, EDIT_CORE, EDIT_NOTEPAD, READ_MAIN, PLAN_MAIN, READ_SECRET,
    PLAN_SECRET, READ_FILE, WRITE_FILE, GOALS, QUESTIONS, PROPOSALS, DECIDE, SEARCH_KNOWLEDGE,
    REPORT_OUTCOME, DEVELOP,
)  # fmt: skip

Style = Literal["openai", "anthropic"]


def tool_named(name: str) -> Tool:
    for tool in TOOLS:
        if tool.name == name:
            return tool
    known = ", ".join(tool.name for tool in TOOLS)
    raise NotFound(
        f"there is no tool {name!r}; there are {known}.", f"{name!r} という道具はありません。あるのは {known} です。"
    )


def schemas(style: Style = "openai") -> list[dict[str, Any]]:
    """Every tool as the request to a model wants it."""
    if style == "anthropic":
        return [{"name": t.name, "description": t.description, "input_schema": t.input_schema} for t in TOOLS]
    return [
        {
            "type": "function",
            "function": {"name": t.name, "description": t.description, "parameters": t.input_schema},
        }
        for t in TOOLS
    ]


def call(mind: Mind, name: str, arguments: Mapping[str, Any], language: str = "") -> Answer:
    """Run one. What goes wrong is an OmoideError whose line a model can act on; `language` is en or ja, or the
    setting when it is left out."""
    tool = tool_named(name)
    try:
        answer = tool.answer(tool.run(mind, tool.arguments(arguments)), language or mind.settings.language)
    except OmoideError as error:
        mind.note_event("error", tool=name, content=error.en)
        raise
    if tool.event:
        mind.note_event(tool.event, tool=name, summary=answer.notice.removeprefix("🛠 "))
    return answer
