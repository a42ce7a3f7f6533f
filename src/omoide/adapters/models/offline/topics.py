"""What a text is about: names and technical terms first, found by the shape of words and without a dictionary."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

from omoide.adapters.models.offline.reading import within_reach
from omoide.adapters.models.offline.tables import table
from omoide.language.function_words import ENGLISH

_SHAPES = re.compile(
    r"(?P<quoted>(?<=[「『])[^「」『』。、！？!?\n]{2,16}(?=[」』]))"
    r"|(?P<address>https?://[^\s、。「」]+)"
    r"|(?P<person>(?:[一-鿿々]{1,4}|[ァ-ヴー]{2,8}|[ぁ-ん]{2,4}|[A-Z][a-z]+)(?:さん|ちゃん|くん|君|先生|先輩|様)(?![一-鿿ぁ-ん]*達))"
    r"|(?P<latin>[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ0-9]*(?:[._+#/&'’-][A-Za-zÀ-ɏ0-9]+)*(?:\+\+|#(?![A-Za-z]))?)"
    r"|(?P<number>\d[\d,.:]*(?:[年月日時分秒円個件回人歳階号%％]|(?:時間)|\s?(?:GB|MB|KB|ms|km|kg|cm|mm))?)"
    r"|(?P<japanese>[一-鿿々ァ-ヴー]{2,})"
    r"|(?P<single>(?<![一-鿿ァ-ヴー])[一-鿿](?=[がをはのにとも、]))"
    # a whole clause of hiragana (やった、できた) is a word; inside a sentence it is endings and particles
    r"|(?P<clause>(?:(?<=[\s、。!?…「(])|^)[ぁ-んー]{2,7}(?=[\s、。!?…」).]|$))"
)
_LEADING_TIME = re.compile(
    "^(?:今日|明日|昨日|最近|来月|来週|来年|先月|先週|去年|今年|毎日|毎晩|毎朝|以前|前回|今回|今度|現在|結局|実際|全部|一番)"
)
_SUFFIX = re.compile("(?:的|等|様|化する|達|中|後|前|時|用|側|上|下)$")
_TRAILING_DULL = re.compile("(?:全部|全員|以外|以上|一緒|自体|同士)$")
_KANA = re.compile("[ぁ-ん]")
_AFTER_NOUN = frozenset("がをはのにともでへやかだなしさすせよね")
_HONORIFIC = re.compile("(?:さん|ちゃん|くん|君|先生|先輩|様)$")
_SENTENCE_START = re.compile(r"(?:^|[.!?。！？\n\"“「(]\s*)$")
_RANK = {"person": 4.0, "name": 3.5, "technical": 3.2, "quoted": 3.0, "katakana": 2.6, "mixed": 2.4, "kanji": 2.0,
         "phrase": 1.6, "word": 1.2, "number": 1.1, "noun": 1.0,
         "kana": 0.4}  # fmt: skip
_ENOUGH, _MOST = 3, 8
_LONGEST = 40
# Hiragana before さん that is no name: たくさん, みなさん.
_NO_NAMES = frozenset(["たくさん", "みなさん", "皆さん", "お客さん", "おくさん"])


@dataclass(slots=True)
class _Topic:
    text: str
    rank: float
    first: int
    times: int = 1

    def order(self) -> tuple[float, int]:
        return (-(self.rank + 0.15 * min(self.times - 1, 4)), self.first)


def keywords(*texts: str, most: int = _MOST, named_only: bool = False) -> list[str]:
    """Up to `most` topics of the texts, the telling ones first; fewer when there are no more.

    Where too few have the shape of a name or a term, plain words fill up, unless `named_only`.
    """
    found: dict[str, _Topic] = {}
    for number, text in enumerate(texts):
        for kind, word, place in _shapes(within_reach(text)):
            key = word.casefold()
            if key in found:
                found[key].times += 1
                found[key].rank = max(found[key].rank, _RANK[kind])
            else:
                found[key] = _Topic(word, _RANK[kind], number * 1_000_000 + place)
    ordered = sorted(found.values(), key=_Topic.order)
    telling = [topic for topic in ordered if topic.rank > _RANK["kana"]]
    return _without_repeats(telling if named_only or len(telling) >= _ENOUGH else ordered, most)


_TELLS = {"person": 1.5, "name": 1.5, "technical": 1.5, "quoted": 1.0, "katakana": 1.0, "number": 1.0, "mixed": 1.0,
          "kanji": 0.4, "phrase": 0.2}  # fmt: skip


def names(text: str) -> list[str]:
    """Names of people and things and technical terms, in their order."""
    found = [word for kind, word, _ in _shapes(within_reach(text)) if kind in ("person", "name", "technical")]
    return list(dict.fromkeys(found))


def telling(sentence: str) -> float:
    """How many names, technical terms and numbers a sentence holds, and topics with a smaller weight."""
    return sum(_TELLS.get(kind, 0.0) for kind, _, _ in _shapes(sentence))


def _without_repeats(topics: list[_Topic], most: int) -> list[str]:
    """No topic that is only a piece of one already chosen."""
    chosen: list[str] = []
    for topic in topics:
        if not any(topic.text.casefold() in word.casefold() for word in chosen):
            chosen.append(topic.text)
        if len(chosen) == most:
            break
    return chosen


def _shapes(text: str) -> list[tuple[str, str, int]]:
    """(kind, word, place) of everything that may be a topic."""
    text = unicodedata.normalize("NFKC", text)
    found: list[tuple[str, str, int]] = []
    for match in _SHAPES.finditer(text):
        shape, word, place = match.lastgroup or "", match.group(), match.start()
        if shape == "latin":
            _latin(found, text, word, place, match.end())
        elif shape == "japanese":
            found += _japanese(word, place, text[match.end() : match.end() + 2])
        elif shape == "person" and word not in _NO_NAMES and _HONORIFIC.sub("", word) not in dull():
            found.append(("person", word, place))
        elif shape == "quoted" and len(word) < len(text) / 2 and word.casefold() not in dull():
            found.append(("quoted", word, place))
        elif shape == "number" and len(word) > 1:
            found.append(("number", word.rstrip(".,:"), place))
        elif shape in ("single", "clause") and word not in dull():
            found.append(("noun" if shape == "single" else "kana", word, place))
    return [item for item in found if 0 < len(item[1]) <= _LONGEST]


def _latin(found: list[tuple[str, str, int]], text: str, word: str, place: int, end: int) -> None:
    word = word.removesuffix("'s").removesuffix("’s")
    plain = word.casefold().replace("’", "'")
    if plain in dull() or plain in ENGLISH or "'" in plain or len(word) < 2:
        return
    before = text[:place][-4:]
    if any(mark in word[1:] for mark in "_.+#/&0123456789") or word[1:] != word[1:].lower():
        kind = "technical"
    elif word[0].isupper() and not _SENTENCE_START.search(before):
        kind = "name"
    else:
        in_japanese = bool(re.search(r"[ぁ-鿿]\s?$", before) or re.match(r"\s?[ぁ-鿿]", text[end : end + 2]))
        kind = "technical" if in_japanese else "word"
    if kind == "word" and (len(word) < 4 or plain.endswith(("ed", "ly"))):  # verbs and adverbs are seldom the matter
        return
    # Two capitalised words in a row are one name, two plain ones often one thing: "New York", "garbage collector".
    if found and found[-1][0] == kind and kind in ("name", "word"):
        _, last, start = found[-1]
        if text[start + len(last) : place] == " " and " " not in last:
            found[-1] = ("name" if kind == "name" else "phrase", f"{last} {word}", start)
            return
    found.append((kind, word, place))


def _japanese(word: str, place: int, after: str) -> list[tuple[str, str, int]]:
    # 全部落|ちた: the last kanji belongs to a verb unless a particle or する follows
    of_verb = _KANA.match(after) and after[0] not in _AFTER_NOUN and after != "いい"
    if of_verb and "一" <= word[-1] <= "鿿":
        word = word[:-1]
    word = _TRAILING_DULL.sub("", _LEADING_TIME.sub("", word))
    if not word.endswith("ー"):
        word = _SUFFIX.sub("", word) if len(word) > 2 else word
    if len(word) < 2 or word in dull():
        return []
    kana, kanji = bool(re.search("[ァ-ヴ]", word)), bool(re.search("[一-鿿]", word))
    kind = "mixed" if kana and kanji else "katakana" if kana else "kanji"
    return [(kind, word, place)]


@cache
def dull() -> frozenset[str]:
    return frozenset(row[0] for row in table("dull_words"))
