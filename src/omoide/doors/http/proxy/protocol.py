"""What the proxy must know of a chat protocol. Everything else of a request and a reply passes untouched."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from omoide.doors.http.proxy.events import Event

Body = dict[str, Any]


class Reply(Protocol):
    """A reply as it arrives. `finished`: it has come to its end; `calls`: that end is a call of a tool, and the turn
    goes on with the next request."""

    finished: bool
    calls: bool

    def feed(self, event: Event) -> Iterator[Event]:
        """What the client may see of an event: text without tags, all else as it is."""
        ...

    def heard(self) -> str:
        """What was said since the last time this was asked, tags and all."""
        ...


class Chat(Protocol):
    """One protocol: where memories go in a request, where words stand in a reply."""

    @property
    def path(self) -> str:
        """As clients ask us."""
        ...

    def said(self, body: Body) -> list[str]:
        """The person's messages in order; answers of tools are none."""
        ...

    def replied_already(self, body: Body) -> str:
        """What the persona said since the last of them, before tools were used."""
        ...

    def user(self, body: Body) -> str:
        """Whom the request names as its user; empty for nobody."""
        ...

    def form_is_given(self, body: Body) -> bool:
        """Whether the reply must have a form (JSON, a tool) in which tags would be a fault."""
        ...

    def with_memory(self, body: Body, text: str) -> Body:
        """The request with a text at the end of its system prompt."""
        ...

    def whole(self, answer: Body) -> tuple[Body, str, bool]:
        """An answer that came at once: without tags; what was said, tags and all; and whether it ends in calls."""
        ...

    def stream(self) -> Reply: ...

    def error(self, status: int, message: str) -> Body:
        """An error of ours in the form that clients of this protocol read."""
        ...


def parsed(event: Event) -> Body:
    """What an event holds; nothing when it is no object, as a comment or a provider's own addition may be."""
    try:
        told = json.loads(event.data) if event.data else None
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def inside(body: Body, name: str) -> Body:
    """An object within another; nothing when it is none."""
    found = body.get(name)
    return found if isinstance(found, dict) else {}


def texts(content: Any) -> str:
    """The words in the content of a message: a text, or parts of which some are."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    found = [part.get("text") for part in parts if isinstance(part, Mapping) and part.get("type") == "text"]
    return "\n\n".join(text for text in found if isinstance(text, str))


def messages_of(body: Body) -> list[Mapping[str, Any]]:
    found = body.get("messages")
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []
