"""A tool: one function over a Mind, with the types of what it takes and gives, and the words that offer it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from omoide.domain.turn import Scope
from omoide.errors import InvalidInput
from omoide.tools.notices import notice

if TYPE_CHECKING:
    from omoide.mind import Mind


class Arguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a tool takes. A name that is not there is a mistake that the caller should hear about."""


class Result(msgspec.Struct, frozen=True):
    """What a tool gives: typed for programs, and told in words for a model that only reads text."""

    def tell(self, language: str) -> str:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Whose:
    """Where a memory would be and whose it would be, known before there is one."""

    home: Path
    scope: Scope


@dataclass(frozen=True, slots=True)
class Answer:
    """`text` goes to the model; of a chat's log, `notice` is all that is kept (R10)."""

    result: Result
    language: str = "en"
    notice: str = ""

    @property
    def data(self) -> dict[str, Any]:
        """As JSON would hold it."""
        return _plain(self.result)

    @property
    def text(self) -> str:
        return self.result.tell(self.language)


@dataclass(frozen=True, slots=True)
class Tool:
    """`new` answers for a home that is not there yet: reading must not make one. `makes_home`: this one may. `event` is
    what the log calls a use of it (L1); None where the use logs itself."""

    name: str
    title: str
    description: str
    takes: type[Arguments]
    gives: type[Result]
    run: Callable[[Mind, Any], Result]
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False
    makes_home: bool = False
    new: Callable[[Any, Whose], Result] | None = None
    event: Literal["tool_use", "memory_write"] | None = "tool_use"

    def arguments(self, given: Mapping[str, Any]) -> Arguments:
        """Checked; "5" counts as 5, since models write so."""
        try:
            return msgspec.convert(dict(given), self.takes, strict=False)
        except msgspec.ValidationError as error:
            reason = str(error).replace("$.", "")
            raise InvalidInput(
                f"{self.name}: {reason}. Call it again with arguments that fit its schema.",
                f"{self.name}: 引数が正しくありません（{reason}）。スキーマに合わせて呼び直してください。",
            ) from error

    def answer(self, result: Result, language: str) -> Answer:
        return Answer(result, language, notice(self.name, language))

    @property
    def input_schema(self) -> dict[str, Any]:
        return schema_of(self.takes)

    @property
    def output_schema(self) -> dict[str, Any]:
        return schema_of(self.gives)


def schema_of(kind: type) -> dict[str, Any]:
    """JSON Schema with everything in its place: not every client follows references."""
    (root,), parts = msgspec.json.schema_components([kind], ref_template="{name}")
    return _plain(_in_place(root, parts))


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _in_place(schema: Any, parts: Mapping[str, Any]) -> Any:
    if isinstance(schema, dict):
        if "$ref" in schema:
            rest = {key: value for key, value in schema.items() if key != "$ref"}
            return _in_place(parts[schema["$ref"]], parts) | rest
        return {key: _in_place(value, parts) for key, value in schema.items() if not _is_type_name(key, value)}
    return [_in_place(item, parts) for item in schema] if isinstance(schema, list) else schema


def _is_type_name(key: str, value: Any) -> bool:
    """Names of our classes say nothing to a model; a property that is called "title" is a schema, not a text."""
    return key == "title" and isinstance(value, str)
