"""How people tell a secret, as patterns (E8, O8): the words that name one, how a value is linked to them, and values.

Every pattern is tried at a place that is known and looks at a bounded stretch from there.
"""

from __future__ import annotations

import re
from enum import IntEnum

from omoide.perceive.secret_values import UNITS

_JAPANESE = "ぁ-ゟァ-ヿ一-鿿々"
_WIDE = "０-９Ａ-Ｚａ-ｚ"
_GAP = r"[ \t\u3000]{0,3}"
_WORD = rf"(?:[^\s.,;:!?={_JAPANESE}「」()]|\.(?=\w)){{1,40}}+"
_MY = "(?:my|the|our|your|his|her|their)"

# ---------------------------------------------------------------- what names a secret

# Looked for in lower case; the letters that they begin with stand first, so that a long text is passed over quickly.
NAME = re.compile(
    r"""(?=[psmwcoklパシリ復ニ認確解開入ワ番コダバ回暗ピｐﾊぱ合秘キロ])(?:
    (?P<recovery_words> (?:phrase|words?|seed)s?(?![a-z]) | mnemonic
        | シードフレーズ | リカバリー?フレーズ | 復元フレーズ | ニーモニック(?:フレーズ)? )
  | (?P<code> code(?![a-z]) | combination | combo(?![a-z]) | otp(?![a-z])
        | (?:認証|確認|解錠|解除|開錠|入館)(?:コード|番号) | ワンタイム(?:パスワード|コード|パス)
        | (?:番号|コード|ダイヤル)(?=は|が|を|、|：|:|=|\ |\d) )
  | (?P<recovery_code> codes(?![a-z]) | (?:リカバリー?|バックアップ|復旧|回復)コード )
  | (?P<pin> pin(?:[ -]?(?:code|number|no\.)|コード|番号)?(?![a-z]) | ｐｉｎ(?:コード|番号)?
        | 暗証(?:番号|コード|ナンバー)? | ピン(?:コード|番号) )
  | (?P<password> pass(?:words?\d?|[ -]?(?:phrase|code)s?|wd) | pwd?s?(?![a-z]) | p/w(?![a-z]) | key(?![a-z])
        | パス(?:ワード|フレーズ|コード) | ﾊﾟｽﾜｰﾄﾞ | ぱすわーど | 合い?言葉 | 秘密鍵 | キー(?![ァ-ヶー]) )
  | (?P<login> log-?in(?:\ (?:details|info))?(?![a-z]) | credentials | creds(?![a-z]) | ログイン(?:情報)? )
  | (?P<pass> pass(?![a-z]) | パス(?![ァ-ヶー]) )
    )""",
    re.VERBOSE,
)
# Words that mean much else too, and what must stand before them.
_NUMBER_OF = "(?:オートロック|玄関|金庫|ドア|キーボックス|宅配ボックス|スーツケース|ダイヤル錠|倉庫|鍵)の?"
_PHRASE_OF = "(?:seed|recovery|mnemonic|wallet|backup)[ -]"
_CODE_OF = (
    "(?:door|gate|alarm|garage|entry|entrance|access|unlock|lock|safe|vault|locker|lock ?box|key ?box|keypad|building"
    "|disarm|verification|confirmation|auth(?:entication)?|one-time|2fa|mfa|otp|sms|login|sign-in|reset)[ -]"
)
_KEY_OF = "(?:wi-?fi|wlan|wpa[23]?|wireless|network|router|hotspot|security|encryption) (?:security )?"
NEEDS = {
    word: re.compile(rf"{before}\Z", re.IGNORECASE)
    for words, before in (
        ("phrase phrases word words seed seeds", rf"(?<![a-z]){_PHRASE_OF}"),
        ("code combination combo", rf"(?<![a-z]){_CODE_OF}"),
        ("codes", "(?<![a-z])(?:recovery|backup|scratch)[ -]"),
        ("pin", rf"(?<![a-z])(?:{_MY}|card|debit|atm|phone|sim)(?:['’]s)? "),
        ("key", rf"(?<![a-z]){_KEY_OF}"),
        ("番号 コード ダイヤル", _NUMBER_OF),
        ("キー", "(?:暗号化?|セキュリティ|ネットワーク|(?:Wi-?Fi|無線|ルーター)の)"),
        ("パス", "(?:(?<![ァ-ヶー])|ログイン|ルーター|メール|サーバー)"),
    )
    for word in words.split()
}
OF_A_DOOR = re.compile(rf" (?:for|to|of) {_MY} ", re.IGNORECASE)
ANOTHER_THING = re.compile(
    r"[ \t](?:manager|reset|policy|hint|generator|prompt|length|protect|screen|field|box|app|file|for a|rule)"
)

