"""The training: one table whose sums mean what the teacher means, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional

from train.texts import Batch, Texts, worn

BATCH = 512
FEW = 256  # loan words, and pairs of synonyms, per step
RATE, MAP_RATE = 2e-3, 3e-4
# Per step, back to the start, less and less like the rate: what is said once must not be learned by heart.
PULL = 0.002
TEMPERATURE = 0.1
RELATIONS = 20.0
WORDS = 0.1  # what loan words and synonyms weigh beside sentences
# Parts of a text that are left out: English, which meets the same words in the glosses, learns sentences by heart.
DROPPED, DROPPED_ENGLISH = 0.1, 0.25
SPELT = 0.1  # Japanese words that are read by their letters
# Where Japanese and English pull at each other, English gives way by this part: it has the teacher to follow.
YIELDS = 0.3
# "Not" turns a sentence round, but stands in so many that its learned weight is small: it is kept at this length.
NEGATION = 1.0


@dataclass(frozen=True, slots=True)
class Lesson:
    """Texts as rows of the table; the letters of each row, in case it is spelt; the teacher's view."""

    english: Texts
    japanese: Texts
    taught: torch.Tensor  # of the English sides, in the teacher's own space
    glosses: Texts
    taught_glosses: torch.Tensor
    loans: tuple[np.ndarray, Texts]  # Japanese rows, and the English that each was borrowed from
    synonyms: np.ndarray  # pairs of rows
    letters: Texts
    negations: Sequence[int]
    words: range  # the rows of Japanese words


class Student:
    def __init__(self, table: np.ndarray, axes: np.ndarray, seed: int) -> None:
        torch.manual_seed(seed)
        self.chance = np.random.default_rng(seed)
        self.start = torch.tensor(table)
        self.axes = torch.tensor(axes)
        self.table = torch.nn.Parameter(self.start.clone())
        # Japanese words pass through one map, so that those that no sentence holds learn with the others.
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
        read = [
            worn(texts.take(chosen), self.chance, dropped, SPELT, lesson.letters)
            for texts, chosen, dropped in (
                (lesson.japanese, pairs, DROPPED),
                (lesson.english, pairs, DROPPED_ENGLISH),
                (lesson.glosses, glosses, DROPPED_ENGLISH),
            )
        ]
        japanese = self.embed(read[0], lesson.words)
        english, glossed = self.embed(read[1]), self.embed(read[2])
        taught, of_gloss = lesson.taught[pairs], lesson.taught_glosses[glosses]
        near, near_gloss = taught @ taught.T, of_gloss @ of_gloss.T
        aim, aim_gloss = (functional.normalize(part @ self.axes, dim=1) for part in (taught, of_gloss))
        steady = (1 - YIELDS) * english.detach() + YIELDS * english
        loss = 0.5 * _tell_apart(japanese, aim) + 0.5 * _tell_apart(japanese, steady)
        loss = loss + 0.3 * _tell_apart(english, aim) + 0.3 * _tell_apart(glossed, aim_gloss)
        loss = loss + 0.5 * (2 - (english * aim).sum(1).mean() - (glossed * aim_gloss).sum(1).mean())
        relations = _off(japanese, japanese, near) + _off(japanese, aim, near) + 0.5 * _off(japanese, steady, near)
        relations = relations + _off(english, english, near) + _off(glossed, glossed, near_gloss)
        words, used = self._word_loss(lesson)
        loss = loss + RELATIONS * relations + WORDS * words
        return loss, torch.from_numpy(np.unique(np.concatenate([used, *(batch.rows for batch in read)])))

    def _word_loss(self, lesson: Lesson) -> tuple[torch.Tensor, np.ndarray]:
        """A loan word must find what it was borrowed from (which stays where it is), a synonym its like."""
        words, origins = lesson.loans
        some = self.chance.integers(0, len(words), FEW)
        with torch.no_grad():
            origin = self.embed(origins.take(some))
        borrowed = self.embed(_single(words[some]), lesson.words)
        alike = lesson.synonyms[self.chance.integers(0, len(lesson.synonyms), FEW)]
        one, other = (self.embed(_single(side), lesson.words) for side in alike.T)
        return _tell_apart(borrowed, origin) + _tell_apart(one, other), np.concatenate([words[some], alike.ravel()])

    def embed(self, batch: Batch, words: range = range(0)) -> torch.Tensor:
        """Unit vectors; `words` go through the map."""
        mapped = (batch.rows >= words.start) & (batch.rows < words.stop)
        plain = self._sums(batch.where(~mapped))
        return functional.normalize(self._sums(batch.where(mapped)) @ self.map + plain if words else plain, dim=1)

    def _sums(self, batch: Batch) -> torch.Tensor:
        rows, starts = batch.sorted()
        flat, offsets = torch.from_numpy(rows), torch.from_numpy(starts)
        return functional.embedding_bag(flat, self.table, offsets, mode="sum", sparse=True)

    @torch.no_grad()
    def _settle(self, used: torch.Tensor, left: float, negations: Sequence[int]) -> None:
        self.table[used] += PULL * left * (self.start[used] - self.table[used])
        for row in negations:
            self.table[row] *= max(1.0, NEGATION / float(self.table[row].norm()))

    @torch.no_grad()
    def finished(self, words: range) -> np.ndarray:
        """The table with the map folded into the rows of Japanese words."""
        whole = self.table.clone()
        whole[words.start : words.stop] = whole[words.start : words.stop] @ self.map
        return whole.numpy()


def _single(rows: np.ndarray) -> Batch:
    return Batch(rows, np.arange(len(rows)), len(rows))


def _tell_apart(one: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """Each text must be nearer to its own partner than to those of the others, seen from both sides."""
    likeness = one @ other.T / TEMPERATURE
    own = torch.arange(len(one))
    return (functional.cross_entropy(likeness, own) + functional.cross_entropy(likeness.T, own)) / 2


def _off(one: torch.Tensor, other: torch.Tensor, near: torch.Tensor) -> torch.Tensor:
    return functional.mse_loss(one @ other.T, near)
