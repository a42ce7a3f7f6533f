"""The calls themselves, through pydantic-ai: typed answers, patience with failing providers, exact counting.

This is the only part of the models that imports pydantic-ai, and it is imported when a model is first called.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pydantic_ai import Agent
from pydantic_ai.exceptions import AgentRunError, ModelAPIError, UserError
from pydantic_ai.messages import ModelMessage, ModelMessagesTypeAdapter, ModelResponse
from pydantic_ai.models import Model, ModelRequestParameters, infer_model
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings

from omoide.adapters.models import reasons
from omoide.adapters.models.limits import Budget
from omoide.adapters.models.patience import Patience, Told
from omoide.errors import Postponed

# The schema of the answer and the provider's own framing, in tokens, when the most a call can cost is reckoned.
FRAMING_TOKENS = 2_000
# So many questions in a row that fail although each was tried again, and the provider counts as down for this run.
DOWN_AFTER = 3


async def answer_all(
    name: str, questions: Sequence[Any], patience: Patience, budget: Budget, tell: Callable[[Told], None]
) -> None:
    """Ask so many at once as allowed; tell each answer as it comes."""
    waiting = iter(enumerate(questions))
    try:
        model = infer_model(name)
    except (UserError, ImportError, ValueError) as error:
        why = reasons.not_set_up(error, name)
        for position, _ in waiting:
            tell(Told(position, why, 0, 0, 0))
        return
    batch = _Batch(name, model, patience, budget, tell)
    async with model, asyncio.TaskGroup() as group:
        for _ in range(min(patience.concurrency, len(questions))):
            group.create_task(batch.work(waiting))


class _Batch:
    """Questions that share a model, its connections and its fate."""

    def __init__(
        self, name: str, model: Model, patience: Patience, budget: Budget, tell: Callable[[Told], None]
    ) -> None:
        self._name = name
        self._model = model
        self._patience = patience
        self._budget = budget
        self._tell = tell
        self._agents: dict[type, Agent[None, Any]] = {}
        self._failed_in_a_row = 0
        self._down: Postponed | None = None

    async def work(self, waiting: Iterator[tuple[int, Any]]) -> None:
        """One of several workers that take questions from the same pile."""
        for position, question in waiting:
            call = PatientModel(self._model, self._name, self._patience, self._budget, question.render().system)
            answer = self._down or await self._ask(question, call)
            self._tell(Told(position, answer, call.calls, call.input_tokens, call.output_tokens))

    async def _ask(self, question: Any, call: PatientModel) -> Any:
        wording = question.render()
        try:
            async with asyncio.timeout(getattr(question, "seconds", None)):
                result = await self._agent(question.answer).run(wording.user, instructions=wording.system, model=call)
        except Postponed as refused:
            return refused
        except (AgentRunError, UserError, TimeoutError, ValueError) as error:
            # ValueError: an answer with a number that JSON does not have cannot even be sent back to be corrected
            seconds = getattr(question, "seconds", None) or self._patience.timeout_seconds
            why = reasons.postponed(error, self._name, seconds, call.cut_off, call.refused)
            self._note_failure(error, why)
            return why
        self._failed_in_a_row = 0
        return result.output

    def _note_failure(self, error: Exception, why: Postponed) -> None:
        """A wrong key or a provider that is down fails every question alike: do not ask the rest."""
        self._failed_in_a_row = self._failed_in_a_row + 1 if reasons.is_transient(error) else 0
        if reasons.is_hopeless(error) or self._failed_in_a_row >= DOWN_AFTER:
            self._down = why

    def _agent(self, answer: type) -> Agent[None, Any]:
        if answer not in self._agents:
            settings = ModelSettings(temperature=self._patience.temperature, max_tokens=self._patience.max_tokens)
            if "max_retries" not in self._model.unsupported_settings:
                settings["max_retries"] = 0  # the provider's library would repeat calls that no budget counts
            self._agents[answer] = Agent(
                output_type=answer,
                name="omoide",
                model_settings=settings,
                retries={"output": self._patience.corrections},
            )
        return self._agents[answer]


class PatientModel(WrapperModel):
    """A model for one question: every request is reserved, timed, repeated while that may help, and counted."""

    def __init__(self, wrapped: Model, name: str, patience: Patience, budget: Budget, system: str) -> None:
        super().__init__(wrapped)
        self._name = name
        self._patience = patience
        self._budget = budget
        self._system_bytes = len(system.encode())
        self.calls = 0
        self.input_tokens = 0
        self.output_tokens = 0
        self.cut_off = False
        self.refused = False

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        attempt = 0
        while True:
            await self._patience.turn()
            try:
                return await self._once(messages, model_settings, model_request_parameters)
            except (ModelAPIError, TimeoutError) as error:
                seconds = self.pause(error, attempt)
                if seconds is None:
                    raise
            await self._patience.wait(seconds)
            attempt += 1

    async def _once(
        self, messages: list[ModelMessage], settings: ModelSettings | None, parameters: ModelRequestParameters
    ) -> ModelResponse:
        reserved = self._budget.reserve(self._name, self.most_input(messages), self._patience.max_tokens)
        cost = reserved  # until we know better
        try:
            async with asyncio.timeout(self._patience.timeout_seconds):
                response = await self.wrapped.request(messages, settings, parameters)
            usage = response.usage
            cost = self._budget.price(self._name, usage.input_tokens, usage.output_tokens)
        except ModelAPIError as error:
            cost = 0.0 if reasons.was_not_billed(error) else reserved
            raise
        finally:
            self._budget.settle(reserved, cost)
        self.calls += 1
        self.input_tokens += usage.input_tokens
        self.output_tokens += usage.output_tokens
        self.cut_off = response.finish_reason == "length"
        self.refused = response.finish_reason == "content_filter"
        return response

    def most_input(self, messages: list[ModelMessage]) -> int:
        """No tokeniser makes more tokens than there are bytes."""
        return self._system_bytes + len(ModelMessagesTypeAdapter.dump_json(messages)) + FRAMING_TOKENS

    def pause(self, error: Exception, attempt: int) -> float | None:
        """Seconds until the next attempt: as the provider asks, else 2, 4, 8; None when it is not worth it (P2)."""
        if attempt >= self._patience.retries or not reasons.is_transient(error):
            return None
        asked = getattr(error, "retry_after", None)
        seconds = min(2.0 ** (attempt + 1), self._patience.longest_wait) if asked is None else asked
        return seconds if seconds <= self._patience.longest_wait else None
