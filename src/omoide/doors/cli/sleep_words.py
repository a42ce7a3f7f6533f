"""The words for the steps of a night and for what they did."""

from __future__ import annotations

from typing import Any

from omoide.domain.counting import counted
from omoide.doors.cli.words import say, spoken

_STEPS = {
    "age": ("age", "加齢"), "levels": ("levels", "段階"), "shares": ("shares", "比率"), "revival": ("revival", "復活"),
    "texts": ("texts", "本文"), "vectors": ("vectors", "ベクトル"), "links": ("links", "関連"),
    "episodes": ("days told", "日のまとめ"), "goals": ("goals", "目標"), "weeks": ("weeks", "週のまとめ"),
    "deletion": ("deletion", "削除"), "indexes": ("indexes", "索引"), "dream": ("dream", "夢"),
    "proposals": ("proposals", "提案"), "questions": ("questions", "問い"), "entities": ("pages", "ページ"),
    "passages": ("passages", "文章の索引"), "topics": ("topics", "話題"), "notes": ("sessions", "会話の区切り"),
    "front_matter": ("front matter", "ページの見出し情報"), "distil": ("procedures", "手順の抽出"),
    "extract": ("knowledge", "知識の抽出"), "learned": ("learned pages", "学んだページの索引"),
    "downscale": ("hardly used", "使われないもの"), "reconsolidate": ("news", "新しい出来事"),
    "contradictions": ("contradictions", "矛盾"), "duplicates": ("duplicates (weekly)", "重複（週次）"),
    "patterns": ("habits (weekly)", "習慣（週次）"), "reorganise": ("look-alikes (weekly)", "似たページ（週次）"),
    "contradictions_all": ("all contradictions (weekly)", "全体の矛盾（週次）"), "graph": ("graph", "つながり"),
    "forgetting": ("forgetting (monthly)", "忘却（月次）"), "people": ("people", "人物"),
    "tiers": ("talks moved on", "会話の保管"),
}  # fmt: skip

