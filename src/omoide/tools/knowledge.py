"""search_knowledge_base: what documents say (R10, B1). The only way into them: nothing of them comes unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from omoide.language.quoting import in_a_line
from omoide.tools.telling import fenced, said
from omoide.tools.tool import Arguments, Result, Tool, Whose

if TYPE_CHECKING:
    from omoide.mind import Mind


class KnowledgeArguments(Arguments, frozen=True):
    query: Annotated[str, msgspec.Meta(min_length=1, description="What to look for: names, things, a question.")]
    domain: Annotated[
        str | None, msgspec.Meta(description="Only documents of this domain, such as kb:recipes; all without it.")
    ] = None


class KnowledgePassage(msgspec.Struct, frozen=True):
    """A passage of a document; the lower its score, the better it fits."""

    document: str
    title: str
    domain: str
    added: str
    text: str
    relevance: float
    score: float


class KnowledgeFound(Result, frozen=True):
    passages: tuple[KnowledgePassage, ...]

    def tell(self, language: str) -> str:
        if not self.passages:
            return said(language, "No document says anything about it.", "資料には見つかりませんでした。")
        return fenced(f"- [{_mark(one.title)}][{_mark(one.domain)}] {in_a_line(one.text)}" for one in self.passages)


def search_knowledge_base(mind: Mind, given: KnowledgeArguments) -> KnowledgeFound:
    found = mind.search_knowledge(given.query, domain=given.domain)
    return KnowledgeFound(
        tuple(
            KnowledgePassage(
                one.passage.source,
                one.passage.title,
                one.passage.domain,
                one.passage.day.isoformat(),
                one.passage.content,
                round(one.relevance, 3),
                round(one.score, 3),
            )
            for one in found.shown
        )
    )


def _mark(text: str) -> str:
    """A file's name must not pass for other marks."""
    return in_a_line(text).replace("[", "(").replace("]", ")")


def _nothing(_given: Any, _whose: Whose) -> KnowledgeFound:
    return KnowledgeFound(())


SEARCH_KNOWLEDGE = Tool(
    name="search_knowledge_base",
    title="Search the knowledge base",
    description=(
        "Look something up in documents that the person has added: manuals, papers, notes. Use it for questions about "
        "their content; what was lived and said is found with recall_memories. Changes nothing."
    ),
    takes=KnowledgeArguments,
    gives=KnowledgeFound,
    run=search_knowledge_base,
    read_only=True,
    idempotent=True,
    new=_nothing,
)