# ---------------------------------------------------------------- how it is linked to what follows


class Link(IntEnum):
    """How surely a value follows."""

    BESIDE = 0  # the password hunter2
    TO = 1  # changed the password to hunter2
    JA = 2  # パスワードはhunter2
    IS = 3  # the password is hunter2
    SET = 4  # password: hunter2


_CLOSED = r"[\"'`*_”’)\]]{0,3}(?:[ \u3000]?[(（][^()（）\n]{1,40}[)）]|,[^,.\d\n]{1,40},)?"
_OF_WHAT = (
    r"(?P<of>[ \t]{1,2}(?:for|of|on|to|at|in|from|i|you|we|they|he|she|that|which|there|here|it|again|now)"
    rf"(?:[ \t]{_WORD}){{0,8}}?)??"
)
_FILLER = (
    r"(?:[ \t,]{1,2}(?:now|still|just|actually|probably|maybe|currently|simply|literally|like|also|basically|set to"
    r"|changed to|called|something like|all lower[ -]?case|all caps|in lower[ -]?case|i think|i believe|apparently)"
    r"(?![a-z])){0,3}+"
)
_FILLER_JA = (
    "(?:(?:今|いま|たぶん|多分|確か|たしか|まだ|もう|新しく|全部|ぜんぶ|すべて|小文字|大文字|半角|英数字|これ|こちら|以下"
    "|一応|いちおう|とりあえず|ずっと|普通に|結局|やっぱり|えっと|えーと|ええと|変えて|変更して|ローマ字|数字|同じ)"
    r"(?:の|は|で|も|だけ)?[、,：:]?[ \u3000]?){0,3}+"
)
_ON_A_LINE = rf"{_GAP}\n?{_GAP}"
_IS = "(?:is|was|are|were|isn['’]t|wasn['’]t|(?:will|would|should|must) be|used to be|has been|became|remains)"
_USE = "(?:just |always |then )?(?:use|used|try|type|enter|typed|entered|chose|picked)"
LINKS = tuple(
    (link, re.compile(_CLOSED + pattern, re.IGNORECASE))
    for link, pattern in (
        (Link.SET, rf"{_OF_WHAT}{_GAP}(?::=|=>|->|={{1,2}}|:|：|＝|→|⇒)(?!//)[*_]{{0,2}}{_ON_A_LINE}"),
        (Link.IS, rf"{_OF_WHAT}[ \t]{{1,2}}{_IS}(?![a-z]){_FILLER}[:,]?(?:[ \t]{{1,3}}|{_GAP}\n{_GAP})"),
        (Link.JA, rf"{_GAP}(?:は|が|を|も|って)[、,：:]?{_ON_A_LINE}{_FILLER_JA}"),
        (Link.TO, rf"(?:[ \t]{{1,2}}from|{_OF_WHAT}[ \t]{{1,2}}(?:to|as|{_USE})|['’]s)[ \t]{{1,2}}"),
        (
            Link.BESIDE,
            r"(?:[ \t\u3000]{0,2}[,、，|?？][ \t\u3000]{0,2}|[ \t\u3000]{1,2}(?:[/–—-][ \t]{1,2})?|[ \t]{0,2}\n・?"
            r"|(?<=[^\x00-\x7f]))",
        ),
    )
)
# In the sentence after: "I changed the password. It's ...", 「パスワード変えたよ。新しいのは…」
_ITS = "(?:it['’]s|it is|it was|here it is|(?:the )?new one['’]s|(?:the )?new one is)"
LATER = re.compile(
    rf"[^.!?,;:\n]{{0,60}}+(?:[ ]?:|[.!?,;\n]{{1,2}}[ \n]{{0,2}}(?:and |so |now )?{_ITS}:?)[ \n]{{1,2}}(?:now )?",
    re.IGNORECASE,
)
DASHED = re.compile(rf"{_OF_WHAT}[ ][-–—][ ]", re.IGNORECASE)
LATER_JA = re.compile(rf"[^!-~\t{_WIDE}]{{1,40}}+")
NOTED_JA = re.compile(r"[^!-~\n０-９：→]{1,30}+[：:→][ ]?")
SOMETHING_ELSE_JA = re.compile(
    r"(?:名|ユーザー?|アカウント|メール|アドレス|部屋|型番|バージョン|機種)(?:は|が|も|：)?[ \u3000]?\Z"
)
CHANGED = re.compile(r"(?:chang|set|reset|updat|switch|made|make)[a-z]{0,4} (?:[a-z'’-]{1,20} ){0,4}\Z", re.IGNORECASE)
USER = re.compile(r"[^\s/:、,]{2,40}[ \t]?(?:/|:|、|,| and )[ \t]?")
# Behind a value there may be another: "hunter2 and dragon99", "from ... to ..."
MORE = re.compile(
    r"[\"'`」』”’*]{0,2}(?:[ \t]{0,2}(?:[,、，/;]|→|->)[ \t\n]{0,2}|[ \t]{1,2}(?:and|or|to|then)[ \t]{1,2}"
    r"|[ \t]{0,2}(?:と|から|か|または)[ \t]{0,2})"
)
MORE_CODES = re.compile(r"[\s,、;/|-]{1,4}+(?:\d{1,2}[.)] ?)?")

