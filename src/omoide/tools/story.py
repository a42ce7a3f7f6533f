"""why and read_memory_context: where a memory comes from, and what was said around it (E9, R10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from omoide.errors import InvalidInput, NotFound
from omoide.tools.keeping import IdArguments
from omoide.tools.shapes import MemoryShape, TurnShape, memory_fields, memory_shape, turn_shape
from omoide.tools.telling import fenced, memory_line, said, turn_line
from omoide.tools.tool import Arguments, Result, Tool

if TYPE_CHECKING:
    from omoide.domain.memory import Memory, Relation
    from omoide.mind import Mind

MOST = 20
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST)]


class ContextArguments(Arguments, frozen=True):
    memory_id: Annotated[
        str, msgspec.Meta(description="The memory's id, such as mem_20260118_001; or name a turn instead.")
    ] = ""
    turn: Annotated[
        str, msgspec.Meta(description="The turn that search_past_conversations found, to read it whole.")
    ] = ""
    before: Annotated[Count, msgspec.Meta(description="So many turns before it.")] = 2
    after: Annotated[Count, msgspec.Meta(description="So many turns after it.")] = 2


class Link(MemoryShape, frozen=True):
    type: str
    weight: float


class Ahead(msgspec.Struct, frozen=True):
    days: float
    retention: float
    level: int


class Story(Result, frozen=True):
    """retention = intensity x coefficient ^ days, as of the last night."""

    memory: MemoryShape
    made_by: str
    keywords: tuple[str, ...]
    recalls: int
    last_night: str | None
    days: float
    coefficient: float
    half_life_days: float
    ahead: tuple[Ahead, ...]
    turns: tuple[TurnShape, ...]
    links_out: tuple[Link, ...]
    links_in: tuple[Link, ...]
    history: tuple[MemoryShape, ...]

    def tell(self, language: str) -> str:
        if self.memory.retention == self.memory.intensity and self.days > 0:
            first = said(
                language,
                "new: held at its intensity {i} until its first night; made by {who}",
                "新しい記憶: 最初の夜まで強さ {i} のまま。作成: {who}",
                i=self.memory.intensity,
                who=self.made_by,
            )
        else:
            first = self._fading(language)
        lines = [memory_line(self.memory), *map(turn_line, self.turns)]
        lines += [memory_line(link, f"{link.type} →") for link in self.links_out]
        lines += [memory_line(link, f"{link.type} ←") for link in self.links_in]
        lines += [memory_line(older, "history") for older in self.history]
        return f"{first}\n{fenced(lines)}"

    def _fading(self, language: str) -> str:
        return said(
            language,
            "retention {r:.1f} = intensity {i} × {c:.4f} ^ {d:.2f} days; half is left after {h:.0f} days without a "
            "recall; recalled {n} times; made by {who}",
            "保持 {r:.1f} = 強さ {i} × {c:.4f} ^ {d:.2f} 日。思い出さなければ {h:.0f} 日で半分。"
            "想起 {n} 回。作成: {who}",
            r=self.memory.retention, i=self.memory.intensity, c=self.coefficient, d=self.days,
            h=self.half_life_days, n=self.recalls, who=self.made_by,
        )  # fmt: skip


class Context(Result, frozen=True):
    memory: MemoryShape | None
    turns: tuple[TurnShape, ...]

    def tell(self, language: str) -> str:
        if not self.turns:
            return said(
                language, "No conversation is kept for this memory.", "この記憶のもとになった会話は残っていません。"
            )
        return fenced(map(turn_line, self.turns))


def why(mind: Mind, given: IdArguments) -> Story:
    told = mind.why(given.memory_id)
    memory = told.memory
    return Story(
        memory=memory_shape(memory),
        made_by=memory.made_by,
        keywords=memory.keywords,
        recalls=memory.recalls,
        last_night=told.night.isoformat() if told.night else None,
        days=round(told.days, 3),
        coefficient=memory.coefficient,
        half_life_days=round(told.half_life, 1),
        ahead=tuple(Ahead(p.day, round(p.retention, 2), p.level) for p in told.ahead),
        turns=tuple(turn_shape(turn, memory.sources) for turn in told.turns),
        links_out=tuple(_link(*link) for link in told.links_out),
        links_in=tuple(_link(*link) for link in told.links_in),
        history=tuple(map(memory_shape, told.history)),
    )


def _link(relation: Relation, memory: Memory) -> Link:
    return Link(**memory_fields(memory), type=relation.type, weight=round(relation.weight, 3))


def read_memory_context(mind: Mind, given: ContextArguments) -> Context:
    if bool(given.memory_id.strip()) == bool(given.turn.strip()):
        raise InvalidInput(
            "name either a memory (memory_id) or a turn of the log (turn).",
            "記憶（memory_id）か、ログの発言（turn）の、どちらか一方を指定してください。",
        )
    if given.turn.strip():
        return _around_turn(mind, given.turn.strip(), given)
    memory = mind.show(given.memory_id)
    turns = mind.turns_around(memory, given.before, given.after)
    return Context(memory_shape(memory), tuple(turn_shape(turn, memory.sources) for turn in turns))


def _around_turn(mind: Mind, key: str, given: ContextArguments) -> Context:
    """The log leaves out what was forgotten, and so does this."""
    store, scope = mind.faculties.store, mind.scope
    found = store.log.read(scope, [key])
    if not found:
        raise NotFound(f"no turn is called {key}.", f"{key} という発言はありません。")
    around = store.turns.around(found[0], given.before, given.after)
    return Context(None, tuple(turn_shape(turn, (key,)) for turn in around))


WHY = Tool(
    name="why",
    title="Why is this remembered",
    description=(
        "Where a memory comes from, word for word, how it fades, what it is linked to and what it replaced. Use it "
        "when the person asks how you know something, or before you rely on a faded memory."
    ),
    takes=IdArguments,
    gives=Story,
    run=why,
    read_only=True,
    idempotent=True,
)

CONTEXT = Tool(
    name="read_memory_context",
    title="Read around a memory",
    description=(
        "The conversation that a memory was made from, or that a turn of the log stands in, as it was kept, with some "
        "turns before and after. Use it when a memory is too short to answer with, or a message was cut."
    ),
    takes=ContextArguments,
    gives=Context,
    run=read_memory_context,
    read_only=True,
    idempotent=True,
)
