"""omoide audit: what was written down for good (L5)."""

from __future__ import annotations

from typing import Annotated

from typer import Option

from omoide.domain.audit import hashed
from omoide.doors.cli.inputs import whole
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import clock, line, print_json, table
from omoide.doors.cli.words import say

WORDS = {
    "export": ("exported", "書き出し"),
    "restore": ("restored a backup", "バックアップから復元"),
    "protect": ("protected", "保護"),
    "unprotect": ("released", "保護を解除"),
    "forget": ("deleted a memory", "記憶を削除"),
    "erase": ("erased a person", "人を消去"),
    "sign_in": ("signed in", "サインイン"),
    "sign_in_refused": ("sign-in refused", "サインイン拒否"),
    "token_created": ("made a token", "トークンを作成"),
    "token_revoked": ("revoked a token", "トークンを取り消し"),
    "settings": ("changed a setting", "設定を変更"),
    "share": ("told to one persona, shared with all", "一つの人格に話したことを全人格へ"),
    "unshare": ("sharing taken back", "全人格への共有を取り消し"),
}


def audit(
    at: Place,
    limit: Annotated[
        str, Option(metavar="N", help=say("So many, the newest first (50).", "新しい順に N 件（50）。"))
    ] = "50",
) -> None:
    with at.mind() as mind:
        lines = mind.audited(whole("--limit", limit, 1, 100_000) or 50)
        names = {hashed(name): name for name in mind.faculties.store.people.names()}
    if at.json:
        return print_json({"audit": [one.plain() | {"name": names.get(one.person)} for one in lines]})
    if not lines:
        return line(say("Nothing was written down yet.", "まだ何もありません。"))
    rows = [
        [
            clock(one.at),
            say(*WORDS[one.action]),
            " · ".join(part for part in (one.persona, names.get(one.person, one.person[:8])) if part),
            " ".join(part for part in (one.subject, one.detail) if part),
        ]
        for one in lines
    ]
    table([say("when", "日時"), say("what", "内容"), say("whose", "誰の"), say("of what", "対象")], rows, long=3)