# ---------------------------------------------------------------- the value

QUOTED = re.compile(r"(?:[\"'`「『“‘]|\*\*)(?P<value>[^\"'`「」『』“”‘’*\n]{1,200})[\"'`」』”’*]")
# A bare value ends at a blank, and at a separator that another assignment follows (a query, a connection string).
_IN_A_VALUE = rf"[^\s\"'`「」『』“”‘’<>、。，．！？（）・｡､;&,{_JAPANESE}]"
_SEPARATOR = r"[;&,](?![ \t]?[A-Za-z_][\w.-]{0,40}[ \t]?[=:])"
BARE = re.compile(rf"(?P<value>{_IN_A_VALUE}{{1,200}}+(?:{_SEPARATOR}{_IN_A_VALUE}{{0,60}}+){{0,8}}+)")
# Words in a row end before one that names the next thing.
_NEXT = (
    rf"(?:{_PHRASE_OF}(?:phrase|word|code)|pass(?:word|code|phrase|wd)|pin|pwd?|user|username|login|email|id)s?"
    "(?![a-z])"
)
WORDS = re.compile(rf"(?P<value>[A-Za-z]{{1,20}}+(?:[ ](?!(?i:{_NEXT}))[A-Za-z]{{1,20}}(?![\w'’-])){{1,11}}+)")
_LISTED = rf"(?:\d{{1,2}}[.):]?[ ]?)?(?!{_NEXT})[a-z]{{3,8}}"
LIST = re.compile(rf"(?P<value>{_LISTED}(?:[ \t,、\n]{{1,3}}{_LISTED}(?![\w'’])){{5,23}}+)", re.IGNORECASE)
KANA = re.compile(r"(?P<value>[ぁ-ゟァ-ヿー]{3,20}?)(?=(?:だよ|です|だから|だね|だ[。！]|ね|よ)|[。、！!\n]|\Z)")
RECOVERY_CODE = re.compile(r"(?=\D{0,30}\d)[A-Za-z0-9]{3,10}(?:-[A-Za-z0-9]{3,10}){0,4}")
_D = "[0-9０-９]"
_COUNTS_NOTHING = rf"(?!{_D}|[-/.:][0-9]|[ ]?(?:{UNITS}))"
_DIGIT_WORD = "(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)"
DIGITS = re.compile(
    rf"[\"'「『#]{{0,2}}(?P<value>{_D}(?:[ -]{_D}){{3,7}}|{_D}{{2}}(?:[ -]{_D}{{2}}){{1,3}}|{_D}{{3,4}}[ -]{_D}{{3,4}}"
    rf"|{_D}{{4,12}}|[〇零一二三四五六七八九]{{4,8}}|(?:{_DIGIT_WORD}[ ,-]{{0,2}}){{3,11}}{_DIGIT_WORD}(?![a-z]))"
    + _COUNTS_NOTHING,
    re.IGNORECASE,
)
CODE = re.compile(rf"[\"'「『#]{{0,2}}(?P<value>[A-Z0-9０-９]{{4,12}}){_COUNTS_NOTHING}(?![A-Za-z])")
COUNTED = re.compile(rf"[ ]?(?:{UNITS})")
ENDS = re.compile(
    r"[ \t]{0,2}(?:\Z|[\r\n]|[.,;:!?)\]}>\"`」』”、。，．！？；：]|['’](?![A-Za-z])"
    rf"|[ ](?:(?:and|but|so|btw|please|thanks|lol|for)(?![a-z])|{_NEXT}))",
    re.IGNORECASE,
)
ENDS_JA = re.compile(
    r"[\"'`」』”’*]{0,2}[ \u3000]?(?:です|でした|だ|で[、。しあ]|に[しす変設な]|って|らしい|な[のん]|ね|よ"
    r"|と[い言]|か[な。]|けど|[\s。、，．!！?？」』）)]|\Z)"
)
ENDS_SURELY_JA = re.compile(r"[ ]?(?:です|だ[よっ]|ね|。|\n|\Z)")
NOT_ITS_VALUE_JA = re.compile(
    "(?:さん|くん|ちゃん|様|氏|の(?!まま|はず|よう)|から|まで|より|と同じ|が|は"
    "|に(?:聞|教|送|連絡|入|保存|書|記|ログイン|ある|あり|届)"
    "|で(?:管理|送|暗号|ハッシュ|生成|保護|作|保存|共有|確認|開|見))"
)
SAID_JA = re.compile(r"[」』](?:と|って[言表出い]|の欄|ボタン|を[クタ押])")

