"""omoide why PAGE: what a learned page says, where it comes from, and what was believed before (E9, N1)."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING

from omoide.doors.cli.printing import clock, line, print_json
from omoide.doors.cli.words import say

if TYPE_CHECKING:
    from datetime import date

    from omoide.domain.page_change import Belief, Change
    from omoide.doors.cli.place import Place
    from omoide.knowing import PageStory


def tell_page(at: Place, told: PageStory) -> None:
    if at.json:
        return print_json(told.plain())
    _page(told)
    _sources(told)
    _changes(told)
    _before(told)
    _rejected(told)


def action_word(action: str) -> str:
    words = {
        "created": say("written", "作成"),
        "written": say("written", "執筆"),
        "edited": say("edited", "編集"),
        "removed": say("taken away", "削除"),
        "learned": say("learned", "学習"),
        "distilled": say("distilled", "手順化"),
        "resolved": say("told as settled", "解決済みに更新"),
        "dated": say("given its facts", "項目を補った"),
        "outcome": say("tried", "実行"),
        "protected": say("protected", "保護"),
        "released": say("released", "保護解除"),
        "archived": say("archived", "保管"),
        "restored": say("restored", "復元"),
        "forget": say("forgotten", "忘却"),
        "supersede": say("superseded", "置換"),
        "merge": say("merged", "統合"),
        "coexist": say("told apart", "条件を併記"),
        "reconsolidate": say("put right", "更新"),
        "undo": say("undone", "取り消し"),
    }
    return words.get(action, action)


def _page(told: PageStory) -> None:
    page = told.page
    state = "" if page and not page.archived else say(" (archived)", "（保管中）")
    line((f"{told.kind}:{told.name}", "bold"), (state, "yellow"))
    for row in (page.text if page else "").strip().split("\n"):
        line(row, indent=2)
    if told.days:
        line((say("believed since {day}", "{day} から", day=told.days[0].isoformat()), "bright_black"), indent=2)
    if told.by:
        line((say("last decided by {who}", "最後に決めたのは {who}", who=_who(told.by)), "bright_black"), indent=2)


def _sources(told: PageStory) -> None:
    line((say("Where it comes from", "由来"), "bold"))
    if not told.sources:
        line(say("no account is named", "もとになった日記は記録されていません"), indent=2)
    for source in told.sources:
        line((_span(source.first, source.last), "bright_black"), f"  {source.id}", indent=2)
        line(_brief(source.text), indent=4)


def _changes(told: PageStory) -> None:
    if not told.changes:
        return
    line((say("What changed", "変更"), "bold"))
    for change in told.changes:
        tell_change(change)
    line(
        (say("undo the last one: omoide undo {page}", "最後の変更を取り消す: omoide undo {page}",
             page=f"'{told.kind}:{told.name}'"), "bright_black"),
        indent=2,
    )  # fmt: skip


def tell_change(change: Change, named: bool = False) -> None:
    page = f"  {change.kind}:{change.name}" if named else ""
    by = say(" by {who}", "（{who}）", who=_who(change.by)) if change.by else ""
    line((clock(change.recorded_at), "bright_black"), f"{page}  {action_word(change.action)}{by}", indent=2)
    if change.reason:
        line(reason_words(change.reason), indent=4)


def reason_words(reason: str) -> str:
    """Reasons that rules gave are told in the language of whoever asks; a mind's are in its own words."""
    known = {
        "succeeded": say("succeeded", "うまくいった"),
        "failed": say("failed", "うまくいかなかった"),
        "not used for long": say("not used for long", "長く使われていない"),
        "a matter that it called open is settled": say(
            "a matter that it called open is settled", "未解決としていた件が解決した"
        ),
        "it did not say since when it stands": say(
            "it did not say since when it stands", "いつからの内容かが書かれていなかった"
        ),
        "these pages said nearly the same": say("these pages said nearly the same", "ほぼ同じ内容のページだった"),
    }
    head, colon, note = reason.partition(": ")
    if head in known and (not colon or head in ("succeeded", "failed")):
        return f"{known[head]}{colon}{note}"
    if undone := re.fullmatch(r"([a-z]+) (\d{4}-\d\d-\d\d)", reason):
        return f"{action_word(undone[1])} {undone[2]}"
    return reason


def _before(told: PageStory) -> None:
    # What says the same as the one after it was counted, protected or put away for a while, and not believed otherwise.
    following = zip_longest(told.beliefs, told.beliefs[1:])
    past = [one for one, after in following if one and one.replaced_at and not (after and after.text == one.text)]
    if not past:
        return
    line((say("What was believed before", "以前の内容"), "bold"))
    for belief in past:
        line((_held(belief), "bright_black"), indent=2)
        line(_brief(belief.text), indent=4)
        if belief.why_changed:
            line(say("until: ", "変わった理由: "), reason_words(belief.why_changed), indent=4)


def _rejected(told: PageStory) -> None:
    if not told.rejected:
        return
    line((say("What did not hold", "採らなかった内容"), "bold"))
    for kept in told.rejected:
        line(_brief(kept.candidate.text), indent=2)
        line((f"{kept.by}: {kept.reason}", "bright_black"), indent=4)


def _held(belief: Belief) -> str:
    """Of which days it held; where nobody knows, between which it stood there."""
    until = belief.believed_until or (belief.replaced_at.date() if belief.replaced_at else "…")
    return f"{belief.believed_from or belief.recorded_at.date()} – {until}"


def _who(by: str) -> str:
    return {"person": say("you", "あなた"), "persona": say("the persona", "人格")}.get(by, by)


def _span(first: date, last: date) -> str:
    return first.isoformat() if first == last else f"{first.isoformat()}~{last.isoformat()}"


def _brief(text: str, most: int = 200) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= most else f"{flat[:most]}…"
