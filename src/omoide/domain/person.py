"""Who a person is to all personas (U1): how long and how closely they have known each other, and what they talk about.

The facts are derived from what is kept and can be made anew at any time. The words about a person belong to people: the
machine never writes them. Figures are everybody's; topics are those that the persona who looks may know of (N7).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any


@dataclass(frozen=True, slots=True)
class ProfileRules:
    """At so many turns, days and bonding moments each part of the depth is half full. So many topics make the
    preference vector, and so many are kept."""

    half_turns: int = 200
    half_days: int = 30
    half_bonding: int = 3
    top_topics: int = 10
    topics_kept: int = 100

    def __post_init__(self) -> None:
        for name in ("half_turns", "half_days", "half_bonding", "top_topics", "topics_kept"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1")


@dataclass(frozen=True, slots=True)
class Relationship:
    """Turns, days on which there was one, moments that bound (bonding episodes), and the first of these days."""

    turns: int = 0
    days: int = 0
    bonding: int = 0
    since: date | None = None

    def depth(self, rules: ProfileRules) -> float:
        """0 for a stranger, towards 1 for an old friend: each part fills the slower the fuller it is.

        0.4 × turns/(turns + 200) + 0.4 × days/(days + 30) + 0.2 × bonding/(bonding + 3)
        """
        return (
            0.4 * self.turns / (self.turns + rules.half_turns)
            + 0.4 * self.days / (self.days + rules.half_days)
            + 0.2 * self.bonding / (self.bonding + rules.half_bonding)
        )


@dataclass(frozen=True, slots=True)
class Profile:
    """`preferences` are topics with how many memories are about each, `addressed` personas with how many turns went to
    each, `shared` those whose talks the others may know of. `text` is what people wrote about the person, `other` what
    they added to the facts. A profile with a `problem` could not be read whole: it is shown as it is, and the machine
    does not write it."""

    person: str
    relationship: Relationship = field(default_factory=Relationship)
    addressed: Mapping[str, int] = field(default_factory=dict)
    preferences: Mapping[str, int] = field(default_factory=dict)
    text: str = ""
    other: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""
    shared: tuple[str, ...] = ()

    def top_topics(self, most: int = 10) -> list[tuple[str, int]]:
        return ordered(self.preferences)[:most]

    @property
    def known(self) -> bool:
        return bool(self.relationship.turns or self.text.strip())

    def facts(self) -> dict[str, Any]:
        """As the front matter of the page holds them; what people added to it stays there by itself."""
        r = self.relationship
        since = {"since": r.since.isoformat()} if r.since else {}
        return {
            "relationship": {"turns": r.turns, "days": r.days, "bonding": r.bonding, **since},
            "addressed": dict(ordered(self.addressed)),
        }

    def plain(self, rules: ProfileRules) -> dict[str, Any]:
        r = self.relationship
        return {
            "person": self.person,
            "relationship": {
                "turns": r.turns,
                "days": r.days,
                "bonding": r.bonding,
                "since": r.since.isoformat() if r.since else None,
                "depth": round(r.depth(rules), 4),
            },
            "addressed": dict(ordered(self.addressed)),
            "shared": list(self.shared),
            "preferences": dict(ordered(self.preferences)),
            "top_topics": [name for name, _ in self.top_topics(rules.top_topics)],
            "text": self.text,
            "other": dict(self.other),
            "problem": self.problem,
        }


def ordered(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def profile_of(person: str, facts: Mapping[str, Any], text: str, problem: str = "") -> Profile:
    """From the front matter of a page that a person may have edited: what is not as it should be counts as absent, and
    the next refresh puts it right."""
    bond = facts.get("relationship")
    bond = bond if isinstance(bond, Mapping) else {}
    since = bond.get("since")
    try:
        since = since if isinstance(since, date) else date.fromisoformat(since) if isinstance(since, str) else None
    except ValueError:
        since = None
    numbers = {name: _count(bond.get(name)) for name in ("turns", "days", "bonding")}
    other = {str(name): value for name, value in facts.items() if name not in _OWN}
    addressed = _counts(facts.get("addressed"))
    return Profile(person, Relationship(**numbers, since=since), addressed, {}, text, other, problem)


_OWN = ("relationship", "addressed", "preferences")  # the last one stood there once


def _counts(value: Any) -> dict[str, int]:
    if not isinstance(value, Mapping):
        return {}
    return {str(name): count for name, given in value.items() if (count := _count(given))}


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
