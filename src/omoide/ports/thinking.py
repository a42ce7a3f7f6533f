"""Minds and embedders: what can be asked, and what turns texts into vectors."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol, TypeVar

import numpy as np

from omoide.domain.calibration import Calibration

A = TypeVar("A")
Role = Literal["analysis", "summary", "light", "reply"]
Progress = Callable[[int, int], None]  # done, of how many


@dataclass(frozen=True, slots=True)
class Wording:
    """A question in words: what the model is, and what it is asked."""

    system: str
    user: str


class Question(Protocol[A]):  # type: ignore[misc]
    """Something to ask a mind. It carries the type of its answer; see prompts/.

    One that cannot wait also has `seconds`: an answer that comes later, repetitions and all, is Postponed.
    """

    role: ClassVar[Role]
    answer: ClassVar[type]

    def render(self) -> Wording: ...


@dataclass(frozen=True, slots=True)
class Speech:
    """A reply to be spoken: what the persona has in mind, what was said so far (and replied), and what is said now."""

    system: str
    history: tuple[tuple[str, str], ...]
    message: str

    role: ClassVar[Role] = "reply"


class Thinker(Protocol):
    """A language model, or the offline mind. Raises Postponed when it cannot answer now; never makes things up."""

    def who(self, question: Any) -> str:
        """The name of the mind that answers such a question: kept with what it makes (F10)."""
        ...

    def ask(self, question: Any) -> Any: ...

    def ask_all(self, questions: Sequence[Any], progress: Progress | None = None) -> list[Any]:
        """Answers in order; a Postponed instance stands where there is none."""
        ...

    def stream(self, speech: Speech) -> Generator[str, None, None]:
        """The reply in pieces, as they come. Raises Postponed, perhaps after some of them."""
        ...


@dataclass(frozen=True, slots=True)
class Usage:
    """What calls to one model have used, as providers count it (F9)."""

    model: str
    role: str
    calls: int
    input_tokens: int
    output_tokens: int


class Embedder(Protocol):
    """Texts to unit vectors. Its name is kept with every vector that it makes (X5).

    One that asks a service also has `remote = True`: where nobody may wait for a network, it is done without.
    """

    @property
    def name(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    @property
    def calibration(self) -> Calibration: ...

    def embed(self, texts: Sequence[str], kind: Literal["cue", "memory"]) -> np.ndarray: ...


class Tokens(Protocol):
    """How long a text is for a model."""

    def count(self, text: str) -> int: ...

    def cut(self, text: str, most: int) -> str:
        """The longest beginning that has at most so many tokens."""
        ...
