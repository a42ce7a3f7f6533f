# ruff: noqa: E501, SIM905 (word lists read best as one line each)
"""The words of a village: names, places, topics and things, in Japanese and English, few of them often and many seldom.

Real talk is Zipfian: a handful of people and matters come up every day, most words only once or twice. The lists below
give the frequent words; rare ones are put together from parts, by the thousand, so that an index meets a wide
vocabulary.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np

RARE = 20_000  # words that are put together for each language

_GIVEN_JA = "葵 陽菜 蓮 結衣 大翔 美咲 悠真 さくら 健太 花音 直樹 由美 拓海 真理子 翔太 千尋 浩司 恵 涼介 菜々子 誠 彩香 航 麻衣 亮 志保 和也 優奈 剛 智子".split()
_FAMILY_JA = "佐藤 鈴木 高橋 田中 渡辺 伊藤 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 清水 斎藤 阿部 森 池田 橋本 石川 前田 藤田 岡田 後藤 長谷川".split()
_PLACES_JA = "京都 函館 鎌倉 金沢 那覇 松山 長崎 仙台 箱根 奈良 高山 尾道 別府 小樽 軽井沢 日光 姫路 熱海 渋谷 下北沢 神保町 吉祥寺 横浜 神戸 広島 札幌 福岡 名古屋 新潟 富山".split()
_TOPICS_JA = "転職 引っ越し 結婚式 猫の病気 ピアノの発表会 登山 英語の勉強 卒業論文 データベース設計 コードレビュー 誕生日 同窓会 家計簿 ダイエット 読書会 料理教室 マラソン 陶芸 写真展 子育て 介護 留学 試験勉強 釣り 園芸 将棋 温泉旅行 花火大会 健康診断 締め切り 新製品の企画 障害対応 面接 昇進 喧嘩 仲直り 失恋 お見舞い 大掃除 初詣".split()
_THINGS_JA = "手紙 傘 自転車 弁当 眼鏡 カメラ 時計 ギター 絵本 薬 切符 鍵 鞄 指輪 コーヒー 味噌汁 カレー 抹茶 苺のケーキ 手袋 マフラー 浴衣 風鈴 金魚 盆栽 靴 日記 地図 財布 布団".split()
_TIMES_JA = "今朝 昨日の昼 先週の土曜 雨の夜 仕事の帰り 朝の電車 昼休み 夕飯のあと 連休の初日 月末 去年の今ごろ 出張の途中 夏祭りの晩 雪の朝 寝る前 散歩の途中 会議の直前 授業のあと 買い物のついで 母の見舞いのあと".split()
_FEELINGS_JA = "少し誇らしそうだった 声が震えていた 笑いが止まらなかった 肩の荷が下りたようだ まだ納得していない 懐かしさがこみ上げたという 早く忘れたいらしい 次が待ち遠しいそうだ 疲れがにじんでいた 覚悟を決めた顔だった 感謝の言葉を何度も口にした 言いにくそうにしていた 目を輝かせていた どこか上の空だった 意外なほど冷静だった 悔しさを隠さなかった 珍しくはしゃいでいた 自分を責めていた ほっとして涙ぐんでいた 先のことが不安だという".split()
_KANJI = "山川海空風花雪月星雲雨森林野原谷島浜泉湖岩石砂光影音声色香道橋門寺社宮町村里市場店館堂室庭園畑田米麦茶酒魚鳥虫馬牛羊犬猫竹松梅桜菊蘭藤葉根枝種実糸布紙墨筆刀弓鏡鐘鈴笛琴鼓舞歌詩文書本絵図"

_GIVEN_EN = "Emma Liam Olivia Noah Ava Ethan Sophia Mason Isabel Lucas Mia Henry Amelia Jack Harper Leo Nora Daniel Grace Owen Chloe Samuel Ruby Nathan Alice Victor Hazel Peter Clara Simon".split()
_FAMILY_EN = "Smith Johnson Brown Taylor Wilson Davies Evans Thomas Walker Wright Hughes Edwards Green Hall Wood Harris Clarke Turner Baker Cooper Ward Morris Parker Bennett Murray Fletcher Novak Rossi Larsen Dubois".split()
_PLACES_EN = "Lisbon Bristol Portland Edinburgh Vienna Seattle Dublin Prague Boston Bergen Florence Toronto Galway Austin Madrid Zurich Denver Oxford Valencia Tallinn Brighton Chicago Ghent Salzburg Montreal Leeds Porto Utrecht Vancouver Cork".split()
_TOPICS_EN = "the job interview|the house move|the wedding|the cat's illness|the piano recital|the hiking trip|the Spanish course|the thesis|the schema migration|the code review|the birthday party|the school reunion|the budget|the diet|the book club|the cooking class|the marathon|the pottery workshop|the photo exhibition|the newborn|the nursing home|the exchange year|the driving test|the fishing weekend|the vegetable garden|the chess club|the spa weekend|the fireworks|the check-up|the deadline|the product launch|the outage|the promotion|the quarrel|the apology|the break-up|the hospital visit|the spring cleaning|the tax return|the power cut".split(
    "|"
)
_THINGS_EN = "letter umbrella bicycle lunchbox camera watch guitar notebook medicine ticket key backpack ring coffee soup curry teapot cheesecake gloves scarf lantern goldfish bonsai boots diary map wallet blanket telescope kettle".split()
_TIMES_EN = "this morning|yesterday at noon|last Saturday|on a rainy night|on the way home|on the early train|over lunch|after dinner|on the first day off|at the end of the month|a year ago today|between two flights|during the summer fair|on a snowy morning|before going to bed|out walking|minutes before the meeting|after class|while shopping|after visiting mother".split(
    "|"
)
_FEELINGS_EN = "sounding quietly proud|with a shaking voice|laughing all the way through|as if a weight had gone|not convinced yet|full of old memories|hoping to forget it soon|eager for the next time|tired to the bone|with a firm decision made|saying thank you again and again|unsure how to put it|with shining eyes|strangely absent|calmer than I expected|openly bitter|unusually playful|blaming nobody else|close to tears with relief|worried about what comes next".split(
    "|"
)
_STARTS = "bar cal dor fen gal hel jor kel lun mar nor pel quin ros sal tor ul ver wil yar zen bel cor dra est fal gri hol ist".split()
_MIDDLES = "a e i o u an en in on ar er or al el il am em".split()
_ENDS = "bury dale ford ham ley mont ness port stead ton wick worth by fell garth mere more ridge shaw well".split()


@dataclass(frozen=True, slots=True)
class Words:
    """What one language has to say, most frequent first."""

    names: tuple[str, ...]
    places: tuple[str, ...]
    topics: tuple[str, ...]
    things: tuple[str, ...]
    rare: tuple[str, ...]
    times: tuple[str, ...]
    feelings: tuple[str, ...]

    @property
    def lists(self) -> tuple[tuple[str, ...], ...]:
        return self.names, self.places, self.topics, self.things, self.rare, self.times, self.feelings


@cache
def japanese() -> Words:
    rng = np.random.default_rng(81)
    names = [*_GIVEN_JA, *(family + given for family, given in product(_FAMILY_JA, _GIVEN_JA))]
    shops = [family + kind for family, kind in product(_FAMILY_JA, ("珈琲店", "書店", "医院", "公園", "食堂", "神社"))]
    lengths = rng.integers(2, 4, RARE)
    rare = {"".join(rng.choice(list(_KANJI), length)) for length in lengths}
    rare_ones = sorted(rare)
    rng.shuffle(rare_ones)
    return Words(
        tuple(names), (*_PLACES_JA, *shops), tuple(_TOPICS_JA), tuple(_THINGS_JA), tuple(rare_ones), tuple(_TIMES_JA),
        tuple(_FEELINGS_JA),
    )  # fmt: skip


@cache
def english() -> Words:
    names = [*_GIVEN_EN, *(f"{given} {family}" for given, family in product(_GIVEN_EN, _FAMILY_EN))]
    shops = [f"{family}'s {kind}" for family, kind in product(_FAMILY_EN, ("Café", "Books", "Clinic", "Park", "Diner"))]
    parts = [a + b + c for a, b, c in product(_STARTS, _MIDDLES, _ENDS)]
    rng = np.random.default_rng(44)
    rare = [parts[at].capitalize() for at in rng.permutation(len(parts))[:RARE]]
    return Words(
        tuple(names), (*_PLACES_EN, *shops), tuple(_TOPICS_EN), tuple(_THINGS_EN), tuple(rare), tuple(_TIMES_EN),
        tuple(_FEELINGS_EN),
    )  # fmt: skip


def zipfian(rng: np.random.Generator, count: int, of: int) -> np.ndarray:
    """So many positions in a list, the first ones often and the last ones seldom."""
    return np.searchsorted(_cumulative(of), rng.random(count)).clip(max=of - 1)


@cache
def _cumulative(of: int) -> np.ndarray:
    shares = 1 / (np.arange(of) + 2.7)
    return np.cumsum(shares) / shares.sum()
