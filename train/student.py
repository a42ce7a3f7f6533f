"""The training: one table whose sums mean what the teacher means, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional

BATCH = 512
LOANS = 256  # loan words per step
RATE, MAP_RATE = 2e-3, 3e-4
# Per step, back to the start, less and less like the rate: what is said once must not be learned by heart.
PULL = 0.002
TEMPERATURE = 0.05
RELATIONS = 20.0
DROPPED, SPELT = 0.1, 0.1  # parts of a text that are left out, or read by their letters
# "Not" turns a sentence round, but stands in so many that its learned weight is small: it is kept at this length.
NEGATION = 1.0


@dataclass(frozen=True, slots=True)
class Lesson:
    """Texts as rows of the table; the letters of each Japanese row, in case it is spelt; the teacher's view."""

    english: Sequence[Sequence[int]]
    japanese: Sequence[Sequence[int]]
    taught: torch.Tensor  # of the English sides, in the teacher's own space
    glosses: Sequence[Sequence[int]]
    taught_glosses: torch.Tensor
    loans: Sequence[tuple[int, Sequence[int]]]
    letters: dict[int, Sequence[int]]
    negations: Sequence[int]
    first_word: int


class Student:
    def __init__(self, table: np.ndarray, axes: np.ndarray, seed: int) -> None:
        torch.manual_seed(seed)
        self.chance = np.random.default_rng(seed)
        self.start = torch.tensor(table)
        self.axes = torch.tensor(axes)
        self.table = torch.nn.Parameter(self.start.clone())
        # Japanese rows pass through one map, so that words that no sentence holds learn with the others.
        self.map = torch.nn.Parameter(torch.eye(table.shape[1]))

    def learn(self, lesson: Lesson, epochs: int, say: Callable[[str], None]) -> None:
        rows, bridge = torch.optim.SparseAdam([self.table], lr=RATE), torch.optim.Adam([self.map], lr=MAP_RATE)
        steps = len(lesson.english) // BATCH
        for epoch in range(epochs):
            loss = torch.zeros(())
            pairs, glosses = (self.chance.permutation(len(texts)) for texts in (lesson.english, lesson.glosses))
            for step in range(steps):
                left = max(0.05, 1 - (epoch * steps + step) / (epochs * steps))
                for optimizer, rate in ((rows, RATE), (bridge, MAP_RATE)):
                    optimizer.param_groups[0]["lr"] = rate * left
                    optimizer.zero_grad()
                at = step * BATCH % (len(glosses) - BATCH)
                loss, used = self._loss(lesson, pairs[step * BATCH :][:BATCH], glosses[at : at + BATCH])
                loss.backward()
                rows.step()
                bridge.step()
                self._settle(used, left, lesson.negations)
            say(f"epoch {epoch + 1} of {epochs}: loss {loss.item():.3f}")

    def _loss(self, lesson: Lesson, pairs: np.ndarray, glosses: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        japanese, used = self.embed([self._worn(lesson.japanese[at], lesson) for at in pairs], lesson.first_word)
        english, used_too = self.embed([self._worn(lesson.english[at], lesson) for at in pairs])
        glossed, used_also = self.embed([self._worn(lesson.glosses[at], lesson) for at in glosses])
        taught, of_gloss = lesson.taught[pairs], lesson.taught_glosses[glosses]
        near, near_gloss = taught @ taught.T, of_gloss @ of_gloss.T
        aim, aim_gloss = (functional.normalize(part @ self.axes, dim=1) for part in (taught, of_gloss))
        loss = 0.5 * _tell_apart(japanese, aim) + 0.5 * _tell_apart(japanese, english)
        loss = loss + 0.3 * _tell_apart(english, aim) + 0.3 * _tell_apart(glossed, aim_gloss)
        loss = loss + 0.5 * (2 - (english * aim).sum(1).mean() - (glossed * aim_gloss).sum(1).mean())
        relations = _off(japanese, japanese, near) + _off(japanese, aim, near) + 0.5 * _off(japanese, english, near)
        relations = relations + _off(english, english, near) + _off(glossed, glossed, near_gloss)
        loans = [lesson.loans[at] for at in self.chance.integers(0, len(lesson.loans), LOANS)]
        borrowed, used_loans = self.embed([[word] for word, _ in loans], lesson.first_word)
        with torch.no_grad():
            origin, _ = self.embed([list(pieces) for _, pieces in loans])
        loss = loss + RELATIONS * relations + 0.1 * _tell_apart(borrowed, origin)
        return loss, torch.unique(torch.cat([used, used_too, used_also, used_loans]))

    def embed(self, texts: Sequence[Sequence[int]], first_word: int | None = None) -> tuple[torch.Tensor, torch.Tensor]:
        """Unit vectors and the rows they used; rows from `first_word` on go through the map."""
        if first_word is None:
            summed, used = self._sums(texts)
            return functional.normalize(summed, dim=1), used
        words, used = self._sums([[row for row in text if row >= first_word] for text in texts])
        pieces, used_too = self._sums([[row for row in text if row < first_word] for text in texts])
        return functional.normalize(words @ self.map + pieces, dim=1), torch.cat([used, used_too])

    def _sums(self, texts: Sequence[Sequence[int]]) -> tuple[torch.Tensor, torch.Tensor]:
        starts = np.cumsum([0, *(len(text) for text in texts[:-1])])
        flat = torch.tensor([row for text in texts for row in text], dtype=torch.int64)
        return functional.embedding_bag(flat, self.table, torch.tensor(starts), mode="sum", sparse=True), flat

    def _worn(self, text: Sequence[int], lesson: Lesson) -> list[int]:
        """A text with gaps, and with some Japanese words spelt, so that the letters learn what words mean."""
        kept: list[int] = []
        for row, luck in zip(text, self.chance.random(len(text)).tolist(), strict=True):
            if luck < DROPPED:
                continue
            if luck < DROPPED + SPELT and row in lesson.letters:
                kept += lesson.letters[row]
            else:
                kept.append(row)
        return kept or list(text)

    @torch.no_grad()
    def _settle(self, used: torch.Tensor, left: float, negations: Sequence[int]) -> None:
        self.table[used] += PULL * left * (self.start[used] - self.table[used])
        for row in negations:
            self.table[row] *= max(1.0, NEGATION / float(self.table[row].norm()))

    @torch.no_grad()
    def finished(self, first_word: int) -> np.ndarray:
        """The table with the map folded into its Japanese rows."""
        whole = self.table.clone()
        whole[first_word:] = whole[first_word:] @ self.map
        return whole.numpy()


def _tell_apart(one: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """Each text must be nearer to its own partner than to those of the others, seen from both sides."""
    likeness = one @ other.T / TEMPERATURE
    own = torch.arange(len(one))
    return (functional.cross_entropy(likeness, own) + functional.cross_entropy(likeness.T, own)) / 2


def _off(one: torch.Tensor, other: torch.Tensor, near: torch.Tensor) -> torch.Tensor:
    return functional.mse_loss(one @ other.T, near)