_WORDS = {
    "nights": ("{} nights", "{} 晩"), "strengthened": ("{} strengthened", "強化 {}"),
    "to_level_2": ("{} to summary", "要約へ {}"), "to_level_3": ("{} to trace", "痕跡へ {}"),
    "to_level_4": ("{} to archive", "保管へ {}"), "requested": ("{} asked back", "復活の希望 {}"),
    "revived": ("{} revived", "復活 {}"), "dropped": ("{} found no room", "見送り {}"),
    "summaries": ("{} summarised", "要約 {}"), "traces": ("{} reduced to traces", "痕跡化 {}"),
    "told": ("{} days told", "{} 日を記述"), "merged": ("{} weeks merged", "{} 週をまとめた"),
    "refused": ("{} refused by the model", "モデルの拒否 {}"), "failed": ("failed: {}", "失敗: {}"),
    "postponed": ("{} postponed", "延期 {}"), "reason": ("because {}", "理由: {}"),
    "embedded": ("{} embedded", "埋め込み {}"), "abandoned": ("{} let go", "手放した {}"),
    "links": ("{} links", "関連 {}"), "changed": ("{} changed", "変更 {}"), "deleted": ("{} deleted", "削除 {}"),
    "skipped": ("no dream: {}", "夢は見なかった（{}）"), "waiting": ("{} waiting for a model", "モデル待ち {}"),
    "level": ("looked back at level {}", "段階 {} の省察"), "insights": ("{} insights", "気づき {}"),
    "new_goals": ("{} new goals", "新しい目標 {}"), "progress": ("{} goals moved on", "進んだ目標 {}"),
    "completed": ("{} goals reached", "達成 {}"), "new_questions": ("{} new questions", "新しい問い {}"),
    "resolved": ("{} questions answered", "解けた問い {}"), "proposed": ("{} proposals for pages", "ページの提案 {}"),
    "unknown": ("{} ids that do not exist", "存在しない ID {}"), "too_many": ("{} too many", "多すぎて見送り {}"),
    "unusable": ("{} unusable", "使えない項目 {}"), "facts": ("{} facts written down", "書き留めた事実 {}"),
    "skipped_answers": ("{} answers not worth keeping", "残さない答え {}"),
    "conflicts": ("{} pages edited meanwhile", "編集中だったページ {}"),
    "consolidated": ("{} pages told anew", "書き直したページ {}"),
    "indexed": ("{} indexed", "索引に追加 {}"), "removed": ("{} removed", "取り除いた {}"),
    "topics": ("{} topics", "話題 {}"), "notes": ("{} notes", "メモ {}"), "remembered": ("{} remembered", "記憶 {}"),
    "dated": ("{} pages dated", "日付を付けたページ {}"), "distilled": ("{} new procedures", "新しい手順 {}"),
    "similar": ("{} there already", "すでにある {}"), "learned": ("{} learned", "学んだこと {}"),
    "known": ("{} known already", "既知 {}"), "rejected": ("{} not borne out", "裏付けなし {}"),
    "rewritten": ("{} rewritten as settled", "解決済みに書き直した {}"),
    "left": ("{} left for the next night", "次の夜へ {}"), "turns": ("{} turns", "会話 {}"),
    "days": ("{} days", "{} 日"),
    "unjudged": ("{} waiting to be judged", "判定待ち {}"), "marked": ("{} pages marked", "印を付けたページ {}"),
    "accounts_marked": ("{} accounts marked", "印を付けた日 {}"), "updated": ("{} pages updated", "更新したページ {}"),
    "unchanged": ("{} unchanged", "変わらず {}"), "agreeing": ("{} agree", "一致 {}"),
    "superseded": ("{} superseded", "置き換え {}"), "coexisting": ("{} hold side by side", "併存 {}"),
    "merged_pages": ("{} pages merged", "まとめたページ {}"), "kept_apart": ("{} kept apart", "別のまま {}"),
    "forgotten": ("{} pages archived", "保管したページ {}"), "finished": ("{} taken up again", "再開 {}"),
    "accounts_forgotten": ("{} accounts let go", "手放した日 {}"), "gone": ("{} gone", "消えた {}"),
    "versions_removed": ("{} old versions removed", "消した旧版 {}"), "pages": ("{} pages", "ページ {}"),
    "memories": ("{} memories", "記憶 {}"), "nodes": ("{} nodes", "点 {}"), "edges": ("{} edges", "線 {}"),
    "crowded": ("too many links: {}", "リンクが多すぎる: {}"),
    "archived": ("{} archived", "保管 {}"), "long_term": ("{} to long-term memory", "長期記憶へ {}"),
    "passed_over": ("{} passed over", "見送り {}"), "expired": ("{} expired", "期限切れ {}"),
    "logged": ("{} turns of the full log", "全文の記録 {}"), "renewed": ("{} told anew", "作り直した {}"),
    "kept": ("{} kept where they are", "そのまま残した {}"),
    "changed_meanwhile": ("{} changed meanwhile", "その間に変わった {}"),
}  # fmt: skip

# Where one name means something else in one step.
_WORDS_OF = {
    ("contradictions", "merged"): ("{} merged", "統合 {}"), ("contradictions_all", "merged"): ("{} merged", "統合 {}"),
    ("learned", "changed"): ("{} changed", "変更 {}"), ("topics", "new"): ("{} new", "新しい話題 {}"),
    ("topics", "episodes"): ("of {} days", "対象の日 {}"),
}  # fmt: skip


_REASONS = {
    "autonomy is off": ("autonomy is off", "自律行動がオフ"),
    "not in quiet hours": ("not in quiet hours", "静かな時間帯ではない"),
    "talked lately": ("somebody talked a moment ago", "さっきまで話していた"),
    "nothing new": ("nothing new was said", "新しい会話がない"),
}


def step_name(name: str) -> str:
    return say(*_STEPS.get(name, (name, name)))


def told(step: str, key: str, value: Any) -> str:
    """What a step counted, in words; a name that is new here stands for itself."""
    en, ja = _WORDS_OF.get((step, key), _WORDS.get(key, (f"{key} {{}}", f"{key} {{}}")))
    return ja.format(value) if spoken() == "ja" else counted(en, value)


def reason_for(key: str, value: Any) -> Any:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return say(*_REASONS.get(value, (value, value))) if key == "skipped" else value
