"""Learned pages as lines and tables, and as JSON with every fact and what follows from their use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

from omoide.doors.cli.printing import Part, line, table
from omoide.doors.cli.words import say, spoken

if TYPE_CHECKING:
    from omoide.domain.learned import Learned, LearnedKind
    from omoide.mind import Mind


def told_pages(mind: Mind, found: Sequence[Learned], why: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Each page with its facts, its use, and whether it would be forgotten (K2, K6)."""
    from omoide.domain.disuse import Use, protected

    uses, rules = mind.learned_uses(), mind.settings.learning
    away = mind.faculties.store.learned.put_away_at(mind.scope)
    pages: list[dict[str, Any]] = []
    for item in found:
        use = uses.get((item.kind, item.name), Use())
        plain = item.plain() | {
            "uses": use.count,
            "last_used": _iso(use.last),
            "low_since": _iso(use.low_since),
            "never_forgotten": protected(item, rules),
            "problem": item.problem_ja if spoken() == "ja" else item.problem,
        }
        if item.archived:
            plain["archived_at"] = _iso(away.get((item.kind, item.name)))
        if why and item.name in why:
            plain |= {"score": why[item.name].score, "why": asdict(why[item.name].why)}
        pages.append(plain)
    return pages


def listed(kind: LearnedKind, pages: Sequence[dict[str, Any]]) -> None:
    if not pages:
        return line(say("None.", "ありません。"))
    if kind == "skill":
        headers = [say("name", "名前"), say("for", "対象"), say("uses", "利用"), say("description", "説明")]
        table(
            headers, [[_name(p), _place(p), str(p["uses"]), _gist(p)] for p in pages], right=(2,), long=3, narrow="cut"
        )
    elif kind == "procedure":
        headers = [say("name", "名前"), say("trust", "信頼度"), say("worked", "成功"), say("failed", "失敗"),
                   say("version", "版"), say("uses", "利用"), say("marks", "印"),
                   say("description", "説明")]  # fmt: skip
        rows: list[list[Part]] = [
            [_name(p), f"{p['confidence']:.2f}", str(p["success_count"]), str(p["failure_count"]), str(p["version"]),
             str(p["uses"]), _marks(p), _gist(p)]
            for p in pages
        ]  # fmt: skip
        table(headers, rows, right=(1, 2, 3, 4, 5), long=7, narrow="cut")
    else:
        headers = [say("name", "名前"), say("trust", "信頼度"), say("version", "版"), say("uses", "利用"),
                   say("changed", "更新"), say("marks", "印"), say("text", "内容")]  # fmt: skip
        rows = [
            [_name(p), f"{p['confidence']:.2f}", str(p["version"]), str(p["uses"]), (p["updated_at"] or "")[:10],
             _marks(p), _gist(p)]
            for p in pages
        ]  # fmt: skip
        table(headers, rows, right=(1, 2, 3), long=6, narrow="cut")
    for page in pages:
        if page["problem"]:
            line((f"{page['name']}: {page['problem']}", "red"))


def told(page: dict[str, Any]) -> None:
    """One page's facts, a line each; those that say nothing are left out."""
    line((page["name"], "bold"), "  ", (page["kind"], "bright_black"))
    for key, value in page.items():
        if key not in ("kind", "name", "text", "revision", "other") and value not in ("", None, (), [], False):
            shown = ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
            line((f"{key}: ", "bright_black"), (shown, "red" if key == "problem" else ""))
    for key, value in page["other"].items():
        line((f"{key}: {value}", "bright_black"))


def _name(page: dict[str, Any]) -> Part:
    return page["name"], "bold"


def _marks(page: dict[str, Any]) -> Part:
    marks = []
    if page["never_forgotten"]:
        marks.append(say("kept", "保護"))
    if page["low_since"]:
        marks.append(say("low", "低活性"))
    if page["problem"]:
        marks.append(say("unreadable", "不備"))
    return " ".join(marks), "yellow"


def _place(page: dict[str, Any]) -> str:
    places = {
        "own": say("this person", "この相手"),
        "persona": say("everybody", "全員"),
        "home": say("all personas", "全人格"),
    }
    return places[page["place"]]


def _gist(page: dict[str, Any]) -> str:
    return " ".join((page.get("description") or page["text"]).split())


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
