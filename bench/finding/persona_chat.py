"""A Japanese multi-session set, made from RealPersonaChat by rules and a seed: no model, nothing written by hand.

Two speakers who met often are one talk; each of their dialogues is a session with its real time. A "word" below is a
run of two to six kanji or three or more katakana. Questions are made of words and a plain sentence around them:

word      a word that is in one utterance only; that one answers
words     two words that are each in three or more utterances, but together in one; that one answers
answer    words of a question that was asked; the reply to it answers, and holds none of these words itself
dated     a word that several sessions speak of, with the date of one; what was said of it then answers
several   a word that two to four utterances of different sessions hold; all of them answer
never     a word that these two never said, from other talks

The two pairs that met most often are for choosing, the next four for reporting.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from itertools import pairwise
from pathlib import Path
from typing import Any

from bench.finding.talk import Exchange, Question, Talk, Utterance, exchanges

SEED = 20260118
TUNING, REPORTING, EACH = 2, 4, 40
_JST = timezone(timedelta(hours=9))
_WORD = re.compile(r"[一-鿿々]{2,6}|[ァ-ヴー]{3,}")
_ASKS = re.compile(r"[?？]\s*$|ですか。?$|ますか。?$")
_FORMS = {
    "word": ("{0}の話を覚えてる？", "{0}って何のことだったっけ", "{0}について話したよね"),
    "words": ("{0}と{1}の話", "{0}のとき、{1}はどうだった？", "{0}と{1}について教えて"),
    "answer": ("{0}と{1}を聞いたとき、何て答えてた？", "{0}、{1}のことを尋ねた返事は？"),
    "dated": ("{1}に{0}の話をした？", "{1}、{0}について何と言っていた？"),
    "several": ("{0}について話したことを全部教えて", "これまでの{0}の話"),
}


def read(path: Path, split: str) -> list[Talk]:
    together: dict[tuple[str, ...], list[dict[str, Any]]] = defaultdict(list)
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            dialogue = json.loads(line)
            together[tuple(sorted(dialogue["interlocutors"]))].append(dialogue)
    often = sorted(together, key=lambda pair: (-len(together[pair]), pair))[: TUNING + REPORTING]
    chosen = {"tune": often[:TUNING], "report": often[TUNING:], "all": often}[split]
    told = {pair: _turns(together[pair], pair) for pair in chosen}
    return [_talk(pair, told) for pair in chosen]


def _turns(dialogues: list[dict[str, Any]], pair: tuple[str, ...]) -> list[Exchange]:
    turns: list[Exchange] = []
    for dialogue in sorted(dialogues, key=lambda one: one["utterances"][0]["time"]):
        name = str(dialogue["dialogue_id"])
        start = datetime.fromisoformat(dialogue["utterances"][0]["time"]).replace(tzinfo=_JST)
        spoken = [Utterance(f"{name}:{n}", u["speaker"], u["text"]) for n, u in enumerate(dialogue["utterances"])]
        turns += exchanges(name, start, pair[0], spoken)
    return turns


def _talk(pair: tuple[str, ...], told: dict[tuple[str, ...], list[Exchange]]) -> Talk:
    turns = told[pair]
    chance = random.Random(f"{SEED} {pair}")
    makers = {"word": _word, "words": _words, "answer": _answer, "dated": _dated, "several": _several}
    index = _Index(turns)
    questions = []
    for kind, make in makers.items():
        made = list(make(index))
        for words, gold in chance.sample(made, min(EACH, len(made))):
            questions.append(Question(chance.choice(_FORMS[kind]).format(*words), kind, frozenset(gold)))
    text = " ".join(turn.text for turn in turns)
    others = Counter(w for other in told if other != pair for turn in told[other] for w in _WORD.findall(turn.text))
    strange = sorted(word for word, times in others.items() if times == 1 and word not in text)
    never = [chance.choice(_FORMS["word"]).format(word) for word in chance.sample(strange, min(100, len(strange)))]
    return Talk("-".join(pair), pair[1], pair[0], tuple(turns), tuple(questions), never=tuple(never))


class _Index:
    """Utterances in order, and which of them hold a word."""

    def __init__(self, turns: list[Exchange]) -> None:
        self.spoken = [(turn, one) for turn in turns for one in turn.utterances]
        self.words = [tuple(dict.fromkeys(_WORD.findall(one.text))) for _, one in self.spoken]
        whole = {word for words in self.words for word in words}
        # counted as a part of longer runs too: 温泉 is in 温泉旅行
        self.places = {word: [at for at, (_, one) in enumerate(self.spoken) if word in one.text] for word in whole}

    def id(self, at: int) -> str:
        return self.spoken[at][1].id

    def session(self, at: int) -> str:
        return self.spoken[at][0].session


Made = Iterator[tuple[tuple[str, ...], list[str]]]


def _word(index: _Index) -> Made:
    for word in sorted(index.places):
        if len(index.places[word]) == 1:
            yield (word,), [index.id(index.places[word][0])]


def _words(index: _Index) -> Made:
    for at, words in enumerate(index.words):
        common = [word for word in words if len(index.places[word]) >= 3]
        for a, b in pairwise(common):
            if a not in b and b not in a and set(index.places[a]) & set(index.places[b]) == {at}:
                yield (a, b), [index.id(at)]


def _answer(index: _Index) -> Made:
    for at, words in enumerate(index.words[:-1]):
        reply = index.spoken[at + 1][1]
        follows = index.session(at) == index.session(at + 1) and reply.speaker != index.spoken[at][1].speaker
        if not (_ASKS.search(index.spoken[at][1].text) and follows and len(words) >= 2 and len(reply.text) >= 12):
            continue
        a, b = words[:2]
        if set(index.places[a]) & set(index.places[b]) == {at} and a not in reply.text and b not in reply.text:
            yield (a, b), [reply.id]


def _dated(index: _Index) -> Made:
    for word in sorted(index.places):
        by_session = defaultdict(list)
        for at in index.places[word]:
            by_session[index.session(at)].append(at)
        if 3 <= len(by_session) <= 12:
            days = {session: index.spoken[places[0]][0].time for session, places in by_session.items()}
            for session, places in by_session.items():
                day = days[session]
                if len(places) <= 3 and sum(other.date() == day.date() for other in days.values()) == 1:
                    yield (word, f"{day.year}年{day.month}月{day.day}日"), [index.id(at) for at in places]


def _several(index: _Index) -> Made:
    for word in sorted(index.places):
        places = index.places[word]
        if 2 <= len(places) <= 4 and len({index.session(at) for at in places}) >= 2:
            yield (word,), [index.id(at) for at in places]
