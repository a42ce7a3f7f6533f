"""Felt words in Japanese, emoji and kaomoji: found as strings, because Japanese puts no blanks between words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from omoide.adapters.models.offline.english_words import negated
from omoide.adapters.models.offline.lexicon import Feeling, Hit, Patterns, japanese, symbols

_HIRAGANA = re.compile("[ぁ-ゖ]+")
_KANJI = re.compile("[々一-鿿]")
# After these a short word in hiragana can begin; inside a longer run of hiragana it is usually part of another word.
_PARTICLES = frozenset("はがをにでともへのなよねやかっ")
_DRAWN_OUT = re.compile("(?<=[ぁ-ゖ])[ー〜~]+|(?<=([ぁ-ゖ]))\\1{2,}")
_NEGATION = re.compile(
    "(?:[ぁ-ゖ]?(?:て(?:い)?|では|じゃ|でも|とは|と|は|も|が|って(?:わけ)?(?:じゃ|では)?|そう(?:じゃ|では|に)|する(?:こと)?(?:は|も)?)?)?"
    "(?P<no>な(?:い|か[っろ]|く(?![なせて])|さ[そげ])|ありません|ません|ずに|ませんでした|しな(?:い|か))"
)
_RHETORICAL = re.compile("じゃな(?:い|いか|いですか|いの)(?=[?!]|か|の[?!])|じゃない(?:の)?$")
_INTENSIFIER = re.compile(
    "(?:とても|とっても|すごく|すっごく|ものすごく|凄く|めっちゃ|めちゃ|めちゃくちゃ|むちゃくちゃ|超|ちょー|かなり|本当に|ほんとに|ほんとうに"
    "|ほんと|本当|マジで|まじで|マジ|まじ|非常に|極めて|あまりにも?|心から|死ぬほど|最高に|いちばん|一番|なんて|どんなに|やたら|相当|激|鬼|ガチで"
    "|心底|たいへん|大変|何より|もう)[^。、!?\\n]{0,3}$"
)
_HEDGE = re.compile(
    "(?:少し|すこし|ちょっと|ちょいと|やや|まあ|まぁ|多少|わりと|割と|なんとなく|何となく|いくらか|ほんの|若干|そこまで)[^。、!?\\n]{0,3}$"
)
_OVERWHELMED = re.compile("く?て(?:たまらな|仕方な|仕方がな|しょうがな|ならな)|すぎ")
_LIFT, _DAMP = 1.35, 0.6


def japanese_hits(text: str) -> list[Hit]:
    """Felt words and signs of a folded text; a drawn-out word (すごーい) is read as the plain one if that says more."""
    hits = list(_scan(text, japanese()))
    plain = _DRAWN_OUT.sub("", text)
    if plain != text:
        hits = max(hits, list(_scan(plain, japanese())), key=_said)
    return hits + list(_scan(text, symbols()))


def _said(hits: list[Hit]) -> float:
    return sum(abs(hit.valence) for hit in hits)


def _scan(text: str, patterns: Patterns) -> Iterator[Hit]:
    at = 0
    while at < len(text):
        found = _longest_at(text, at, patterns)
        if found is None:
            at += 1
            continue
        length, feeling = found
        yield _in_place(feeling, text, at, at + length)
        at += length


def _longest_at(text: str, at: int, patterns: Patterns) -> tuple[int, Feeling] | None:
    for length in range(patterns.longest.get(text[at], 0), 0, -1):
        word = text[at : at + length]
        feeling = patterns.anywhere.get(word)
        if feeling and _stands_alone(text, at, word):
            return length, feeling
        feeling = patterns.opening.get(word)
        if feeling and (at == 0 or text[at - 1] in " 、。,.!?…\n「("):
            return length, feeling
    return None


def _stands_alone(text: str, at: int, word: str) -> bool:
    """Short hiragana words and single kanji are often only a part of another word."""
    before = text[at - 1] if at else " "
    if len(word) <= 3 and _HIRAGANA.fullmatch(word):
        if _HIRAGANA.match(before):
            return before in _PARTICLES
        return len(word) == 3 or not _KANJI.match(before)
    if len(word) == 1 and _KANJI.match(word):
        after = text[at + 1 : at + 2]
        return not _KANJI.match(before) and not _KANJI.match(after)
    if word.isascii() and word.isalpha():
        return not before.isalpha() and not text[at + len(word) : at + len(word) + 1].isalpha()
    return True


def _in_place(feeling: Feeling, text: str, start: int, end: int) -> Hit:
    valence, arousal, tags = feeling.valence, float(feeling.arousal), feeling.tags
    before, after = text[max(0, start - 10) : start], text[end : end + 16]
    if _INTENSIFIER.search(before) or _OVERWHELMED.match(after):
        valence, arousal = valence * _LIFT, min(arousal + 8, 100)
    elif abs(valence) > 1 and _HEDGE.search(before):  # what is mild by itself is not made milder
        valence, arousal = valence * _DAMP, arousal - 8
    # A word that holds its own negation (悪くな|い, 仕方な|い) is listed as such and not turned round again.
    if valence and not text[start:end].endswith("な") and _denied(after):
        valence, arousal, tags = negated(valence, arousal, tags)
    return Hit(start, valence, arousal, tags)


def _denied(after: str) -> bool:
    return bool(_NEGATION.match(after)) and not _RHETORICAL.match(after)
