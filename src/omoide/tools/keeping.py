"""remember, protect, unprotect and forget: keeping and letting go on purpose (F6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from omoide.domain.memory import Category
from omoide.errors import ProtectionFull
from omoide.tools.shapes import MemoryShape, memory_shape
from omoide.tools.telling import fenced, memory_line, said
from omoide.tools.tool import Arguments, Result, Tool

if TYPE_CHECKING:
    from omoide.mind import Mind

Id = Annotated[str, msgspec.Meta(min_length=1, description="The memory's id, such as mem_20260118_001.")]


class RememberArguments(Arguments, frozen=True):
    text: Annotated[str, msgspec.Meta(min_length=1, description="What to remember, complete in itself.")]
    protect: Annotated[bool, msgspec.Meta(description="Whether it must never be forgotten.")] = False
    category: Annotated[
        Category | None, msgspec.Meta(description="What kind of memory it is; felt from the text when left out.")
    ] = None
    project: Annotated[
        str, msgspec.Meta(description="The folder of the project it belongs to; leave it out when it belongs to none.")
    ] = ""


class IdArguments(Arguments, frozen=True):
    memory_id: Id


class ProtectArguments(Arguments, frozen=True):
    memory_id: Id
    release: Annotated[
        tuple[str, ...], msgspec.Meta(description="Ids to release first, when the list of protected memories is full.")
    ] = ()


class Remembered(Result, frozen=True):
    memory: MemoryShape

    def tell(self, language: str) -> str:
        first = said(language, "Remembered.", "覚えました。")
        if self.memory.protection_pending:
            first += said(
                language,
                " Not protected yet: the list is full. Ask which to release, then call protect with release.",
                "保護の上限のため、まだ保護していません。どれを外すか尋ね、protect を release 付きで呼んでください。",
            )
        return f"{first}\n{fenced([memory_line(self.memory)])}"


class Kept(Result, frozen=True):
    """`full`: nothing was changed; `oldest` are those to choose from, and the person chooses."""

    state: Literal["protected", "released", "full"]
    memory: MemoryShape
    oldest: tuple[MemoryShape, ...]
    most: int

    def tell(self, language: str) -> str:
        if self.state == "full":
            first = said(
                language,
                "Not protected: {most} memories are protected already. Ask the person which of these to release, then "
                "call protect again with release.",
                "保護していません。すでに {most} 件を保護しています。どれを外すか本人に尋ね、"
                "release を付けて protect をもう一度呼んでください。",
                most=self.most,
            )
            return f"{first}\n{fenced(map(memory_line, self.oldest))}"
        first = said(language, *_STATES[self.state])
        return f"{first}\n{fenced([memory_line(self.memory)])}"


_STATES = {
    "protected": ("Protected: it will not be forgotten.", "保護しました。忘れません。"),
    "released": ("Released: it fades like any other.", "保護を解きました。ほかの記憶と同じように薄れます。"),
}


class Forgotten(Result, frozen=True):
    id: str

    def tell(self, language: str) -> str:
        return said(language, "Forgotten for good: {id}", "完全に忘れました: {id}", id=self.id)


def remember(mind: Mind, given: RememberArguments) -> Remembered:
    made = mind.remember(given.text, category=given.category, protect=given.protect, origin=given.project)
    return Remembered(memory_shape(made))


def protect(mind: Mind, given: ProtectArguments) -> Kept:
    most = mind.settings.protection.most
    try:
        return Kept("protected", memory_shape(mind.protect(given.memory_id, given.release)), (), most)
    except ProtectionFull as full:
        oldest = tuple(memory_shape(mind.show(name)) for name in full.oldest)
        return Kept("full", memory_shape(mind.show(given.memory_id)), oldest, most)


def unprotect(mind: Mind, given: IdArguments) -> Kept:
    return Kept("released", memory_shape(mind.unprotect(given.memory_id)), (), mind.settings.protection.most)


def forget(mind: Mind, given: IdArguments) -> Forgotten:
    return Forgotten(mind.forget(given.memory_id).id)


REMEMBER = Tool(
    name="remember",
    title="Remember",
    description=(
        "Remember something now. Use it when the person asks for it; what is said in a conversation is remembered by "
        "itself. Secrets are taken out. While the memory is paused, nothing is remembered."
    ),
    takes=RememberArguments,
    gives=Remembered,
    run=remember,
    makes_home=True,
    event=None,
)

PROTECT = Tool(
    name="protect",
    title="Protect a memory",
    description=(
        "Keep a memory from ever being forgotten. When the list is full, nothing is changed and the oldest are given: "
        "let the person choose, then call it again with release."
    ),
    takes=ProtectArguments,
    gives=Kept,
    run=protect,
    idempotent=True,
)

UNPROTECT = Tool(
    name="unprotect",
    title="Release a memory",
    description="Let a protected memory fade again. Use it only when the person asks for it.",
    takes=IdArguments,
    gives=Kept,
    run=unprotect,
    idempotent=True,
)

FORGET = Tool(
    name="forget",
    title="Forget a memory",
    description=(
        "Delete a memory for good; it cannot be undone. Use it only when the person asks for it. A protected memory is "
        "refused until it is released with unprotect."
    ),
    takes=IdArguments,
    gives=Forgotten,
    run=forget,
    destructive=True,
)
