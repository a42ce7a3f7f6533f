"""Make the weights of the built-in embedder.

    python -m train --data ../shared/data

Seeded: the same ingredients on the same machine give the same weights. What is written replaces the files that ship;
bench/calibrate.py --write has to follow, because the cosines mean something else then.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from omoide.adapters.models.embedders.tokens import Rows, letters_of, rows_of
from omoide.adapters.models.embedders.weights import FOLDER, save_weights
from omoide.adapters.models.embedders.wordpieces import CONTINUES, pieces_of
from omoide.adapters.models.embedders.words import words_and_runs
from train.chive import read_chive
from train.ingredients import Ingredients, find_ingredients
from train.lexicon import NO, Lexicon, build_lexicon
from train.pack import pack
from train.parallel import read_pairs
from train.start import Frame, Placed, first_table, place
from train.student import Lesson, Student
from train.synonyms import read_synonyms
from train.teacher import Teacher
from train.texts import Texts
from train.unidic import Form, read_forms
from train.wordnet import glosses

CACHE = Path(__file__).with_name(".cache")
# Pieces of words in letters with blanks between them; the others of the teacher's vocabulary are marks and signs.
_PIECE = re.compile(r"(##)?[a-z0-9\u00df-\u017f]+")
ENGLISH_NO = ("not", "t", "never", "cannot")  # "t" is what is left of "don't"
LONGEST_GLOSS, EVERY_GLOSS = 60, 2
MOST_PIECES_OF_A_LOAN = 4
AT_ONCE = 2_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder that holds parallel_en_ja/")
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--dimensions", type=int, default=256)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    found = find_ingredients(chosen.data)
    english, japanese = read_pairs(found.pairs, "train")
    _say(f"{len(english):,} sentence pairs")
    forms, chive = read_forms(found.unidic), read_chive(found.chive)
    lexicon = build_lexicon(chive, forms, japanese)
    _say(f"{len(lexicon.written):,} written forms")
    pieces = [line for line in _lines(found.teacher / "vocab.txt") if _PIECE.fullmatch(line)]
    placed = place(pieces, chive, lexicon)
    # The row of the Japanese "no".
    no = int(placed.rows.words.rows[lexicon.written.index("ない")])
    assert lexicon.ranks[lexicon.written.index("ない")] == chive.ranks[NO]
    student = _taught(found, placed, (english, japanese), forms, lexicon, no, chosen)
    save_weights(pack(student.finished(_words(placed.rows)), placed.rows), chosen.out)
    _say(f"written: {chosen.out}")


def _taught(
    found: Ingredients,
    placed: Placed,
    pairs: tuple[list[str], list[str]],
    forms: Sequence[Form],
    lexicon: Lexicon,
    no: int,
    chosen: argparse.Namespace,
) -> Student:
    teacher = Teacher(found.teacher, CACHE)
    explained = [text for text in glosses(found.wordnet) if len(text) <= LONGEST_GLOSS][::EVERY_GLOSS]
    pieces = list(placed.rows.pieces)
    taught, taught_glosses = teacher.embed(pairs[0]), teacher.embed(explained)
    of_pieces = teacher.embed([piece.removeprefix(CONTINUES) for piece in pieces])
    _say("the teacher has spoken")
    torch.set_num_threads(1)  # sums in one order, and two threads are no faster at steps this small
    frame = Frame.of(taught, chosen.dimensions)
    english, japanese, glossed = (_rows(texts, placed.rows) for texts in (*pairs, explained))
    table = first_table(placed, frame.fit(of_pieces), english, japanese, frame.fit(taught), chosen.seed)
    student = Student(table, frame.axes, chosen.seed)
    loans, synonyms = _loans(forms, lexicon, placed.rows), read_synonyms(lexicon, placed)
    lesson = Lesson(
        Texts(english), Texts(japanese), torch.tensor(taught), Texts(glossed), torch.tensor(taught_glosses),
        (np.array([word for word, _ in loans]), Texts([origin for _, origin in loans])), np.array(synonyms),
        _letters(lexicon, placed.rows, len(table)), [no, *(placed.rows.pieces[word] for word in ENGLISH_NO)],
        _words(placed.rows),
    )  # fmt: skip
    _say(f"{len(loans):,} loan words, {len(synonyms):,} pairs of synonyms, {len(table):,} rows")
    student.learn(lesson, chosen.epochs, _say)
    return student


def _rows(texts: Sequence[str], rows: Rows) -> list[list[int]]:
    return [found for at in range(0, len(texts), AT_ONCE) for found in rows_of(texts[at : at + AT_ONCE], rows)]


def _words(rows: Rows) -> range:
    return range(len(rows.pieces), rows.first_bucket)


def _loans(forms: Sequence[Form], lexicon: Lexicon, rows: Rows) -> list[tuple[int, tuple[int, ...]]]:
    """Katakana words and the English pieces of what they were borrowed from; names are left out."""
    row_of = dict(zip(lexicon.written, rows.words.rows.tolist(), strict=True))
    loans: set[tuple[int, tuple[int, ...]]] = set()
    for form in forms:
        if form.english and form.kind != "固有名詞" and len(form.written) > 1 and form.written in row_of:
            words, _ = words_and_runs(form.english)
            origin = tuple(row for word in words for row in pieces_of(word, rows.pieces))
            if 0 < len(origin) <= MOST_PIECES_OF_A_LOAN:
                loans.add((row_of[form.written], origin))
    return sorted(loans)


def _letters(lexicon: Lexicon, rows: Rows, size: int) -> Texts:
    """Each word of the corpus by the letters of the form that is written most; nothing for the other rows."""
    letters: list[Sequence[int]] = [()] * size
    for at in lexicon.counts.argsort(kind="stable").tolist():
        if lexicon.counts[at]:
            letters[int(rows.words.rows[at])] = letters_of(lexicon.written[at], rows.first_bucket, rows.buckets)
    return Texts(letters)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
