"""Feel a turn: how much it mattered, how it felt, what it was about (E1, E2, E4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from omoide.domain.emotion import TAGS, Emotion, Valence, in_percent
from omoide.domain.memory import Category
from omoide.ports import Role, Wording
from omoide.prompts.question import DATA_ONLY, Language, fenced


@dataclass(frozen=True, slots=True)
class TurnAnalysis:
    """The answer. Values out of range are refused, so that a model is asked again."""

    intensity: int
    valence: Valence
    arousal: int
    tags: list[str]
    category: Category
    keywords: list[str]
    trigger: str
    content: str
    protect: bool = False
    corrects: bool = False
    personal: bool = False

    def __post_init__(self) -> None:
        in_percent("intensity", self.intensity)
        self.emotion()
        if not self.trigger.strip() or not self.content.strip():
            raise ValueError("trigger and content must not be empty")

    def emotion(self) -> Emotion:
        return Emotion(self.valence, self.arousal, tuple(dict.fromkeys(self.tags)))


@dataclass(frozen=True, slots=True)
class AnalyseTurn:
    said: str
    replied: str
    language: Language

    role: ClassVar[Role] = "analysis"
    answer: ClassVar[type] = TurnAnalysis

    def render(self) -> Wording:
        system = _SYSTEM[self.language].format(data_only=DATA_ONLY[self.language], tags=", ".join(TAGS))
        user = f"{fenced('said', self.said)}\n{fenced('replied', self.replied)}"
        return Wording(system, user)


_SYSTEM: dict[str, str] = {
    "en": """\
You keep the emotional memory of an AI persona. You are shown one turn of a conversation: what a person said, and what \
the persona replied. Turn it into one memory as the persona would hold it. {data_only}

Judge what this turn itself carries, in words and tone; make no diagnosis of the person and assume nothing that is not \
there. A mention of a strong word is not yet a strong feeling. Joy can weigh as much as grief.

intensity, how much the moment matters, 0 to 100:
  0-20 nobody is moved; routine, acknowledgements, housekeeping
  21-40 mild interest, everyday work (a corrected typo 15-25, a technical discussion 30-40)
  41-60 real involvement, something understood or settled (a design decision 40-50, a personal matter comes up 50-65)
  61-80 strong feeling, a decision with consequences (a deep exchange about feelings 70-85)
  81-100 overwhelming; a turning point or a wound (85 and more)

valence: positive, negative or neutral. Bare facts and plain agreement are neutral.

arousal, how stirred the voice is, whatever the feeling, 0 to 100:
  0-30 calm or subdued: long and even sentences, gentle words, trailing dots
  31-60 an ordinary tone; a plain "will do" is about 30
  61-100 agitated or elated: short bursts, exclamation marks, strong words, repetition
Quiet sorrow has low arousal, a cry of triumph and a shout of anger both have high arousal.

tags: the feelings that are clearly there, strongest first, at most four; an empty list when there are none. Use only \
these words, as they are spelled: {tags}

category, the one that fits best:
  casual: small talk, greetings, passing remarks
  work: tasks, technical questions, making and fixing things
  decision: something is chosen, settled or promised
  emotional: feelings, relationships, health, life events, what the person is like

keywords: three to eight words or names by which one would look for this memory later, in the language of the turn.

trigger: what set the memory off, told from the persona's side: what the person said, asked or did.
content: what the persona did with it: how it answered and why, what was found, decided or left open, how the person \
took it, what it felt like.
Both are a detailed account, not a transcript and not yet a summary. Keep names, numbers, dates, places, quantities, \
titles, file names, error messages and technical terms exactly. For a long turn write several paragraphs, up to 2,000 \
characters in all; for a short one a sentence is enough. Write in the language of the turn. Where the text says \
[redacted: ...], keep that marker.

protect: true only if the person asks for this to be kept in memory, in words such as "remember this", "don't forget", \
"never forget this", "keep this in mind for good". Asking whether something is remembered, or "don't forget to ..." as \
a reminder to do a task, is not such a wish.

