"""What a cue is after, told by its words (R6), so that recall waits for no model.

The first rule that fits decides. Feeling comes first, because a feeling may be asked for with any other word; then
technical matters, what is between people, and times. What asks for none of these asks for a fact.
"""

from __future__ import annotations

import re

from omoide.domain.intent import Intent
from omoide.language.terms import fold

_FEELING = (
    "嬉し|うれし|悲し|かなし|寂し|さびし|さみし|辛[いかくさ]|つらい|つらかっ|楽し[いかくみ]|怖[いかくさ]|こわかっ|泣[いきけ]|笑っ|怒っ|"
    "幸せ|不安|悩[みんむ]|感動|感謝|ときめ|切な|懐かし|悔し|恥ずかし|好き(?:だった|になった)|大切な思い出|思い出(?!せ|し|す)|"
    "初めて(?:会|話し)|はじめて会|出会[っい]|傷つ[いく]|励ま|心(?:に残|が動|を動|配)|落ち込|気持ち",
    r"happ(?:y|ier|iest|iness)|sad(?:ness|dest)?|lonely|loneliness|afraid|scared|terrified|fear(?:ed|s)?|cr(?:y|ied|ying)|"
    r"laugh(?:ed|ing)?|angry|upset|proud|joy(?:ful)?|love[ds]?|hurt|miss(?:ed)? (?:me|you|him|her|them)|grateful|"
    r"worr(?:y|ied|ies)|anxious|ashamed|moved (?:me|you|us)|touch(?:ed|ing)|heart(?:broken|felt)?|excited|regret\w*|"
    r"feel(?:s|ing|ings)?|felt|emotion\w*|first (?:met|time we (?:met|talked|spoke))|the day we (?:first )?met|"
    r"(?:best|worst|dearest|fondest) (?:memor(?:y|ies)|moment|day)|cheer\w*|comfort\w*|disappoint\w*",
)
_TECHNICAL = (
    "設定|方法|手順|やり方|使い方|バージョン|エラー|バグ|不具合|インストール|コマンド|コード|関数|実装|ライブラリ|データベース|サーバー?|"
    "デプロイ|ビルド|テストが|ログイン|環境変数|仕様|プログラ|アルゴリズム|スクリプト|ファイル|ポート番号|接続(?:でき|方法|先)|"
    "動かな[いく]|直し方|アップデート|更新方法",
    r"configur\w*|config|settings?|set ?up|install\w*|versions?|errors?|bugs?|exceptions?|traceback|commands?|code|"
    r"functions?|how (?:do|to|can|should) (?:i |we |you )?(?:set|use|run|build|fix|install|connect|deploy|enable|"
    r"disable|compile|test|write|make (?:the|it))|implement\w*|librar(?:y|ies)|databases?|servers?|deploy\w*|builds?|"
    r"compil\w*|scripts?|apis?|endpoints?|env(?:ironment)? variables?|ports?|docker|python|sql|regex|schema|"
    r"protocol|upgrade[ds]?|debug\w*|crash(?:es|ed)?|stack ?trace|parameters?|\w+\.(?:py|js|ts|toml|json|md)",
)
_BETWEEN = (
    "(?:との|どんな|どういう)(?:関係|間柄|仲)|仲(?:が|は)?(?:良|いい|悪|直)|(?:誰|だれ)と|どんな人|どういう人|関係(?:は|って|性)|"
    "友達|友人|親友|恋人|彼氏|彼女|家族|両親|兄弟|姉妹|上司|同僚|知り合い",
    r"relationship|friends?(?:hip)?|get(?:ting)? along|close to|know each other|related to|(?:girl|boy)friend|wife|"
    r"husband|partner|parents?|mother|father|brothers?|sisters?|famil(?:y|ies)|colleagues?|coworkers?|boss|"
    r"fell out with|who (?:is|was|are|were) (?!the )\w+|between (?:me|you|us|him|her|them)|"
    r"what (?:kind|sort) of person|trust(?:s|ed)? (?:me|you|him|her|them)",
)
_DAYS = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_TIME = (
    "最近|昨日|きのう|一昨日|おととい|先日|この前|この間|こないだ|さっき|今朝|今日|きょう|昨夜|昨晩|先週|先月|去年|昨年|今週|今月|今年|"
    "前回|何日前|[0-9一二三四五六七八九十]+(?:日|週間|か月|ヶ月|年)前|(?:[0-9]+年)?[0-9]+月(?:[0-9]+日)?(?:に|の|は|頃|ごろ)|"
    "(?:春|夏|秋|冬|正月|年末)(?:に|の|は)(?:何|話|出来事|こと|どこ)|いつ頃|その頃|あの頃|あの日",
    rf"recent(?:ly)?|lately|yesterday|today|tonight|this (?:morning|week|weekend|month|year)|the other day|these days|"
    rf"last (?:time|night|week|weekend|month|year|spring|summer|autumn|fall|winter|{_DAYS})|on {_DAYS}|earlier|"
    r"(?:a|two|three|four|five|six|[0-9]+|some|few) (?:few )?(?:days?|weeks?|months?|years?) ago|"
    rf"in (?:{_MONTHS}|(?:19|20)[0-9]{{2}})|[0-9]{{4}}-[0-9]{{2}}",
)


def _rule(japanese: str, english: str) -> re.Pattern[str]:
    r"""English words stand by themselves. Not \b: Japanese letters count as letters, 「Dockerの」 has no edge."""
    return re.compile(f"{japanese}|(?<![a-z0-9])(?:{english})(?![a-z0-9])")


_RULES: tuple[tuple[Intent, re.Pattern[str]], ...] = (
    ("emotional", _rule(*_FEELING)),
    ("technical", _rule(*_TECHNICAL)),
    ("relational", _rule(*_BETWEEN)),
    ("temporal", _rule(*_TIME)),
)


def intent_of(cue: str) -> Intent:
    text = fold(cue)
    for intent, rule in _RULES:
        if rule.search(text):
            return intent
    return "factual"
