"""Working memory as the state of a graph (document 004): the last turns of the thread, and what they bring to mind.

What falls out of it is not lost: perceived turns are in the ledger, and come back as memories, notes and episodes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypedDict

from langchain_core.messages import AnyMessage, HumanMessage
from langgraph.graph.message import add_messages

TURNS = 12  # as many as document 004 keeps; each begins with what a person said


def working_memory(turns: int = TURNS) -> Callable[[Any, Any], list[AnyMessage]]:
    """A reducer for messages: as LangGraph's own, and then only the last so many turns. Whole turns go, so that no
    answer of a tool is left without its call; what stands before the first turn (a system message) stays."""

    def join(left: Any, right: Any) -> list[AnyMessage]:
        joined: Any = add_messages(left, right)
        return _last_turns(joined, turns)

    return join


class MemoryState(TypedDict, total=False):
    """`memories` is what the recall node found, fenced, for the system prompt; empty when nothing comes to mind."""

    messages: Annotated[list[AnyMessage], working_memory()]
    memories: str


def _last_turns(messages: Sequence[AnyMessage], turns: int) -> list[AnyMessage]:
    begins = [at for at, message in enumerate(messages) if isinstance(message, HumanMessage)]
    if len(begins) <= turns:
        return list(messages)
    return [*messages[: begins[0]], *messages[begins[-turns] :]]
