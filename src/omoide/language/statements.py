"""Plain statements of how things are: "My office is in Kobe", 「甥の名前は健です」.

Two of them that agree in everything but the value cannot both be true, and the newer one holds. The rule is narrow on
purpose: only what has one value at a time (where somebody lives or works, what a thing is called, a number, a
favourite), and a plain yes against a plain no. What happened once, what can be true side by side ("I like tea", "I like
coffee"), and whatever has a date in it is no statement here.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

from omoide.language.calendar_words import NUMBERS
from omoide.language.correcting import without_opening
from omoide.language.detect import Language, language_of
from omoide.language.function_words import ENGLISH
from omoide.language.sentences import sentences

_LONGEST = 120  # characters of a sentence that is plain
_MOST = 8  # sentences of a text that are looked at
_QUOTES = "\"'“”「」『』。.!！ 　"
_BY_THE_WAY = re.compile(
    r"\b(?:now|nowadays|currently|these days|at the moment|any ?more|actually|still|already|so far|by the way|oh)\b"
    r",?"
    r"|(?:今は|いまは|現在は|最近は|もう|実は|今のところ|まだ)、?",
    re.IGNORECASE,
)
_DATED = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|ago|last|next|this (?:week|month|year|morning|evening)|was|were|had|did"
    r"|\w+day|if|when|would|will|might|could|january|february|march|april|june|july|august|september|october|november|december)\b"
    r"|昨日|今日|明日|今夜|今朝|先週|来週|先月|来月|去年|来年|曜|たら|なら|かも|でした|ました|った",
    re.IGNORECASE,
)
_NUMBER = (
    r"(?:\d[\d,.:]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred)"
)
_NAME = rf"(?!(?:{'|'.join(sorted(ENGLISH))})\b)[a-z][a-z-]+"  # as in Japanese, whatever stands there
_IN_DIGITS = re.compile(r"[\d.:]+$")
_DIGITS = NUMBERS | {
    "eleven": 11, "twelve": 12, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100,
}  # fmt: skip
_WHO = rf"(?:i|we|he|she|they|(?:my|our|his|her|their) [a-z]+(?: [a-z]+)?|{_NAME})"
_THING = rf"(?:(?:my|our|his|her|their) [a-z]+(?: [a-z]+){{0,2}}|{_NAME})"
_BE = r"(?:is|are|'s|'re)"
_ENGLISH = (
    # where somebody lives or works: names only, for "in Kobe" and "in a small house" go together
    rf"(?P<who>{_WHO})(?: am|'m| {_BE}|'re)? (?P<does>liv|work|study)(?:e|es|s|ing|ies|ying)? (?P<how>in|at|for)"
    rf" (?P<name>[^,;]+)",
    rf"(?P<who>{_WHO})(?: am|'m| {_BE}|'re)? (?P<does>work)(?:s|ing)? (?P<how>as) (?:an? )?(?P<value>[^,;]+)",
    rf"(?P<who>{_THING}|the [a-z]+(?: [a-z]+)?) {_BE} (?P<how>in|at|on) (?P<name>[^,;]+)",
    rf"(?P<who>{_THING}) {_BE} (?P<how>called|named) (?P<value>[^,;]+)",
    rf"(?P<who>{_THING}'s name|(?:my|our|his|her|their) (?:name|favou?rite [a-z]+)) {_BE} (?P<value>[^,;]+)",
    rf"(?P<who>{_THING}|the [a-z]+(?: [a-z]+)?) (?P<does>is|are|costs?|weighs?|takes?|starts? at|begins? at)"
    rf" (?P<number>{_NUMBER})\b(?: years? old| years of age)?(?P<rest>[^,;]*)",
    rf"(?P<who>{_WHO}) (?P<does>have|has|own|owns|pay|pays|earn|earns|weigh|weighs) (?P<number>{_NUMBER})\b"
    r"(?P<rest>[^,;]*)",
    rf"(?P<who>{_WHO}) (?P<no>do not |don't |does not |doesn't |no longer )?(?P<does>like|love|eat|drink|smoke|own|"
    r"have|speak|play|use|need|trust)s? (?:any )?(?P<what>[^,;]+)",
    rf"(?P<who>{_WHO}) (?P<can>can)(?P<no>not|'t| not)? (?P<what>[^,;]+)",
)
_MINE = "(?:(?:私|僕|俺|わたし|ぼく|うち|彼|彼女|[一-鿿ァ-ヴー]{1,6}(?:さん|ちゃん|くん)?)は)?"
_WORD = "[一-鿿々ァ-ヴーA-Za-z]{2,12}"
_IS = "(?:です|だ|だよ|なんだ|なんです|といいます|という|っていう)"
_ONE_OF_A_KIND = (
    "(?:名前|住所|電話番号|番号|職業|仕事|出身|年齢|歳|家賃|会社|学校|部署|上司|担当|席|部屋|好きな[^はがを]{1,8})"
)
_JAPANESE = (
    f"(?P<who>{_MINE})(?P<value>{_WORD})に(?P<does>住ん)で(?:い)?(?:る|ます)(?:よ|ね)?",
    f"(?P<who>{_MINE})(?P<value>{_WORD})(?:で(?P<does>働)いて|に勤めて)(?:い)?(?:る|ます)(?:よ|ね)?",
    f"(?P<who>(?:[^はがを、]{{1,10}}の)?{_ONE_OF_A_KIND})は(?P<value>[^はがを、]{{1,15}}?){_IS}(?:よ|ね)?",
    f"(?P<who>[^はがを、]{{1,14}})は(?P<value>{_WORD})に(?P<does>あ)(?:る|ります)(?:よ|ね)?",
    r"(?P<who>[^はがを、]{1,14})は(?P<does>月|毎月|一泊)?(?P<number>\d[\d,.]*)(?P<rest>[^はがを、]{0,6}?)"
    f"(?:から|かか(?:る|ります))?{_IS}?(?:よ|ね)?",
    f"(?P<who>{_MINE})(?P<what>[^はがを、]{{1,14}})[がはを](?P<does>好き|食べ|いま|い|でき|あり|あ)"
    "(?P<no>ではない|じゃない|ではありません|ない|せん|ません)?(?:です|だ|る|す|ます)?(?:よ|ね)?",
    f"(?P<who>{_MINE})(?P<what>[^はがを、]{{1,14}})[をは](?P<does>飲|吸|読|使)"
    "(?P<no>まない|みません|わない|いません)?(?:む|みます|う|います)?(?:よ|ね)?",
)
_WRITTEN_AS_NAME = re.compile(r"[A-Z0-9]")
_ARTICLE = re.compile(r"^(?:the|a|an) ", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Statement:
    """`matter` is everything but the value; a value is "yes" or "no" where something is affirmed or denied."""

    matter: tuple[str, ...]
    value: str

    def denies(self, other: Statement) -> bool:
        """Neither value is a part of the other: "Kobe" and "Kobe, near the port" go together. Numbers are whole."""
        mine, theirs = self.value, other.value
        if self.matter != other.matter:
            return False
        return mine != theirs if _IN_DIGITS.match(mine) else mine not in theirs and theirs not in mine


def statements(text: str) -> list[Statement]:
    found: list[Statement] = []
    plainly = without_opening(unicodedata.normalize("NFKC", text).replace("’", "'").lstrip(_QUOTES))
    for sentence in sentences(plainly)[:_MOST]:
        plain = " ".join(_BY_THE_WAY.sub(" ", sentence.strip(_QUOTES)).split()).strip(_QUOTES + ",、")
        if not plain or len(plain) > _LONGEST or "?" in sentence or "?" in plain or _DATED.search(plain):
            continue
        matched = [match for pattern in _patterns(language_of(plain)) if (match := pattern.fullmatch(plain))]
        found += [one for match in matched if (one := _statement(match))]
    return found


@cache
def _patterns(language: Language) -> tuple[re.Pattern[str], ...]:
    """Made when they are first needed: a process that recalls one memory has nothing to compare."""
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in (_JAPANESE if language == "ja" else _ENGLISH))


def _statement(match: re.Match[str]) -> Statement | None:
    parts = {name: (value or "").strip() for name, value in match.groupdict().items()}
    who, what = parts["who"].casefold(), _ARTICLE.sub("", parts.get("what", "")).casefold()
    matter = (who.removesuffix("は"), parts.get("does", "").casefold(), parts.get("how", "").casefold(), what)
    if "no" in parts:
        return Statement((*matter, parts.get("can", "")), "no" if parts["no"] else "yes")
    if "number" in parts:
        return Statement((*matter, parts["rest"].casefold()), _in_digits(parts["number"].casefold()))
    value = parts.get("value") or parts.get("name") or ""
    if "name" in parts and not _WRITTEN_AS_NAME.search(value):
        return None
    return Statement((*matter, ""), _ARTICLE.sub("", value).casefold()) if value else None


def _in_digits(number: str) -> str:
    """ "six" and "6" are one number, and so are "80,000" and "80000"."""
    return str(_DIGITS.get(number, number.replace(",", "").rstrip(".:")))