# ---------------------------------------------------------------- a value that stands before the name

_BE = "(?:is|was|as|for)"
IS_MY = re.compile(rf" {_BE} {_MY} ", re.IGNORECASE)
VALUE_BEFORE = re.compile(
    r"(?:[\"'`“](?P<quoted>[^\"'`“”\n]{3,60})[\"'`”]|(?<![!-~])(?P<value>[!-~]{4,64}+))"
    rf"[ \t]{_BE}[ \t]{_MY}[ \t](?:{_WORD}[ \t]){{0,4}}\Z",
    re.IGNORECASE,
)
_THAT_JA = "(?:が|って(?:いうのが)?|という(?:のが)?|を)"
VALUE_BEFORE_JA = re.compile(
    rf"(?:[「『](?P<quoted>[^「」『』\n]{{2,60}})[」』]|(?<![!-~])(?P<value>[!-~{_WIDE}]{{4,64}}+))"
    rf"{_THAT_JA}(?:(?:[{_JAPANESE}]|Wi-?Fi|[A-Za-z]{{2,10}}){{1,14}}の)?\Z"
)
PARTICLE = re.compile("[がをうて]")
IS_IT_JA = re.compile(r"(?:だ|です|でし|に[しす設変な使]|[。、！!\n]|\Z|なん|ね|よ|らしい|として|っ)")

# ---------------------------------------------------------------- a text that is still arriving

CLAUSE_OVER = re.compile(r"[。！？]|[.!?]\s|\n[^\n]*\n")
# What may be a value, and the beginning of "is my password" behind it.
_IS_MY_BEGUN = rf"[ ](?:{_BE}(?:[ ][^\s.]{{1,20}}){{0,5}}[ ]?)?"
_IS_IT_BEGUN = rf"{_THAT_JA}[^。、\n]{{0,20}}"
MAY_BE_NAMED = re.compile(
    rf"(?<![!-~{_WIDE}])(?=[!-~]{{0,63}}[0-9])[!-~{_WIDE}]{{4,64}}+(?:{_IS_MY_BEGUN}|[」』]?{_IS_IT_BEGUN})\Z"
    rf"|[「『][^「」『』\n]{{0,60}}(?:[」』](?:{_IS_IT_BEGUN})?)?\Z"
    rf"|(?<![!-~])[\"“][^\"“”\n]{{0,60}}(?:[\"”](?:{_IS_MY_BEGUN})?)?\Z",
    re.IGNORECASE,
)
