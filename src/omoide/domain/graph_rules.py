"""How the graph is made and how activation spreads in it (G3, R5). Settings are read at every start, so this file needs
no other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GraphRules:
    """`damping`: what a node passes on. What is fainter than `faintest` is not passed on, and nothing further than
    `hops`. `implicit_similarity`: how alike two pages must be to be linked unasked."""

    spreading: bool = False
    damping: float = 0.85
    faintest: float = 0.0001
    hops: int = 50
    implicit_similarity: float = 0.75
    similar_most: int = 5
    links_per_page: int = 1_000
    mentions_most: int = 200
    drawn: int = 40

    def __post_init__(self) -> None:
        if not 0 <= self.damping < 1:
            raise ValueError("damping must lie in 0 <= x < 1")
        for name in ("faintest", "implicit_similarity"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must lie in 0..1")
        for name in ("similar_most", "links_per_page", "mentions_most"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must be at least 0")
        for name in ("hops", "drawn"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1")
