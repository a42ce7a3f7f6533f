"""Which words mean nearly the same, read off the built-in embedder's own table.

    python -m train.near_words --data ../shared/data

Writes src/omoide/language/data/near_words.tsv, which search by words reads: a cue that says "kids" also listens for
"children", 母 also for 母親. It follows the training of an embedder, but a file that is a little older does no harm.
English words are those that the embedder has whole; Japanese ones are those of the parallel texts. Names, numbers, days
and months are left out: near in meaning, they are another matter.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from omoide.adapters.models.embedders.builtin import BuiltinEmbedder
from omoide.adapters.models.embedders.weights import weights
from omoide.language.near_words import FILE
from omoide.language.terms import FUNCTION, terms, weight

NEAR = 0.5  # cosine
NEARLY_THE_SAME = 0.75
MOST = 6  # near words of one
FREQUENT = 14_000  # pieces of the vocabulary, which is in the order of how often they are written
_WHOLE = re.compile("[a-z]{3,}")
_JAPANESE = re.compile("[一-鿿々]{1,4}|[ァ-ヴー]{2,8}")
_AFTER_A_NOUN = frozenset("はがをにのともでへやか、。")
# What is near one of these is a name, a day or a number itself, unless it is used like a common word.
_PROPER = {
    "en": "john mary tom james susan sophia carlos garcia smith miller huang patel ivan pierre hans london paris boston"
    " texas ohio tokyo delhi america japan france german tamil brazil monday january three seventy aug",
    "ja": "田中 山田 鈴木 伊藤 橋本 太郎 花子 東京 大阪 京都 仙台 北海道 トム メアリー ジョン ケン スミス ロンドン"
    " ボストン アメリカ フランス ドイツ 月曜 一月 九月",
}
_USED_BEFORE = "a an the my your his her our their some any very i you he she we they can will"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder that holds parallel_en_ja/")
    chosen = parser.parse_args()
    english, japanese = (_sentences(chosen.data / f"parallel_en_ja/train.{language}") for language in ("en", "ja"))
    common = frozenset(_USED_BEFORE.split())
    used = {after for words in english for before, after in pairwise(words) if before in common}
    near = _near(_english(), "en", used) | _near(_japanese(japanese), "ja", set())
    lines = [f"{word}\t{' '.join(f'{other}:{cosine}' for other, cosine in near[word])}" for word in sorted(near)]
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(lines):,} words, {FILE.stat().st_size:,} bytes: {FILE}\n")


def _sentences(path: Path) -> list[list[str]]:
    """As they come: split by blanks."""
    return [line.split() for line in path.read_text(encoding="utf-8").splitlines()]


def _english() -> dict[str, str]:
    """Stems, each with the form of it that is written most."""
    found: dict[str, str] = {}
    for piece in list(weights().pieces)[:FREQUENT]:
        stems = terms(piece) if _WHOLE.fullmatch(piece) else []
        if len(stems) == 1 and weight(stems[0]) > FUNCTION:
            found.setdefault(stems[0], piece)
    return found


def _japanese(sentences: Sequence[Sequence[str]]) -> dict[str, str]:
    """Words that were written at least twice. A single kanji must stand where nouns do: 働 is the stem of a verb."""
    times: Counter[str] = Counter()
    as_noun: Counter[str] = Counter()
    for words in sentences:
        for word, following in zip(words, [*words[1:], "。"], strict=True):
            if _JAPANESE.fullmatch(word):
                times[word] += 1
                as_noun[word] += following in _AFTER_A_NOUN
    return {
        word: word
        for word, count in times.items()
        if count > 1
        and (len(word) > 1 or as_noun[word] > 0.6 * count)
        and any(weight(t) > FUNCTION for t in terms(word))
    }


def _near(words: Mapping[str, str], language: str, used: Collection[str]) -> dict[str, list[tuple[str, int]]]:
    """The nearest of each, with the cosine in hundredths."""
    embedder = BuiltinEmbedder()
    vectors = embedder.embed(list(words.values()), "memory")
    proper = embedder.embed(_PROPER[language].split(), "memory")
    strange = (vectors @ proper.T).max(axis=1) < NEAR
    common = np.flatnonzero(strange | np.array([form in used for form in words.values()]))
    keys, vectors = np.array(list(words))[common], vectors[common]
    found: dict[str, list[tuple[str, int]]] = {}
    for at, cosines in enumerate(vectors @ vectors.T):
        cosines[at] = 0
        nearest = np.argsort(-cosines, kind="stable")[:MOST]
        word = str(keys[at])
        others = [(str(keys[one]), float(cosines[one])) for one in nearest if cosines[one] >= NEAR]
        others = [(other, round(100 * cosine)) for other, cosine in others if not _part(other, word, cosine)]
        if others:
            found[word] = others
    return found


def _part(other: str, word: str, cosine: float) -> bool:
    """子 is in 子供 as it is in 女子 and 椅子; 旅 means 旅行."""
    return len(other) == 1 and (other in word or len(word) > 1) and cosine < NEARLY_THE_SAME


if __name__ == "__main__":
    main()
