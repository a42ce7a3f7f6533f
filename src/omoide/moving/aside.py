"""What we do not know of another system's files is kept aside and written out again: nothing is lost by a visit.

Of a record it is the keys that Omoide has no place for, under the record's id; of a list the entries that it cannot
keep as records; of a file the keys around them. One value of the state per file and scope.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from omoide.language.clean import clean
from omoide.perceive import redact
from omoide.ports import Faculties


@dataclass(slots=True)
class Aside:
    of_records: dict[str, dict[str, Any]] = field(default_factory=dict)
    entries: dict[str, list[Any]] = field(default_factory=dict)  # by the list they stood in
    around: dict[str, Any] = field(default_factory=dict)
    new_ids: dict[str, str] = field(default_factory=dict)  # where a record's own id was taken
    seen: dict[str, set[str]] = field(default_factory=dict)  # the entries once more, to look them up; not kept

    def keep_unknown(self, name: str, record: Mapping[str, Any], known: Collection[str]) -> None:
        """Once: what came first stays."""
        unknown = {key: value for key, value in record.items() if key not in known}
        if unknown and name not in self.of_records:
            self.of_records[name] = without_secrets(unknown)

    def keep_entry(self, where: str, entry: Any) -> bool:
        """False when it lies there already."""
        entry, kept = without_secrets(entry), self.entries.setdefault(where, [])
        if where not in self.seen:
            self.seen[where] = {_written(there) for there in kept}
        if _written(entry) in self.seen[where]:
            return False
        self.seen[where].add(_written(entry))
        kept.append(entry)
        return True

    def entries_of(self, where: str) -> list[Any]:
        return self.entries.get(where, [])

    def completed(self, name: str, record: dict[str, Any]) -> dict[str, Any]:
        """A record with what lies aside of it."""
        return record | {k: v for k, v in self.of_records.get(name, {}).items() if k not in record}


def load(faculties: Faculties, file: str) -> Aside:
    kept = faculties.store.state.get(faculties.scope.key("kept aside", file))
    return Aside(**json.loads(kept)) if kept else Aside()


def save(faculties: Faculties, file: str, aside: Aside) -> None:
    value = {name: getattr(aside, name) for name in ("of_records", "entries", "around", "new_ids")}
    written = json.dumps(value, ensure_ascii=False) if any(value.values()) else None
    faculties.store.state.set(faculties.scope.key("kept aside", file), written)


def _written(entry: Any) -> str:
    """Python takes 1, 1.0 and True for one; as text they are three."""
    return json.dumps(entry, sort_keys=True)


def without_secrets(value: Any) -> Any:
    """Every text in it clean and redacted (E8), whatever it is nested in."""
    if isinstance(value, str):
        return redact(clean(value))
    if isinstance(value, list):
        return [without_secrets(item) for item in value]
    if isinstance(value, dict):
        return {without_secrets(key): without_secrets(item) for key, item in value.items()}
    return value


def unknown_in(value: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of nested objects that have no counterpart in `known`, in the same nesting."""
    found: dict[str, Any] = {}
    for key, item in value.items():
        if key not in known:
            found[key] = without_secrets(item)
        elif isinstance(item, dict) and isinstance(known[key], dict) and (inner := unknown_in(item, known[key])):
            found[key] = inner
    return found


def joined(value: dict[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """`value` with the keys of `more` that it does not have, at every depth."""
    made = dict(value)
    for key, item in more.items():
        if key not in made:
            made[key] = item
        elif isinstance(made[key], dict) and isinstance(item, dict):
            made[key] = joined(made[key], item)
    return made
