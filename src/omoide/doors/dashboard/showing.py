"""How values look on a page: names in both languages, times on the person's clock, shares of a whole."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, tzinfo
from typing import Any

from omoide.domain.dates import wall_clock
from omoide.doors.cli.words import say

# Each page: its path, its name, and a sign for narrow places.
PAGES = (
    ("/", ("Now", "いま")),
    ("/memories", ("Memories", "記憶")),
    ("/forgetting", ("Forgetting", "忘却")),
    ("/life", ("Life", "日々")),
    ("/feelings", ("Feelings", "気持ち")),
    ("/questions", ("Questions", "問い")),
    ("/sleep", ("Sleep", "眠り")),
    ("/chat", ("Chat", "会話")),
    ("/people", ("People", "人")),
)

_LEVELS = {1: ("full", "全文"), 2: ("summary", "要約"), 3: ("trace", "痕跡"), 4: ("archive", "保管")}
_CATEGORIES = {
    "casual": ("casual", "雑談"), "work": ("work", "仕事"), "decision": ("decision", "決断"),
    "emotional": ("emotional", "感情"),
}  # fmt: skip
_VALENCES = {"positive": ("pleasant", "快"), "negative": ("unpleasant", "不快"), "neutral": ("neutral", "中立")}
_TAGS = {
    "joy": ("joy", "喜び"), "satisfaction": ("satisfaction", "満足"), "relief": ("relief", "安堵"),
    "excitement": ("excitement", "興奮"), "gratitude": ("gratitude", "感謝"), "pride": ("pride", "誇り"),
    "hope": ("hope", "希望"), "love": ("love", "愛情"), "curiosity": ("curiosity", "好奇心"),
    "sadness": ("sadness", "悲しみ"), "anger": ("anger", "怒り"), "frustration": ("frustration", "苛立ち"),
    "anxiety": ("anxiety", "不安"), "fear": ("fear", "恐れ"), "disgust": ("disgust", "嫌悪"),
    "regret": ("regret", "後悔"), "loneliness": ("loneliness", "孤独"), "guilt": ("guilt", "罪悪感"),
    "resignation": ("resignation", "諦め"), "nostalgia": ("nostalgia", "懐かしさ"), "surprise": ("surprise", "驚き"),
    "confusion": ("confusion", "戸惑い"), "determination": ("determination", "決意"),
    "contentment": ("contentment", "満ち足り"), "protective": ("protective", "庇護"), "anxious": ("anxious", "不安"),
    "neutral": ("neutral", "平常"),
}  # fmt: skip
_DRIVES = {
    "boredom": ("Boredom", "退屈"), "curiosity": ("Curiosity", "好奇心"),
    "goal_achievement": ("Goals", "目標達成欲"), "relatedness": ("Relatedness", "関係性欲求"),
}  # fmt: skip
_RELATIONS = {
    "continues": ("continues", "続き"), "references": ("refers to", "言及"), "derived_from": ("comes from", "由来"),
    "contradicts": ("contradicts", "矛盾"), "same_topic": ("same topic", "同じ話題"),
}  # fmt: skip
_KINDS = {
    "day": ("day", "日"), "week": ("week", "週"), "achievement": ("achievement", "達成"),
    "discovery": ("discovery", "発見"), "bonding": ("bond", "絆"),
    "core_memory": ("core memory", "コアメモリ"), "notepad": ("notepad", "メモ帳"),
    "current_task": ("tasks", "タスク"), "main_diary": ("diary", "日記"),
    "secret_diary": ("secret diary", "秘密の日記"), "profile": ("profile", "プロフィール"),
    "entity": ("person or thing", "人やもの"), "knowledge": ("knowledge", "知識"),
    "procedure": ("procedure", "手順"), "skill": ("skill", "技能"),
}  # fmt: skip
_STATUSES = {
    "active": ("under way", "進行中"), "completed": ("reached", "達成"), "abandoned": ("let go", "手放した"),
    "pending": ("waiting", "判断待ち"), "accepted": ("written", "採用"), "declined": ("declined", "見送り"),
}  # fmt: skip
_MADE_BY = {"offline": ("by rules", "規則による"), "recorded": ("recorded answer", "収録した回答"), "": ("", "")}

_DONE = {
    "protected": ("Protected: it will not be forgotten.", "保護しました。忘れられることはありません。"),
    "released": ("Released: it may fade again.", "保護を外しました。また薄れていきます。"),
    "corrected": ("Corrected. The old one stays as history.", "訂正しました。元の記憶は履歴に残ります。"),
    "forgotten": ("Forgotten for good.", "完全に忘れました。"),
    "brought-back": ("The earlier memory is back.", "元の記憶に戻しました。"),
    "resolved": ("Marked as resolved.", "解決済みにしました。"),
    "dropped": ("Deleted.", "削除しました。"),
    "asked": ("The question is open now.", "問いを加えました。"),
    "saved": ("Saved.", "保存しました。"),
    "undone": ("The earlier version is back.", "以前の版に戻しました。"),
    "added": ("Added.", "加えました。"),
    "goal-completed": ("Reached! It is kept as an episode.", "達成しました。エピソードとして残ります。"),
    "goal-abandoned": ("Let go.", "手放しました。"),
    "accepted": ("Written on its page.", "ページに書きました。"),
    "declined": ("Declined.", "見送りました。"),
    "proposed": ("Looked through the talk; proposals are listed below.", "会話を調べました。提案は下にあります。"),
    "nothing-new": ("Looked through the talk: nothing new.", "会話を調べました。新しいことはありません。"),
    "no-model": ("That needs a model; it waits until one is set.", "モデルが必要です。設定されるまで待ちます。"),
    "removed": ("Removed.", "取り除きました。"),
    "session-ended": ("The talk has become memories.", "会話が記憶になりました。"),
}  # fmt: skip


def done_words(name: str) -> str:
    """Only lines of ours: what stands in an address is not shown."""
    return say(*_DONE[name]) if name in _DONE else ""


def named(words: dict[Any, tuple[str, str]]) -> Callable[[Any], str]:
    """A filter: the word for a name; one that is not known stands for itself."""
    return lambda value: say(*words[value]) if value in words else str(value)


def clock(moment: datetime | None, zone: tzinfo | None = None) -> str:
    return f"{wall_clock(moment, zone):%Y-%m-%d %H:%M}" if moment else "–"


def short_date(day: date | datetime | None, zone: tzinfo | None = None) -> str:
    if isinstance(day, datetime):
        day = wall_clock(day, zone)
    return f"{day:%Y-%m-%d}" if day else "–"


def percent(share: float | None) -> str:
    return "–" if share is None else f"{share * 100:.0f} %"


def hundredths(share: float | None) -> float:
    """A share of one as a width of a hundred, within its bounds."""
    return round(min(max(share or 0.0, 0.0), 1.0) * 100, 2)


def one_line(text: str, most: int = 0) -> str:
    text = " ".join(text.split())
    return f"{text[: most - 1]}…" if most and len(text) > most else text


def seconds(value: float) -> str:
    return f"{value:.1f} s" if value >= 0.95 else f"{value * 1000:.0f} ms"


def span(minutes: float | None) -> str:
    from omoide.doors.cli.words import spoken
    from omoide.motivate.narrative import span as words

    return "–" if minutes is None else words(minutes, "ja" if spoken() == "ja" else "en")


FILTERS: dict[str, Callable[..., Any]] = {
    "level": named(_LEVELS), "category": named(_CATEGORIES), "valence": named(_VALENCES), "emotion": named(_TAGS),
    "drive": named(_DRIVES), "relation": named(_RELATIONS), "kind": named(_KINDS), "status": named(_STATUSES),
    "made_by": named(_MADE_BY), "clock": clock, "day": short_date, "percent": percent, "hundredths": hundredths,
    "one_line": one_line, "seconds": seconds, "span": span,
}  # fmt: skip
