"""develop_topic: what else belongs to a matter, and by which way one comes to it (G3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from omoide.language.quoting import in_a_line
from omoide.tools.telling import fenced, said
from omoide.tools.tool import Arguments, Result, Tool, Whose

if TYPE_CHECKING:
    from omoide.mind import Mind


class TopicArguments(Arguments, frozen=True):
    topic: Annotated[str, msgspec.Meta(min_length=1, max_length=4_000, description="What the talk is about now.")]
    limit: Annotated[int, msgspec.Meta(ge=1, le=50, description="How many at most.")] = 10


class Associated(msgspec.Struct, frozen=True):
    """`node` is its kind and name: a memory's id can be read with why, a page with read_memory_file. `way` leads to it
    from what the topic is about."""

    node: str
    label: str
    activation: float
    way: tuple[str, ...]


class TopicDeveloped(Result, frozen=True):
    associations: tuple[Associated, ...]

    def tell(self, language: str) -> str:
        if not self.associations:
            return said(language, "Nothing else comes to mind.", "ほかに思い浮かぶものはありません。")
        return fenced(
            f"- {in_a_line(one.node)}: {in_a_line(one.label)} ({one.activation:.3f}; {in_a_line(' → '.join(one.way))})"
            for one in self.associations
        )


def develop_topic(mind: Mind, given: TopicArguments) -> TopicDeveloped:
    found = mind.associations(given.topic, given.limit)
    return TopicDeveloped(
        tuple(Associated(one.node, one.labels[-1], round(one.score, 6), one.labels[:-1]) for one in found)
    )


def _nothing(_given: Any, _whose: Whose) -> TopicDeveloped:
    return TopicDeveloped(())


DEVELOP = Tool(
    name="develop_topic",
    title="Develop a topic",
    description=(
        "What else belongs to a topic by association: persons, things, knowledge and memories linked to it over some "
        "steps, each with the way there. To go on from a topic; for memories of the topic itself, use recall_memories."
    ),
    takes=TopicArguments,
    gives=TopicDeveloped,
    run=develop_topic,
    read_only=True,
    idempotent=True,
    new=_nothing,
)
