"""Values as a request may hold them: exactly what the description of the API says, and nothing that merely looks like
it. (By itself pydantic would take 0 for false and 0.5 for a moment in 1970.)"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field


def _written_out(value: Any) -> Any:
    """2026-02-01…, not a number of seconds."""
    if value is not None and not isinstance(value, str):
        raise ValueError("must be a text such as 2026-02-01T03:00:00+09:00")
    if isinstance(value, str) and value.count("-") < 2:
        raise ValueError("must be written as 2026-02-01T03:00:00+09:00, or as 2026-02-01 where only a day is meant")
    return value


def _integral(value: Any) -> Any:
    """In JSON 3.0 is a whole number too; true is none, and neither is "3"."""
    if isinstance(value, bool | str):
        raise ValueError("must be a whole number")
    return int(value) if isinstance(value, float) and value.is_integer() else value


Moment = Annotated[AwareDatetime, BeforeValidator(_written_out)]
Day = Annotated[date, BeforeValidator(_written_out)]
Truth = Annotated[bool, Field(strict=True)]
INTEGRAL = BeforeValidator(_integral)  # behind the bounds of a number, so that they are described too
Whole = Annotated[int, INTEGRAL]
Number = Annotated[float, Field(strict=True)]
# Something that can be seen: neither blank nor only control characters.
TELLING = r"[^\s\x00-\x20\x7f-\xa0]"
MEMORY = r"^mem_\d{8}_\d+$"  # the id of one
Line = Annotated[str, Field(min_length=1, max_length=2_000, pattern=TELLING)]  # a goal, a question, a task
Note = Annotated[str, Field(max_length=2_000)]


class Body(BaseModel):
    """What a request hands in; a name that means nothing here is a mistake, not something to pass over."""

    model_config = ConfigDict(extra="forbid")
