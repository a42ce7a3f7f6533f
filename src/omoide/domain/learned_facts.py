"""The facts of a learned page (K2) from what its front matter says, and back. A person writes it by hand: what is
missing has a default, what cannot be understood is told as a problem and never guessed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from omoide.domain.learned import FACTS, Facts, KnowledgeFacts, LearnedKind, ProcedureFacts, fact_names

# Told only where they say something: document 003 writes the others on every page.
_SELDOM = ("superseded_by", "supersedes")


class _NotThat(ValueError):
    pass


def read_facts(kind: LearnedKind, fields: Mapping[str, Any], changed: datetime) -> tuple[Facts, tuple[str, ...]]:
    """The facts, and the keys that hold something else than they should. Dates that are missing are the file's."""
    names = fact_names(kind)
    read: dict[str, Any] = {"created_at": changed, "updated_at": changed}
    odd: list[str] = []
    for name in names:
        if fields.get(name) is None:
            continue
        try:
            read[name] = _READ[name](fields[name])
        except _NotThat:
            odd.append(name)
    other = {key: value for key, value in fields.items() if key not in names}
    return FACTS[kind](**read, other=other), tuple(odd)


def told_facts(facts: Facts) -> dict[str, Any]:
    """As a new page's front matter holds them; dates in ISO 8601 with their zone."""
    told: dict[str, Any] = {}
    for name in fact_names(_kind_of(facts)):
        value = getattr(facts, name)
        if value is None or (name in _SELDOM and not value) or (name in _QUIET.get(_kind_of(facts), ()) and not value):
            continue
        told[name] = _told(name, value)
    return told | facts.other


def changed_facts(before: Facts, after: Facts) -> dict[str, Any]:
    """Keys of the front matter that have to change, with None for those that go."""
    changes: dict[str, Any] = {}
    for name in fact_names(_kind_of(after)):
        value = getattr(after, name)
        if value != getattr(before, name):
            empty = value is None or (name in _SELDOM and not value)
            changes[name] = None if empty else _told(name, value)
    for key in before.other.keys() | after.other.keys():
        if before.other.get(key) != after.other.get(key):
            changes[key] = after.other.get(key)
    return changes


_QUIET: dict[LearnedKind, tuple[str, ...]] = {
    "knowledge": ("protected",), "procedure": ("source_episodes",), "skill": (),
}  # fmt: skip


def _kind_of(facts: Facts) -> LearnedKind:
    if isinstance(facts, KnowledgeFacts):
        return "knowledge"
    return "procedure" if isinstance(facts, ProcedureFacts) else "skill"


def _told(name: str, value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if name == "supersedes" and len(value) == 1:
        return value[0]
    return list(value) if isinstance(value, tuple) else value


def _moment(value: Any) -> datetime:
    """With or without a zone; without one it is the clock of this machine, as for files."""
    try:
        moment = value if isinstance(value, datetime) else datetime.fromisoformat(str(value).strip())
        return moment if moment.tzinfo else moment.astimezone()
    except (ValueError, OverflowError, OSError) as error:
        raise _NotThat from error


def _share(value: Any) -> float:
    number = _number(value)
    if not 0 <= number <= 1:
        raise _NotThat
    return number


def _count(value: Any) -> int:
    number = _number(value)
    if number != int(number) or number < 0:
        raise _NotThat
    return int(number)


def _version(value: Any) -> int:
    return max(_count(value), 1)


def _number(value: Any) -> float:
    if isinstance(value, bool):
        raise _NotThat
    try:
        number = float(value)
    except (TypeError, ValueError) as error:
        raise _NotThat from error
    if not abs(number) < 1e9:  # no infinity either
        raise _NotThat
    return number


def _flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    read = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False, "": False}
    try:
        return read[str(value).strip().casefold()]
    except KeyError as error:
        raise _NotThat from error


def _line(value: Any) -> str:
    if isinstance(value, (dict, list)):
        raise _NotThat
    return " ".join(str(value).split())


def _one(value: Any) -> str:
    names = _names(value)
    return names[0] if names else ""


def _names(value: Any) -> tuple[str, ...]:
    """Names or ids. A number is document 003's count of episodes: it names none."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return ()
    if isinstance(value, str):
        return (value.strip(),) if value.strip() else ()
    if not isinstance(value, list) or any(isinstance(one, (dict, list)) for one in value):
        raise _NotThat
    return tuple(str(one).strip() for one in value if one is not None and str(one).strip())


_READ: dict[str, Callable[[Any], Any]] = {
    "created_at": _moment,
    "updated_at": _moment,
    "source_episodes": _names,
    "confidence": _share,
    "auto_consolidated": _flag,
    "auto_distilled": _flag,
    "protected": _flag,
    "version": _version,
    "superseded_by": _one,
    "supersedes": _names,
    "description": _line,
    "success_count": _count,
    "failure_count": _count,
}
