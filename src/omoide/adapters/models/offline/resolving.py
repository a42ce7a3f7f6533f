"""What a talk settles and what it leaves to be done, by clear phrases only (W7): better too few than one that is wrong.

「資料できた」 settles nothing unless it says so itself: 終わった, 解決した, "done", "fixed". Only what the person says
counts; a question, a negation, a wish or a quotation does not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from omoide.adapters.models.offline.choosing import clipped
from omoide.adapters.models.offline.reading import on_one_line, own_sentences, prose, within_reach
from omoide.domain.sameness import sameness
from omoide.language.sentences import sentences
from omoide.language.terms import terms, weight

LONGEST, MOST = 80, 10
_DONE_JA = re.compile(
    "(?:が|は|も|を|の件|、|^)?(?:(?:やっと|ようやく|もう|全部|無事に?|ちゃんと)+)?"
    "(?:終わ(?:った|りました|らせた|らせました)|解決(?:した|しました|済み)|片(?:づ|付)いた|片(?:づ|付)きました"
    "|片(?:づ|付)けた|完了(?:した|しました)|済(?:んだ|みました|ませた)|直った|直りました|直した|直しました"
    "|修正(?:した|しました|できた)|完成した|完成しました|提出(?:した|しました)|予約(?:した|しました)"
    "|送った|送りました|払った|払いました)"
    "(?:よ|ね|んだ|んです|の|から|ので|ぞ|わ|です)*[。!！〜~…]*$"
)
_NOT_DONE = re.compile(
    "ない|なかった|ません|たい|たら|れば|ば[、]|かな|かも|だろう|でしょう|はず|つもり|予定|と思う|[?？]|まだ|って|らしい"
)
_DONE_EN = re.compile(
    r"^(?:(?:ok(?:ay)?|yes|yeah|great|good|finally|hey|hi|and|so|well)[,!. ]+)*"
    r"(?:(?:i|we)(?:'ve| have)? (?:just |finally |already )?"
    r"(?:finished|fixed|solved|resolved|completed|submitted|booked|sent|paid|closed|shipped|settled) (?P<object>.+)"
    r"|(?:i'm|we're|i am|we are) (?:finally |now )?done with (?P<with>.+)"
    r"|(?P<subject>.+?) (?:is|are|was|were|has been|have been|'s) (?:finally |now |all |already )*"
    r"(?:done|fixed|solved|resolved|finished|completed|settled|sorted out|taken care of))[.!]*$"
)
_UNSURE_EN = re.compile(
    r"\b(?:not|n't|never|if|when|once|until|unless|should|would|could|might|maybe|hope|want|wish|will|need|must|think"
    r"|almost|nearly|partly|half|nothing|no one|what|who|which|it|that|this|there|everything|he|she|they|someone)\b|\?"
)
_TODO = re.compile(
    r"^(?:[-*・]\s*)?(?:\[ \]\s*|todo\s*[:：]\s*|宿題\s*[:：]\s*|やること\s*[:：]\s*)(?P<task>\S.+)$", re.IGNORECASE
)
_MUST_JA = re.compile(
    "^(?P<task>.*?[一-鿿ァ-ヴーa-z].*?)(?:しないと(?:いけない|ダメ|だめ|なあ?|ね)?|しなきゃ(?:いけない|ダメ|だめ|なあ?|ね)?|しなければ(?:なら|いけ)ない"
    "|しなくちゃ(?:いけない|ね)?)(?:んだ|んです|の|な|よ|ね|です|わ)*[。!…]*$"
)
_MUST_EN = re.compile(
    r"^(?:(?:oh|so|and|also|then|ok(?:ay)?)[,!. ]+)*(?:i|we) (?:still )?"
    r"(?:need to|have to|must|gotta|have got to|'ve got to) (?P<task>[^?]+?)[.!]*$"
)
_LEADING_JA = re.compile(
    "^(?:あと|それと|それから|そして|まず|次に|あとで|とりあえず|もう|ああ|あ|じゃあ|やっと|ようやく)[、,\\s]*"
)
_TAIL_JA = re.compile("(?:が|は|も|を|、|の件)+$")


def settled(said: Sequence[str], open_tasks: Sequence[str]) -> list[str]:
    """Matters that the person says are done: an open task in its own words where the sentence holds its words."""
    found: dict[str, str] = {}
    for text in said:
        for sentence in own_sentences(within_reach(text)):
            matter = _done(sentence)
            if matter is None:
                continue
            task = next((task for task in open_tasks if _covers(matter, task)), None)
            named = task or _as_said(matter, text)
            if sameness(named) and len({t for t in terms(named) if weight(t) >= 1.0}) >= 1:
                found.setdefault(sameness(named), clipped(named, LONGEST))
    return list(found.values())[:MOST]


def to_do(said: Sequence[str], open_tasks: Sequence[str], resolved: Sequence[str]) -> list[str]:
    known = {sameness(text) for text in (*open_tasks, *resolved)}
    found: dict[str, str] = {}
    for text in said:
        for sentence in sentences(prose(within_reach(text))):
            task = _task(on_one_line(sentence))
            if task and sameness(task) not in known:
                found.setdefault(sameness(task), clipped(task, LONGEST))
    return list(found.values())[:MOST]


def _done(sentence: str) -> str | None:
    """What is done, in the sentence's own words; None when nothing clearly is."""
    if "〃" in sentence:
        return None
    if match := _DONE_JA.search(sentence):
        before = sentence[: match.start()]
        if _NOT_DONE.search(sentence) or not before.strip():
            return None
        matter = _TAIL_JA.sub("", _LEADING_JA.sub("", before.strip()))
        return matter if 2 <= len(matter) <= LONGEST else None
    if match := _DONE_EN.match(sentence):
        matter = next(part for part in match.groups() if part)
        if _UNSURE_EN.search(matter) or _UNSURE_EN.search(sentence[: match.start() + 1]):
            return None
        matter = re.sub(r"^(?:the|my|our|a|an) ", "", matter.strip()).rstrip(" .!,")
        return matter if 3 <= len(matter) <= LONGEST else None
    return None


def _task(sentence: str) -> str | None:
    if match := _TODO.match(sentence):
        return match["task"].strip(" 。.")
    folded = sentence.strip()
    if match := _MUST_JA.match(folded):
        return (
            None
            if re.search("[?？「」]|何とか|なんとか|どうにか", folded)
            else _LEADING_JA.sub("", match["task"]).rstrip("をはも、 ") or None
        )
    lowered = folded.lower().replace("’", "'")
    if match := _MUST_EN.match(lowered):
        if re.search(r"\b(?:not|n't|never|if|admit|say|confess|agree|go now|run now)\b", lowered):
            return None
        return folded[match.start("task") : match.end("task")].strip()
    return None


def _as_said(matter: str, text: str) -> str:
    """With the capitals that it had: sentences are looked through in one form."""
    at = text.lower().find(matter)
    return text[at : at + len(matter)] if at >= 0 else matter


def _covers(matter: str, task: str) -> bool:
    """Whether what is done is this task: most of its telling words are said."""
    wanted = {term for term in terms(task) if weight(term) >= 1.0}
    there = set(terms(matter))
    return bool(wanted) and len(wanted & there) / len(wanted) >= 0.5
