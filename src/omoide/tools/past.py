"""search_past_conversations: the very words, as they were said long ago (R7, R10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from omoide.language.quoting import in_a_line
from omoide.tools.telling import fenced, said
from omoide.tools.tool import Arguments, Result, Tool, Whose

if TYPE_CHECKING:
    from omoide.mind import Mind

Word = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class WordsArguments(Arguments, frozen=True):
    words: Annotated[
        tuple[Word, ...],
        msgspec.Meta(
            min_length=1, max_length=5,
            description="Names or phrases, each as it was typed; a message that holds one of them is found.",
        ),
    ]  # fmt: skip


class PastMessage(msgspec.Struct, frozen=True):
    """`turn` names the exchange for read_memory_context; `cut`: it goes on, and can be read there."""

    turn: str
    time: str
    speaker: str
    text: str
    cut: bool
    whence: str


class PastMessages(Result, frozen=True):
    messages: tuple[PastMessage, ...]

    def tell(self, language: str) -> str:
        if not self.messages:
            return said(language, "Nobody ever said that here.", "その言葉は見つかりませんでした。")
        return fenced(f"- {one.turn} [{one.time}][{one.speaker}] {in_a_line(one.text)}" for one in self.messages)


def search_past_conversations(mind: Mind, given: WordsArguments) -> PastMessages:
    found = mind.search_past(given.words)
    return PastMessages(
        tuple(PastMessage(one.key, one.time.isoformat(), one.speaker, one.text, one.cut, one.whence) for one in found)
    )


def _nothing(_given: Any, _whose: Whose) -> PastMessages:
    return PastMessages(())


SEARCH_PAST = Tool(
    name="search_past_conversations",
    title="Search past conversations",
    description=(
        "Find messages that hold exactly these words: the two newest and the two oldest. For a quotation or a name; "
        "for what something was about, use recall_memories. A message that is cut can be read with read_memory_context."
    ),
    takes=WordsArguments,
    gives=PastMessages,
    run=search_past_conversations,
    read_only=True,
    idempotent=True,
    new=_nothing,
)