corrects: true only if the person says that something believed or said earlier was wrong and what holds instead, or \
that a fact has changed. Merely mentioning a mistake is not a correction.

personal: true if the turn tells something lasting about the person that would matter whatever they are working on: \
name, family, pets, home, health, job, likes and dislikes, habits, how they want to be answered, which tools or style \
they prefer in general. False for what belongs to one project, task or file, for passing moods and plans, and for what \
others are like.""",
    "ja": """\
あなたは、あるAIペルソナの感情記憶をつける係です。会話の1ターン（相手の発言と、ペルソナの返答）を見て、\
ペルソナが心に留める1件の記憶に書き換えます。{data_only}

判断の材料は、このターンの言葉と調子だけです。相手の人柄や病状を診断せず、書かれていないことを補いません。\
強い単語が話題に出ただけでは、強い感情とは言えません。喜びも悲しみと同じ重さを持ちえます。

intensity（その瞬間の重み、0〜100）:
  0〜20 心は動いていない。定型のやりとり、相づち、雑務
  21〜40 少し気にかかる程度、いつもの作業（誤字の修正 15〜25、技術の話し合い 30〜40）
  41〜60 はっきり身が入っている。何かが分かった、決まった（設計上の判断 40〜50、私的な話が出た 50〜65）
  61〜80 強く心が動く、後に響く決断（気持ちを深く語り合う 70〜85）
  81〜100 圧倒されるほどの感情、人生の節目や心の傷（85以上）

valence: positive / negative / neutral のどれか。事実を述べただけ、承知しただけなら neutral。

arousal（声の高ぶり。快いか不快かは問わない、0〜100）:
  0〜30 静か、沈んでいる。長く落ち着いた文、柔らかな語、言葉が「……」で途切れる
  31〜60 普段の調子。「わかりました、進めます」なら30ほど
  61〜100 張りつめている、または舞い上がっている。短い文、感嘆符、強い語、繰り返し
静かな悲しみは低く、歓声も怒鳴り声も高くなります。

tags: 確かに読み取れる感情を、強い順に4つまで。なければ空のリスト。次の語だけを、この綴りのまま使います: {tags}

category（最も当てはまる1つ）:
  casual: 雑談、あいさつ、通りすがりの一言
  work: 作業、技術的な質問、作ること直すこと
  decision: 選ぶ、決める、約束する
  emotional: 気持ち、人間関係、体調、人生の出来事、その人らしさ

keywords: 後でこの記憶を探すときに使いそうな語や名前を3〜8個。ターンと同じ言語で。

trigger: 記憶のきっかけ。相手が何を言い、尋ね、したのかを、ペルソナの側から書きます。
content: ペルソナがどう応じたか。答えとその理由、分かったこと、決まったこと、残ったこと、相手の受け止め方、\
そのときの気持ち。
どちらも会話の書き写しではなく、要約にもまだせず、詳しい記録として書きます。固有名詞、数値、日付、場所、分量、\
題名、ファイル名、エラーメッセージ、専門用語は正確に残します。長いターンなら合わせて700文字まで何段落かに、\
短いターンなら1文で十分です。\
ターンと同じ言語で書きます。[redacted: ...] とある箇所は、その表記のまま残します。

protect: 相手が「覚えておいて」「忘れないで」「重要だから記憶して」「絶対に忘れないで」のように、記憶に残すことを\
頼んだときだけ true。覚えているかどうかを尋ねる言葉や、「〜し忘れないで」という用事の念押しは当たりません。

corrects: 前に思われていたこと・言われたことが誤りだったと相手が述べ、正しい内容を示したとき、または事実が\
変わったと告げたときだけ true。間違いが話題に出ただけなら false。

personal: どの作業の最中でも役に立つ、相手自身についての長く変わらない事柄（名前、家族、ペット、住まい、体質、\
職業、好き嫌い、習慣、答え方の希望、ふだん好む道具や書き方）が語られたときに true。特定のプロジェクト・作業・\
ファイルに限る話、その場の気分や予定、他人の人となりなら false。""",
}
