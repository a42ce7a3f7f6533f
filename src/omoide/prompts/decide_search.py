"""Before a reply: should the past be searched, and for what? One call decides all of it (R6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from omoide.domain.intent import Intent
from omoide.ports import Role, Wording
from omoide.prompts.question import DATA_ONLY, Language, fenced

MOST_KEYWORDS = 3
LONGEST_WORDS, LONGEST_KEYWORD = 300, 40


@dataclass(frozen=True, slots=True)
class SearchDecision:
    """The answer. Too many or too long values are cut instead of asked for again: a reply is waiting."""

    search: bool
    words: str = ""
    keywords: list[str] | None = None
    intent: Intent = "factual"

    def settled(self, message: str) -> SearchDecision:
        """With usable values: broad words whenever there is a search, and at most three names or phrases."""
        if not self.search:
            return SearchDecision(False, "", [], self.intent)
        named = dict.fromkeys(" ".join(word.split()) for word in self.keywords or ())
        named = [word for word in named if 1 < len(word) <= LONGEST_KEYWORD][:MOST_KEYWORDS]
        words = " ".join((self.words.strip() or message).split())[:LONGEST_WORDS]
        return SearchDecision(True, words, named, self.intent)


@dataclass(frozen=True, slots=True)
class DecideSearch:
    """`before` is the end of the talk so far. `seconds`: an answer that comes later than this is of no use."""

    message: str
    before: Sequence[str]
    language: Language
    seconds: float

    role: ClassVar[Role] = "light"
    answer: ClassVar[type] = SearchDecision

    def render(self) -> Wording:
        talk = fenced("conversation", "\n".join(self.before)) + "\n" if self.before else ""
        return Wording(
            _WORDS[self.language].format(data_only=DATA_ONLY[self.language]), talk + fenced("said", self.message)
        )


_WORDS: dict[str, str] = {
    "en": """\
An AI persona is about to reply to a person. It keeps a diary, accounts of past days, and a log of every conversation. \
Decide whether looking something up there would help this reply. What is in <said> was just said; <conversation>, if \
there is one, came right before. {data_only}

search: true when the message refers to something earlier, asks what happened, what was said, what something is called \
or how somebody is, or names people, places or things that may have come up before. False for greetings, thanks, \
agreement, and whatever can be answered without any past.

words: for a search by meaning. The matter itself with synonyms and related words, separated by blanks, at most \
fifteen words, in the language of the message. Empty when search is false.

keywords: for an exact search through the log, none to three: only proper names, titles and unusual phrases, spelled \
as somebody would have typed them, without honorifics. No everyday words, and not the names of the two who talk. An \
empty list is better than a common word.

intent: emotional (moments and how they felt), factual (names, dates, preferences), technical (how something is set up \
or done), temporal (what happened lately or on a day), relational (who somebody is to somebody).""",
    "ja": """\
あるAIペルソナが、これから相手に返事をします。ペルソナには日記と、過ぎた日々の記録と、すべての会話のログがあります。\
返事の前にそこを調べると役に立つかどうかを決めてください。<said> はいまの発言、<conversation> があれば\
その直前のやりとりです。{data_only}

search: 以前のことに触れている、何があったか・何と言ったか・何という名前か・誰がどうしているかを尋ねている、\
前にも出たかもしれない人・場所・物の名が挙がっているなら true。あいさつ、お礼、相づち、\
過去を知らなくても答えられることなら false。

words: 意味で探すための言葉。話題そのものと、その言い換えや関連する言葉を空白で区切って15語まで。発言と同じ言語で。\
search が false なら空。

keywords: ログを一字一句で探すための言葉を0〜3個。固有名詞、題名、めずらしい言い回しだけを、実際に打ちそうな形で、\
敬称を付けずに書きます。ありふれた言葉と、話している二人の名前は入れません。ありふれた言葉を入れるくらいなら空のリストにします。

intent: emotional（出来事とそのときの気持ち）、factual（名前・日付・好み）、technical（設定ややり方）、\
temporal（最近のこと、ある日のこと）、relational（誰が誰にとって何か）のどれか。""",
}
