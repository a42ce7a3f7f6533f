# ruff: noqa: SIM905 (word lists read best as one string)
"""What the people of a village remember, in words: full accounts, summaries and traces, and cues that ask for them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bench.vocabulary import Words, english, japanese, zipfian

# {0} name, {1} place, {2} topic, {3} thing, {4} a rare word, {5} a time, {6} a feeling
_TRIGGERS_JA = (
    "{0}と{1}で会って、{2}について長く話したと教えてくれた。",
    "{2}のことで{0}に相談したが、まだ決められないと言っていた。",
    "{1}で{3}をなくしてしまい、{0}が一緒に探してくれたそうだ。",
    "「{4}」という店を{1}で見つけ、{0}に話したら喜ばれたという。",
    "{0}から急に電話があり、{2}がうまくいったと聞いた。",
    "週末に{1}へ行く予定だったが、{2}と重なって悩んでいた。",
    "昨日の{2}で{0}と意見が合わず、夜まで眠れなかったらしい。",
    "{0}に贈る{3}を{1}で選んだ話をしてくれた。",
)
_CONTENTS_JA = (
    "{2}が大事な節目だと感じ、{0}の気持ちも考えながら一緒に整理した。",
    "{1}の様子を詳しく聞いて、自分まで旅をした気分になった。",
    "{3}が見つかったときの安堵が伝わってきて、こちらも嬉しくなった。",
    "「{4}」という名前を忘れないように覚えておこうと思った。",
    "無理をしないように伝え、次に{0}と会う日を一緒に決めた。",
    "迷いがあるのは当然だと答え、{2}の利点と欠点を並べてみた。",
    "その言葉の裏にある寂しさに気づき、ゆっくり話を聞いた。",
    "うまくいった理由を一緒に振り返り、次も{1}で試そうと話した。",
    "{3}の手入れの仕方を調べて、三つの手順にまとめて渡した。",
)
_CUES_JA = (
    "{0}と{1}で何を話した？",
    "{2}の件はどうなったんだっけ",
    "前に{0}が{3}のことを言っていたよね",
    "{4}って何の名前だった？",
)
_TRIGGERS_EN = (
    "Met {0} in {1} and talked for hours about {2}.",
    "Asked {0} for advice about {2}, but nothing is decided yet.",
    "Lost the {3} in {1}, and {0} helped to look for it.",
    "Found a place called {4} in {1} and told {0} about it.",
    "{0} rang out of the blue: {2} went well after all.",
    "Wanted to go to {1} at the weekend, but {2} got in the way.",
    "Disagreed with {0} about {2} and could not sleep afterwards.",
    "Chose a {3} for {0} in {1}.",
)
_CONTENTS_EN = (
    "It felt like a turning point; we went through {2} step by step and kept {0} in mind.",
    "I asked about every corner of {1} and almost felt that I had been there.",
    "The relief about the {3} was easy to hear, and I was glad too.",
    "I made a note of the name {4} so that it would not get lost.",
    "I said not to overdo it, and we picked a day to see {0} again.",
    "Being torn is natural; we listed what speaks for and against {2}.",
    "I noticed the loneliness behind the words and listened.",
    "We looked back at why it worked and planned to try it again in {1}.",
    "I looked up how to take care of a {3} and wrote it down in three steps.",
)
_CUES_EN = (
    "What did I talk about with {0} in {1}?",
    "How did {2} turn out?",
    "{0} said something about a {3}",
    "What was {4} again?",
)
# Nobody in the village ever says these.
_UNKNOWN_JA = "ゼピュロス クワドラ ヴェルミナ 鼈甲甕 轆轤髷 プトレマイカ 麒麟蠍 ヌベッチョ 翡翠鰐 オルメカタ".split()
_UNKNOWN_EN = "zyxquor blivvex qwartzle phlogmire xantheum vrockling kwijib ozmandrel jzubax quaffigo".split()
FULL, SUMMARY = 1, 2


@dataclass(frozen=True, slots=True)
class Tale:
    """One memory's ingredients: words by list, which templates, and the language."""

    japanese: bool
    parts: tuple[str, ...]
    draws: tuple[int, ...]

    def text(self, level: int) -> tuple[str, str]:
        """Trigger and content, as long as a text of that level is."""
        triggers, contents = (_TRIGGERS_JA, _CONTENTS_JA) if self.japanese else (_TRIGGERS_EN, _CONTENTS_EN)
        when, how = ("{5}のこと。", "{6}。") if self.japanese else ("It was {5}, {6}.", "")
        said = [triggers[draw % len(triggers)] for draw in self.draws[:2]] + [when, how]
        felt = [contents[draw % len(contents)] for draw in self.draws[2:]]
        if level == FULL:
            return self._joined(said), self._joined(felt)
        if level == SUMMARY:
            return self._joined([said[0], how]), self._joined(felt[:1])
        comma = "、" if self.japanese else ", "
        return comma.join((self.parts[0], self.parts[2])), comma.join((self.parts[1], self.parts[3], self.parts[4]))

    def _joined(self, sentences: list[str]) -> str:
        return ("" if self.japanese else " ").join(dict.fromkeys(filter(None, sentences))).format(*self.parts)

    def cue(self, draw: int) -> str:
        cues = _CUES_JA if self.japanese else _CUES_EN
        return cues[draw % len(cues)].format(*self.parts)


def tales(rng: np.random.Generator, count: int) -> list[Tale]:
    """Half in Japanese, half in English, mixed."""
    kinds = rng.random(count) < 0.5
    picks = {language: [zipfian(rng, count, len(words)) for words in said.lists] for language, said in _languages()}
    draws = rng.integers(0, 1_000, (count, 5)).tolist()
    said = dict(_languages())
    return [
        Tale(
            bool(kind),
            tuple(words[column[at]] for words, column in zip(said[bool(kind)].lists, picks[bool(kind)], strict=True)),
            tuple(draws[at]),
        )
        for at, kind in enumerate(kinds)
    ]


def cues(rng: np.random.Generator, known: list[Tale], count: int) -> list[str]:
    """Japanese and English in turn; half of each about what was told, half about what never was."""
    made: list[str] = []
    for number in range(count):
        in_japanese, exists = number % 2 == 0, number % 4 < 2
        own = [tale for tale in known if tale.japanese == in_japanese]
        if exists and own:
            made.append(own[int(rng.integers(len(own)))].cue(int(rng.integers(1_000))))
        else:
            strange = rng.choice(_UNKNOWN_JA if in_japanese else _UNKNOWN_EN, 2).tolist()
            template = "{0}の{1}はいくらだった？" if in_japanese else "how much is the {0} of {1}?"
            made.append(template.format(*strange))
    return made


def _languages() -> list[tuple[bool, Words]]:
    return [(True, japanese()), (False, english())]
