"""What tells how something is done, told apart from what tells how things are (D3): twelve patterns in each language.

Only rules: the night sorts every account with them before any mind is asked. What is said in passing stays semantic:
a thing that was done once ("we deployed yesterday", 「手順を踏んで謝った」) is no instruction. Prose of several
sentences in which an instruction stands is both, so that neither half of it is lost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from omoide.language.sentences import sentences

MIXED_FROM = 3  # sentences of prose: so many that one instruction among them cannot speak for all

# The end of an instruction: a verb that is not in the past. And what may stand between two parts of one.
_DO_JA = (
    r"(?:する|します|しよう|しましょう|してください|しておく|せよ|すること|るのが|れば(?:よい|いい)"
    r"|[うくすつぬむるぐぶ])(?:[。．\n]|$)"
)
_DO_EN = (
    r"(?:you|open|run|install|click|press|check|make sure|go to|set|create|copy|paste|type|enter|select|choose"
    r"|log in|save|build|test|tag|push|pull|merge|start|stop|restart|back up|write|add|remove|wait|call|ask|send"
    r"|pour|mix|stir|cut|boil|heat)"
)
_ON_JA = r"[^。\n]{0,200}?"
_ON = r".{0,400}?"

# By name: what a paragraph shows in Japanese, and what it shows in English.
PATTERNS: dict[str, tuple[str, str]] = {
    "procedure": (
        r"手順(?!を踏[まみむめもん])|手続き(?:の(?:仕方|流れ|方法)|は)",
        r"\bprocedures?\b|\bthe steps (?:to|for|are|were)\b|\bstep[- ]by[- ]step (?:guide|instructions?)\b",
    ),
    "settings": (
        r"設定(?:方法|手順|の(?:仕方|やり方|変え方))|(?:設定|セットアップ)(?:する)?(?:には|ときは|場合は)",
        r"\bhow to (?:set up|configure)\b|\b(?:configuration|setup|set-up) (?:steps?|guide|instructions?)\b"
        r"|\bto (?:configure|set up) (?:it|the|this|your)\b",
    ),
    "command": (
        r"コマンド(?:は|を(?:打|実行|使|入力)|で)|(?m:^\s*\$ \S)",
        r"\b(?:the|this|following) commands?\b|\brun `[^`\n]+`|(?m:^\s*\$ \S)",
    ),
    "workflow": (
        r"ワークフロー|(?:作業|処理|仕事|業務)の(?:流れ|進め方)",
        r"\bwork ?flows?\b|\bthe (?:usual|whole) process (?:is|for|of)\b",
    ),
    "how to": (
        r"やり方|使い方|作り方|直し方|(?:の|する)方法は|[うくすつぬむるぐぶ]には、",
        r"\bhow to [a-z]+\b|\bthe way to [a-z]+ (?:it|the|a) .{0,40}?\bis (?:to|by)\b",
    ),
    "numbered steps": (
        rf"(?m:^\s*(?:1[.．)、）]|①|(?:手順|ステップ)\s*[1１一])){_ON}(?m:^\s*(?:2[.．)、）]|②))"
        rf"|(?:手順|ステップ)\s*[1１一]{_ON}(?:手順|ステップ)\s*[2２二]",
        rf"(?m:^\s*1[.)]){_ON}(?m:^\s*2[.)])|\bstep (?:1|one)\b{_ON}\bstep (?:2|two)\b",
    ),
    "first, then": (
        rf"(?:まず|最初に|はじめに){_ON_JA}(?:[。\n]{_ON_JA})?(?:次に|それから|その(?:後|あと)|続いて|最後に)"
        rf"{_ON_JA}{_DO_JA}",
        rf"\bfirst,? (?:of all,? )?{_DO_EN}\b{_ON}\b(?:then|next|after that|finally),? {_DO_EN}\b",
    ),
    "install and run": (
        rf"(?:インストール|導入|起動|実行)(?:方法|手順|するには|してから|した(?:後|あと)に?{_ON_JA}{_DO_JA})"
        r"|(?:pip|npm|apt|brew|uv) (?:install|add)\b",
        r"\b(?:pip|npm|apt|brew|uv) (?:install|add)\b|(?m:^\s*(?:install|run|start) (?:the|it|this)\b)"
        r"|\bto (?:install|run) (?:it|the|this)\b",
    ),
    "checklist": (
        r"チェックリスト|(?m:^\s*[-*・]\s*\[[ xX]?\])|確認(?:事項|項目)",
        r"\bcheck ?lists?\b|(?m:^\s*[-*]\s*\[[ xX]?\])",
    ),
    "run book": (
        r"マニュアル|ランブック|(?:運用|対応|復旧|作業)(?:手順|手引き?|要領)|レシピ",
        r"\brun ?books?\b|\bplaybooks?\b|\bmanuals?\b|\bstandard operating\b|\brecipes?\b",
    ),
    "deploy and restore": (
        r"(?:デプロイ|リリース|バックアップ|復元|ロールバック)"
        r"(?:方法|するには|する(?:とき|時|前|際)(?:は|に)|の(?:仕方|やり方|流れ|前に))",
        r"\bto (?:deploy|release|roll back|restore)\b"
        r"|\b(?:before|when|whenever) (?:you |we )?(?:deploy|releas|restor|roll(?:ing)? back)\w*",
    ),
    "rule of action": (
        rf"必ず{_ON_JA}(?:してから|する前に|確認){_ON_JA}{_DO_JA}|(?:する|の)(?:とき|時|際|場合)は、?必ず{_ON_JA}{_DO_JA}",
        rf"\b(?:always|never forget to) {_DO_EN}\b[^.\n]{{0,200}}?\b(?:before|after|first|when)\b"
        rf"|\b(?:before|after|when(?:ever)?) you [^.,\n]{{1,100}},? (?:always |first |please )?{_DO_EN}\b",
    ),
}

_FOUND = {name: re.compile(f"{ja}|{en}", re.IGNORECASE | re.DOTALL) for name, (ja, en) in PATTERNS.items()}
# Figures of speech, and things that somebody did or lacked: they use the words without telling how anything is done.
_IN_PASSING = re.compile(
    r"手順を踏[まみむめもん]\w*|マニュアル(?:通り|どおり)の(?:返事|答え|人|対応)|(?:やり方|方法)が(?:ない|嫌い|好き)"
    r"|\bmanual (?:labou?r|work)\b|\brecipe for (?:disaster|trouble|success|happiness)\b"
    r"|\bstep by step (?:we|i|he|she|they|closer)\b",
    re.IGNORECASE,
)
_LISTED = re.compile(r"^\s*(?:[-*・]|\d+[.．)、）]|[①-⑳]|```)", re.MULTILINE)
_BETWEEN = re.compile(r"\n[ \t]*\n+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A paragraph, and to which kind of memory it may contribute."""

    text: str
    procedural: bool
    semantic: bool


def patterns_in(paragraph: str) -> list[str]:
    """The names of the patterns that a paragraph shows."""
    plain = _IN_PASSING.sub(" ", paragraph)
    return [name for name, pattern in _FOUND.items() if pattern.search(plain)]


def sorted_pieces(text: str) -> list[Piece]:
    """The paragraphs of an account or a note in order. A list that goes with the line before it is one with it."""
    return [_piece(paragraph) for paragraph in _paragraphs(text)]


def _piece(paragraph: str) -> Piece:
    procedural = bool(patterns_in(paragraph))
    prose = not _LISTED.search(paragraph) and len(sentences(paragraph)) >= MIXED_FROM
    return Piece(paragraph, procedural, semantic=not procedural or prose)


def _paragraphs(text: str) -> list[str]:
    found: list[str] = []
    for paragraph in (part.strip() for part in _BETWEEN.split(text)):
        if not paragraph:
            continue
        if found and _LISTED.match(paragraph) and _announces(found[-1]):
            found[-1] = f"{found[-1]}\n{paragraph}"
        else:
            found.append(paragraph)
    return found


def _announces(paragraph: str) -> bool:
    return paragraph.endswith((":", "：")) or bool(patterns_in(paragraph))
