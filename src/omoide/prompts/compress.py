"""Let a memory fade: a summary of the full account (1 to 2), a trace of the summary (2 to 3) (F11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from omoide.ports import Role, Wording
from omoide.prompts.question import Language, fenced


@dataclass(frozen=True, slots=True)
class Compressed:
    trigger: str
    content: str

    def __post_init__(self) -> None:
        if not self.trigger.strip() or not self.content.strip():
            raise ValueError("trigger and content must not be empty")


@dataclass(frozen=True, slots=True)
class Summarise:
    """Level 1 to 2."""

    trigger: str
    content: str
    language: Language

    role: ClassVar[Role] = "analysis"
    answer: ClassVar[type] = Compressed

    def render(self) -> Wording:
        return Wording(_SUMMARISE[self.language], _material(self.trigger, self.content))


@dataclass(frozen=True, slots=True)
class Trace:
    """Level 2 to 3. `tags` are the emotion tags, which stay."""

    trigger: str
    content: str
    tags: tuple[str, ...]
    language: Language

    role: ClassVar[Role] = "analysis"
    answer: ClassVar[type] = Compressed

    def render(self) -> Wording:
        return Wording(_TRACE[self.language], _material(self.trigger, self.content))


def _material(trigger: str, content: str) -> str:
    return f"{fenced('trigger', trigger)}\n{fenced('content', content)}"


_SUMMARISE: dict[str, str] = {"en": "", "ja": ""}
_TRACE: dict[str, str] = {"en": "", "ja": ""}
