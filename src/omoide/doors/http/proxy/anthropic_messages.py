"""Anthropic's messages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from omoide.doors.http.proxy.events import Event
from omoide.doors.http.proxy.protocol import Body, inside, messages_of, parsed, texts
from omoide.language.reply_tags import TagStream, strip

_GOES_ON = ("tool_use", "pause_turn")  # why a reply stops that is not over


class AnthropicMessages:
    path = "/v1/messages"

    def said(self, body: Body) -> list[str]:
        return [texts(one.get("content")) for one in messages_of(body) if _is_said(one)]

    def replied_already(self, body: Body) -> str:
        said: list[str] = []
        for one in messages_of(body):
            if _is_said(one):
                said = []
            elif one.get("role") == "assistant" and (text := texts(one.get("content")).strip()):
                said.append(text)
        return "\n\n".join(said)

    def user(self, body: Body) -> str:
        facts = body.get("metadata")
        named = facts.get("user_id") if isinstance(facts, Mapping) else None
        return named if isinstance(named, str) else ""

    def form_is_given(self, body: Body) -> bool:
        choice = body.get("tool_choice")
        forced = isinstance(choice, Mapping) and choice.get("type") in ("any", "tool")
        config = body.get("output_config")
        formed = body.get("output_format") or (isinstance(config, Mapping) and config.get("format"))
        last = messages_of(body)[-1:]
        return forced or bool(formed) or (bool(last) and last[0].get("role") == "assistant")  # words put in its mouth

    def with_memory(self, body: Body, text: str) -> Body:
        """After what is there: blocks that the provider keeps from one request to the next stay the beginning."""
        system = body.get("system")
        if isinstance(system, list):
            joined: Any = [*system, {"type": "text", "text": text}]
        else:
            joined = f"{system}\n\n{text}" if system else text
        return {**body, "system": joined}

    def whole(self, answer: Body) -> tuple[Body, str, bool]:
        content = answer.get("content")
        calls = answer.get("stop_reason") in _GOES_ON
        if not isinstance(content, list):
            return answer, "", calls
        kept = [_seen(block) for block in content]
        return {**answer, "content": kept}, texts(content), calls

    def stream(self) -> AnthropicReply:
        return AnthropicReply()

    def error(self, status: int, message: str) -> Body:
        return {"type": "error", "error": {"type": "api_error", "message": message}}


class AnthropicReply:
    def __init__(self) -> None:
        self.finished = self.calls = False
        self._tags: dict[Any, TagStream] = {}
        self._heard: list[str] = []
        self._spoken = False

    def heard(self) -> str:
        heard, self._heard = "".join(self._heard), []
        return heard

    def feed(self, event: Event) -> Iterator[Event]:
        told = parsed(event)
        kind = told.get("type")
        if kind == "content_block_delta" and inside(told, "delta").get("type") == "text_delta":
            yield from self._piece(event, told)
            return
        if kind == "content_block_start":
            self._begin(told)
        elif kind == "content_block_stop":
            yield from self._rest(told)
        elif kind == "message_delta":
            self.calls = inside(told, "delta").get("stop_reason") in _GOES_ON
        elif kind == "message_stop":
            self.finished = True
        yield event

    def _begin(self, told: Body) -> None:
        if inside(told, "content_block").get("type") == "text":
            self._tags[told.get("index")] = TagStream()
            if self._spoken:
                self._heard.append("\n\n")  # after a tool, another paragraph

    def _piece(self, event: Event, told: Body) -> Iterator[Event]:
        delta = inside(told, "delta")
        piece = str(delta.get("text") or "")
        self._heard.append(piece)
        self._spoken = self._spoken or bool(piece.strip())
        shown = self._tags.setdefault(told.get("index"), TagStream()).feed(piece)
        if shown == piece:
            yield event
        elif shown:
            yield Event(json.dumps({**told, "delta": {**delta, "text": shown}}), event.name)

    def _rest(self, told: Body) -> Iterator[Event]:
        """What was held back because it might have become a tag."""
        tags = self._tags.pop(told.get("index"), None)
        if tags and (rest := tags.finish().visible):
            delta = {"type": "text_delta", "text": rest}
            made = {"type": "content_block_delta", "index": told.get("index"), "delta": delta}
            yield Event(json.dumps(made), "content_block_delta")


def _is_said(message: Mapping[str, Any]) -> bool:
    """By the person: what brings the answers of tools is the program's."""
    content = message.get("content")
    parts = content if isinstance(content, list) else []
    answers = any(isinstance(part, Mapping) and part.get("type") == "tool_result" for part in parts)
    return message.get("role") == "user" and not answers


def _seen(block: Any) -> Any:
    if isinstance(block, Mapping) and block.get("type") == "text" and isinstance(block.get("text"), str):
        return {**block, "text": strip(block["text"]).visible}
    return block
