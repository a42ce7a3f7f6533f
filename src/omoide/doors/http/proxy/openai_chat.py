"""OpenAI's chat completions, as many other servers speak them too."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from omoide.doors.http.proxy.events import Event
from omoide.doors.http.proxy.protocol import Body, inside, messages_of, parsed, texts
from omoide.language.reply_tags import TagStream, strip

DONE = "[DONE]"
_CALLING = ("tool_calls", "function_call")


class OpenAiChat:
    path = "/v1/chat/completions"

    def said(self, body: Body) -> list[str]:
        return [texts(one.get("content")) for one in messages_of(body) if one.get("role") == "user"]

    def replied_already(self, body: Body) -> str:
        said: list[str] = []
        for one in messages_of(body):
            if one.get("role") == "user":
                said = []
            elif one.get("role") == "assistant" and (text := texts(one.get("content")).strip()):
                said.append(text)
        return "\n\n".join(said)

    def user(self, body: Body) -> str:
        named = body.get("user") or body.get("safety_identifier")
        return named if isinstance(named, str) else ""

    def form_is_given(self, body: Body) -> bool:
        form, choice = body.get("response_format"), body.get("tool_choice")
        return (
            bool(isinstance(form, Mapping) and form.get("type") != "text")
            or choice == "required"
            or isinstance(choice, Mapping)
        )

    def with_memory(self, body: Body, text: str) -> Body:
        messages = list(body["messages"])
        roles = [one.get("role") if isinstance(one, Mapping) else None for one in messages]
        at = next((n for n, role in enumerate(roles) if role in ("system", "developer")), None)
        if at is None:
            return {**body, "messages": [{"role": "system", "content": text}, *messages]}
        content = messages[at].get("content")
        if isinstance(content, list):
            joined: Any = [*content, {"type": "text", "text": text}]
        else:
            joined = f"{content}\n\n{text}" if content else text
        messages[at] = {**messages[at], "content": joined}
        return {**body, "messages": messages}

    def whole(self, answer: Body) -> tuple[Body, str, bool]:
        choices, heard, calls = [], "", False
        for number, choice in enumerate(_choices(answer)):
            message = inside(choice, "message")
            content = message.get("content")
            if isinstance(content, str):
                choice = {**choice, "message": {**message, "content": strip(content).visible}}
            if number == 0:
                heard, calls = texts(content), any(message.get(name) for name in _CALLING)
            choices.append(choice)
        return {**answer, "choices": choices} if choices else answer, heard, calls

    def stream(self) -> OpenAiReply:
        return OpenAiReply()

    def error(self, status: int, message: str) -> Body:
        return {"error": {"message": message, "type": "omoide_error", "param": None, "code": str(status)}}


class OpenAiReply:
    """Only the first choice is remembered: the others are replies that might have been."""

    def __init__(self) -> None:
        self.finished = self.calls = False
        self._tags: dict[int, TagStream] = {}
        self._heard: list[str] = []
        self._last: Body = {}

    def heard(self) -> str:
        heard, self._heard = "".join(self._heard), []
        return heard

    def feed(self, event: Event) -> Iterator[Event]:
        if event.data == DONE:
            self.finished = True
            for index in list(self._tags):  # of choices whose end nobody told
                yield from self._rest(self._last, index)
            yield event
            return
        chunk = parsed(event)
        choices = _choices(chunk)
        if not choices:
            yield event
            return
        self._last = chunk
        kept = [self._without_tags(choice) for choice in choices]
        for choice in choices:
            if choice.get("finish_reason"):
                self.finished = self.finished or choice.get("index", 0) == 0
                yield from self._rest(chunk, choice.get("index", 0))
        if kept == choices:
            yield event
        elif shown := [choice for choice in kept if _says_something(choice)]:
            yield Event(json.dumps({**chunk, "choices": shown}), event.name)
        elif chunk.get("usage"):
            yield Event(json.dumps({**chunk, "choices": []}), event.name)

    def _without_tags(self, choice: Body) -> Body:
        delta, index = inside(choice, "delta"), choice.get("index", 0)
        if index == 0 and any(delta.get(name) for name in _CALLING):
            self.calls = True
        piece = delta.get("content")
        if not isinstance(piece, str) or not piece:
            return choice
        if index == 0:
            self._heard.append(piece)
        return {**choice, "delta": {**delta, "content": self._tags.setdefault(index, TagStream()).feed(piece)}}

    def _rest(self, chunk: Body, index: int) -> Iterator[Event]:
        """What was held back because it might have become a tag."""
        tags = self._tags.pop(index, None)
        if tags and (rest := tags.finish().visible):
            choice = {"index": index, "delta": {"content": rest}, "finish_reason": None}
            yield Event(json.dumps({**{k: v for k, v in chunk.items() if k != "usage"}, "choices": [choice]}))


def _choices(body: Body) -> list[Body]:
    """None when there is one that is no object: what we do not understand we do not touch."""
    found = body.get("choices")
    return found if isinstance(found, list) and all(isinstance(one, dict) for one in found) else []


def _says_something(choice: Body) -> bool:
    """More than an empty text."""
    delta = inside(choice, "delta")
    return bool(choice.get("finish_reason")) or delta.get("content") != "" or len(delta) > 1
