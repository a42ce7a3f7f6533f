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
    "初めて(?:会|出会|話し)|はじめて(?:会|出会)|傷つ[いく]|励ま|心(?:に残|が動|を動|配)|落ち込|どんな気持ち|気持ち|"
    r"\b(?:happ(?:y|ier|iest|iness)|sad(?:ness|dest)?|lonely|loneliness|afraid|scared|fear(?:ed|s)?|cr(?:y|ied|ying)|"
    r"laugh(?:ed|ing)?|angry|upset|proud|joy(?:ful)?|love[ds]?|hurt|miss(?:ed)? (?:me|you|him|her|them)|grateful|"
    r"worr(?:y|ied|ies)|anxious|ashamed|moved (?:me|you|us)|touch(?:ed|ing)|heart(?:broken|felt)?|excited|regret\w*|"
    r"feel(?:s|ing|ings)?|felt|emotion\w*|first (?:met|time we (?:met|talked|spoke))|the day we (?:first )?met|"
    r"(?:best|worst|dearest|fondest) (?:memor(?:y|ies)|moment|day)|cheer\w*|comfort\w*|disappoint\w*)\b"
)
_BETWEEN = (
    "(?:との|どんな|どういう)(?:関係|間柄|仲)|仲(?:が|は)?(?:良|いい|悪|直)|(?:誰|だれ)と|どんな人|どういう人|"
    "関係(?:は|って|性)|友達|友人|親友|恋人|彼氏|彼女|家族|両親|兄弟|姉妹|上司|同僚|知り合い|"
    r"\b(?:relationship|friends?(?:hip)?|get(?:ting)? along|close to|know each other|related to|(?:girl|boy)friend|"
    r"wife|husband|partner|parents?|mother|father|brothers?|sisters?|famil(?:y|ies)|colleagues?|coworkers?|boss|"
    r"who (?:is|was|are|were) (?!the (?:author|president|king))|between (?:me|you|us|him|her|them)\b|"
    r"what (?:kind|sort) of person|fell out with|trust(?:s|ed)? (?:me|you|him|her|them))\b"
)
_TECHNICAL = (
    "設定|方法|手順|やり方|使い方|バージョン|エラー|バグ|不具合|インストール|コマンド|コード|関数|実装|ライブラリ|データベース|"
    "サーバー?|デプロイ|ビルド|テストが|ログイン|環境変数|仕様|プログラ|アルゴリズム|スクリプト|ファイル|ポート番号|接続(?:でき|方法|先)|"
    "API|動かな[いく]|直し方|アップデート|更新方法|"
    r"\b(?:configur\w*|config|settings?|set ?up|install\w*|versions?|errors?|bugs?|exceptions?|traceback|commands?|"
    r"code|functions?|method to|how (?:do|to|can|should) (?:i |we |you )?(?:set|use|run|build|fix|install|connect|"
    r"deploy|enable|disable|compile|test|write|make (?:the|it))|implement\w*|librar(?:y|ies)|databases?|servers?|"
    r"deploy\w*|builds?|compil\w*|scripts?|api|apis|endpoints?|env(?:ironment)? variables?|ports?|docker|python|sql|"
    r"regex|schema|protocol|upgrade[ds]?|debug\w*|crash(?:es|ed)?|stack ?trace|parameters?)\b|"
    r"\.(?:py|js|ts|toml|json|md)\b"
)
_TIME = (
    "最近|昨日|きのう|一昨日|おととい|先日|この前|この間|こないだ|さっき|今朝|今日|きょう|昨夜|昨晩|先週|先月|去年|昨年|今週|今月|今年|"
    "前回|何日前|[0-9一二三四五六七八九十]+(?:日|週間|か月|ヶ月|年)前|(?:[0-9]+年)?[0-9]+月(?:[0-9]+日)?(?:に|の|は|頃|ごろ)|"
    "(?:春|夏|秋|冬|正月|年末)(?:に|の|は)(?:何|話|出来事|こと|どこ)|いつ頃|その頃|あの頃|あの日|"
    r"\b(?:recent(?:ly)?|lately|yesterday|today|tonight|last (?:time|night|week|weekend|month|year|spring|summer|"
    r"autumn|fall|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|this (?:morning|week|weekend|"
    r"month|year)|(?:a|two|three|four|five|six|[0-9]+|some|few) (?:few )?(?:days?|weeks?|months?|years?) ago|"
    r"the other day|these days|(?:back )?in (?:"
    r"january|february|march|april|may|june|july|august|september|october|november|december|"
    r"(?:19|20)[0-9]{2})|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|earlier|[0-9]{4}-[0-9]{2})\b"
)
_RULES: tuple[tuple[Intent, re.Pattern[str]], ...] = (
    ("emotional", re.compile(_FEELING, re.IGNORECASE)),
    ("technical", re.compile(_TECHNICAL, re.IGNORECASE)),
    ("relational", re.compile(_BETWEEN, re.IGNORECASE)),
    ("temporal", re.compile(_TIME, re.IGNORECASE)),
)


def intent_of(cue: str) -> Intent:
    text = fold(cue)
    for intent, rule in _RULES:
        if rule.search(text):
            return intent
    return "factual"
