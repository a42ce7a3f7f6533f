"""A reply as it is spoken: pieces of text from a model, handed on as they come.

Like calls.py it imports pydantic-ai, and is imported when a reply is first asked for. A call that fails is repeated
only while nothing of it has been heard: half a reply cannot be taken back.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

from pydantic_ai.exceptions import AgentRunError, ModelAPIError, UserError
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse, infer_model
from pydantic_ai.settings import ModelSettings

from omoide.adapters.models import reasons
from omoide.adapters.models.calls import PatientModel
from omoide.adapters.models.limits import Budget
from omoide.adapters.models.patience import Patience, Told
from omoide.errors import Postponed
from omoide.ports import Speech

Tell = Callable[[str | Told], None]
SILENCE = "…"


async def speak(name: str, speech: Speech, patience: Patience, budget: Budget, tell: Tell) -> None:
    """Tell every piece, and at the end what was used; the answer of that is None, or why there is no more."""
    try:
        model = infer_model(name)
    except (UserError, ImportError, ValueError) as error:
        tell(Told(0, reasons.not_set_up(error, name), 0, 0, 0))
        return
    reply = _Reply(name, model, speech, patience, budget, tell)
    async with model:
        await reply.say()


class _Reply:
    def __init__(self, name: str, model: Model, speech: Speech, patience: Patience, budget: Budget, tell: Tell) -> None:
        self._name = name
        self._model = model
        self._patience = patience
        self._budget = budget
        self._tell = tell
        self._messages = _messages(speech)
        self._call = PatientModel(model, name, patience, budget, speech.system)
        self._heard = False
        self._cut_off = self._refused = False
        self._used = (0, 0, 0)

    async def say(self) -> None:
        attempt = 0
        while True:
            why: Postponed | None = None
            try:
                await self._patience.turn()
                await self._once()
            except Postponed as refused:
                why = refused
            except (AgentRunError, UserError, TimeoutError) as error:
                seconds = None if self._heard else self._call.pause(error, attempt)
                if seconds is not None:
                    await self._patience.wait(seconds)
                    attempt += 1
                    continue
                why = self._reason(error)
            if why is None and not self._heard:
                why = self._reason(AgentRunError("nothing was said"))
            self._tell(Told(0, why, *self._used))
            return

    async def _once(self) -> None:
        patience = self._patience
        reserved = self._budget.reserve(self._name, self._call.most_input(self._messages), patience.max_tokens)
        cost = reserved  # until we know better
        settings = ModelSettings(temperature=patience.temperature, max_tokens=patience.max_tokens)
        if "max_retries" not in self._model.unsupported_settings:
            settings["max_retries"] = 0
        try:
            async with (
                asyncio.timeout(patience.timeout_seconds) as limit,
                self._model.request_stream(self._messages, settings, ModelRequestParameters()) as stream,
            ):
                async for piece in _texts(stream):
                    limit.reschedule(asyncio.get_running_loop().time() + patience.timeout_seconds)
                    self._heard = True
                    self._tell(piece)
            used = stream.usage
            self._used = (1, used.input_tokens, used.output_tokens)
            self._cut_off = stream.finish_reason == "length"
            self._refused = stream.finish_reason == "content_filter"
            cost = self._budget.price(self._name, used.input_tokens, used.output_tokens)
        except ModelAPIError as error:
            cost = 0.0 if reasons.was_not_billed(error) else reserved
            raise
        finally:
            self._budget.settle(reserved, cost)

    def _reason(self, error: Exception) -> Postponed:
        return reasons.postponed(error, self._name, self._patience.timeout_seconds, self._cut_off, self._refused)


async def _texts(stream: StreamedResponse) -> AsyncIterator[str]:
    """What is meant to be heard: text, and nothing that the model only thinks."""
    async for event in stream:
        piece: Any = ""
        if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart):
            piece = event.part.content
        elif isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
            piece = event.delta.content_delta
        if piece:
            yield piece


def _messages(speech: Speech) -> list[ModelMessage]:
    """The two take turns, and the person begins: providers refuse anything else, and empty messages. What got no reply
    is joined with what was said next; where the persona began by itself, the person stands there silent."""
    messages: list[ModelMessage] = []
    said_since: list[str] = []
    for said, replied in speech.history:
        said_since += [said] if said.strip() else []
        if replied.strip():
            messages.append(ModelRequest([UserPromptPart("\n\n".join(said_since) or SILENCE)]))
            messages.append(ModelResponse([TextPart(replied)]))
            said_since = []
    last = "\n\n".join([*said_since, speech.message])
    return [*messages, ModelRequest([UserPromptPart(last)], instructions=speech.system or None)]
