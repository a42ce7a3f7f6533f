"""A language model as a thinker: any provider, typed answers, and an honest "not now" when there is none (F10).

Nothing heavy is imported here: a process that never asks a model never loads the library for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

from omoide.adapters.models.apart import run_apart
from omoide.adapters.models.limits import Budget
from omoide.adapters.models.patience import Patience, Told
from omoide.disk import where_it_can_be_kept
from omoide.errors import MissingExtra, Postponed
from omoide.ports import Progress, Role, Speech, Usage


class ModelThinker:
    """Asks one model, named as provider:model. What fails is Postponed; nobody else answers in its place.

    retries: how often a failing call is repeated; corrections: how often a wrong answer is sent back.
    longest_wait: a provider that asks for more seconds of patience than this is left alone until the next run.
    pace: seconds to wait before a call to this model, where others share its provider.
    record and progress are called in the thread that asks.
    """

    def __init__(
        self,
        model: str,
        *,
        temperature: float = 0.0,
        max_tokens: int = 1024,
        timeout_seconds: float = 60.0,
        retries: int = 3,
        corrections: int = 2,
        concurrency: int = 4,
        longest_wait: float = 60.0,
        budget: Budget | None = None,
        record: Callable[[Usage], None] | None = None,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
        pace: Callable[[str], float] | None = None,
    ) -> None:
        self.model = model
        self._budget = budget or Budget()
        self._record = record
        self._patience = Patience(
            temperature=temperature,
            max_tokens=max_tokens,
            timeout_seconds=timeout_seconds,
            retries=retries,
            corrections=corrections,
            concurrency=concurrency,
            longest_wait=longest_wait,
            wait=wait,
            pace=(lambda: pace(model)) if pace else None,
        )

    def who(self, question: Any) -> str:
        return self.model

    def ask(self, question: Any) -> Any:
        [answer] = self.ask_all([question])
        if isinstance(answer, Postponed):
            raise answer
        return answer

    def ask_all(self, questions: Sequence[Any], progress: Progress | None = None) -> list[Any]:
        answers: list[Any] = [None] * len(questions)
        if not questions:
            return answers
        answer_all = _answer_all()

        def work(tell: Callable[[Told], None]) -> Coroutine[Any, Any, None]:
            return answer_all(self.model, questions, self._patience, self._budget, tell)

        with closing(run_apart(work)) as told:
            for done, item in enumerate(told, start=1):
                answers[item.position] = item.answer
                self._count(questions[item.position].role, item)
                if progress:
                    progress(done, len(questions))
        return answers

    def stream(self, speech: Speech) -> Generator[str, None, None]:
        speak = _speak()

        def work(tell: Callable[[str | Told], None]) -> Coroutine[Any, Any, None]:
            return speak(self.model, speech, self._patience, self._budget, tell)

        with closing(run_apart(work)) as told:
            for item in told:
                if isinstance(item, str):
                    yield item
                    continue
                self._count(speech.role, item)
                if isinstance(item.answer, Postponed):
                    raise item.answer

    def _count(self, role: Role, item: Told) -> None:
        """An answer that was paid for is given also where its count cannot be kept (O7)."""
        if self._record and item.calls:
            with where_it_can_be_kept():
                self._record(Usage(self.model, role, item.calls, item.input_tokens, item.output_tokens))


def _answer_all() -> Callable[..., Coroutine[Any, Any, None]]:
    with _named_when_missing():
        from omoide.adapters.models.calls import answer_all
    return answer_all


def _speak() -> Callable[..., Coroutine[Any, Any, None]]:
    with _named_when_missing():
        from omoide.adapters.models.speaking import speak
    return speak


@contextmanager
def _named_when_missing() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "pydantic_ai":
            raise
        raise MissingExtra("pydantic-ai", "models") from error
