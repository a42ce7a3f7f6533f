"""Words that mean the same, from the synonym groups that Sudachi's dictionary gives its words."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

from sudachipy import Dictionary

from train.lexicon import Lexicon
from train.start import Placed

DICTIONARY = "small"
LARGEST_GROUP = 6  # larger ones hold what is only alike
SHORTEST = 2  # a single letter has too many meanings


def read_synonyms(lexicon: Lexicon, placed: Placed) -> list[tuple[int, int]]:
    """Pairs of rows. A word that leans on the row of another is left out: it would drag the other along."""
    known = Dictionary(dict=DICTIONARY)
    first = len(placed.rows.pieces)
    groups: dict[int, set[int]] = defaultdict(set)
    for written, rank, row in zip(
        lexicon.written, lexicon.ranks.tolist(), placed.rows.words.rows.tolist(), strict=True
    ):
        if len(written) < SHORTEST or placed.ranks[row - first] != rank:
            continue
        for word in known.lookup(written):
            if word.dictionary_form() == written:
                for group in word.synonym_group_ids():
                    groups[group].add(row)
    small = [sorted(group) for group in groups.values() if len(group) <= LARGEST_GROUP]
    return sorted({pair for group in small for pair in combinations(group, 2)})
