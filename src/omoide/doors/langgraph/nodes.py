"""Two nodes: one before the model speaks (what comes to mind), one after it has spoken (the turn is kept).

The thread of the graph (`configurable.thread_id`) is the session of the memory. A mind belongs to one persona and one
person; a graph that serves many hands over a function that chooses the mind from the configuration.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langchain_core.runnables import RunnableConfig

from omoide.doors.langgraph.state import MemoryState
from omoide.language.reply_tags import strip
from omoide.mind import Mind

Whose = Mind | Callable[[RunnableConfig], Mind]
Node = Callable[[MemoryState, RunnableConfig], dict[str, Any]]


def recall_node(mind: Whose) -> Node:
    """Puts into `memories` everything that the persona has in mind for a reply to the last human message (R9)."""

    def recall(state: MemoryState, config: RunnableConfig) -> dict[str, Any]:
        said = [message.text for message in state.get("messages", []) if isinstance(message, HumanMessage)]
        if not said:
            return {"memories": ""}
        own = _mind(mind, config)
        shown = own.already_said(said[:-1])
        return {"memories": own.context(said[-1], session=_session(config), shown=shown).text}

    return recall


def perceive_node(mind: Whose) -> Node:
    """Keeps the last turn, and takes the persona's tags out of the reply. Run again from a checkpoint, it is the same
    turn and kept once: LangGraph gives messages ids."""

    def perceive(state: MemoryState, config: RunnableConfig) -> dict[str, Any]:
        turn = _last_turn(state.get("messages", []))
        replies = [message for message in turn[1:] if isinstance(message, AIMessage)]
        if not replies:
            return {}
        session, key = _session(config), f"langgraph:{turn[0].id}:{replies[-1].id}"
        replied = "\n\n".join(text for message in replies if (text := message.text.strip()))
        _mind(mind, config).perceive(turn[0].text, replied, session=session, key=key)
        return {"messages": [message for reply in replies if (message := _without_tags(reply)) is not None]}

    return perceive


def _mind(mind: Whose, config: RunnableConfig) -> Mind:
    return mind if isinstance(mind, Mind) else mind(config)


def _session(config: RunnableConfig) -> str:
    return str(config.get("configurable", {}).get("thread_id", ""))


def _last_turn(messages: Sequence[AnyMessage]) -> Sequence[AnyMessage]:
    """From the last human message on; empty without one."""
    begins = [at for at, message in enumerate(messages) if isinstance(message, HumanMessage)]
    return messages[begins[-1] :] if begins else ()


def _without_tags(message: AIMessage) -> AIMessage | None:
    """The same message (its id stays, so it is replaced) as it may be shown; None when it has no tags."""
    if isinstance(message.content, str):
        seen: Any = strip(message.content).visible
    else:
        seen = [_part_without_tags(part) for part in message.content]
    return None if seen == message.content else message.model_copy(update={"content": seen})


def _part_without_tags(part: Any) -> Any:
    if isinstance(part, str):
        return strip(part).visible
    return {**part, "text": strip(part["text"]).visible} if part.get("type") == "text" else part
