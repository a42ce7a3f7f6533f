"""omoide erase person: what would go, and with the token all of it, for good (O2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import clock, line, print_json, table
from omoide.doors.cli.words import say
from omoide.errors import StoreDamaged

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omoide.domain.erasure import Erased, ErasurePlan, Searched

SHOWN = 10


def person(
    at: Place,
    name: Annotated[
        str,
        Argument(
            metavar=say("NAME", "名前"),
            help=say("Whom to erase, with every persona.", "消去する人。すべての人格から消します。"),
        ),
    ],
    token: Annotated[
        str | None,
        Option(
            metavar=say("TOKEN", "トークン"),
            help=say("Do it: the token that was shown without it.", "実行する。付けずに実行すると表示されるトークン。"),
        ),
    ] = None,
    rewrite_backups: Annotated[
        bool,
        Option(
            "--rewrite-backups",
            help=say("Take them out of backups too.", "バックアップからも取り除く。"),
        ),
    ] = False,
) -> None:
    with at.mind() as mind:
        if token is None:
            plan = mind.plan_erasure(name)
            return print_json(plan.plain()) if at.json else _show_plan(plan)
        proof = mind.erase(name, token, rewrite_backups)
    if at.json:
        print_json(proof.plain() | {"elsewhere": list(proof.elsewhere)})
    else:
        _show_proof(proof)
    if not proof.clean:
        raise typer.Exit(StoreDamaged.exit_code)


def _show_plan(plan: ErasurePlan) -> None:
    line(say("What is kept of {name}:", "{name} について残っているもの:", name=plan.person))
    _show_counts(plan.counted)
    _show_rest(plan.mentions, plan.backups, plan.elsewhere)
    if plan.unfinished:
        line(say("An erasure was interrupted; this finishes it.", "途中で止まった消去があります。最後まで行えます。"))
    line(say("It cannot be undone. To erase it all:", "取り消せません。すべて消すには:"))
    line(f"omoide erase person {plan.person!r} --token {plan.token}", indent=2)
    if not plan.unfinished:
        line(say("The token is good until {time}.", "トークンの期限は {time} です。", time=clock(plan.expires)))


def _show_proof(proof: Erased) -> None:
    if not proof.clean:
        line((say("The erasure is not finished.", "消去は終わっていません。"), "red"))
    if proof.removed.gone:
        line(say("Erased:", "消去しました:") if proof.clean else say("Erased so far:", "これまでに消したもの:"))
        _show_counts(proof.removed.gone)
    if proof.removed.again:
        line(say("Made anew without them, in others' memories:", "ほかの人の記憶のうち、その人抜きで作り直すもの:"))
        _show_counts(proof.removed.again)
    _show_rest(proof.mentions, proof.backups, proof.elsewhere)
    if proof.rewritten:
        line(say("Taken out of: {names}", "取り除いたバックアップ: {names}", names=", ".join(proof.rewritten)))
    line(
        say(
            "Looked for {count} ids and sentences:",
            "ID と文 {count} 件を探した場所:",
            count=sum(proof.searched.values()),
        )
    )
    _show_stores(proof.stores)
    if proof.clean:
        line((_nothing_left(proof), "green"))
        return line(say("The proof: erasures/{id}.json", "証明: erasures/{id}.json", id=proof.id))
    line(
        (
            say(
                "Still found. Delete files there that are your own, then call it again with the same token:",
                "まだ残っています。ご自分で置いたファイルは削除してから、同じトークンで再実行してください:",
            ),
            "red",
        )
    )
    for place in proof.looked.found:
        line(place, indent=2)


def _nothing_left(proof: Erased) -> str:
    if not proof.backups:
        return say("Nothing is left.", "何も残っていません。")
    return say(
        "Nothing is left, but for the backups named above.", "上に挙げたバックアップのほかには、何も残っていません。"
    )


def _show_stores(stores: Sequence[Searched]) -> None:
    units = _units()
    table(
        [say("store", "保存先"), say("where", "場所"), say("looked at", "調べたもの"), say("found", "発見")],
        [
            [one.store, one.where, ", ".join(f"{count:,} {units[kind]}" for kind, count in one.looked_at.items()),
             str(len(one.found))]
            for one in stores
        ],
        right=[3],
        long=1,
        narrow="below",
    )  # fmt: skip


def _units() -> dict[str, str]:
    return {
        "files": say("files", "ファイル"), "bytes": say("bytes", "バイト"), "tables": say("tables", "表"),
        "rows": say("rows", "行"), "keys": say("keys", "キー"), "values": say("values", "値"),
        "objects": say("objects", "オブジェクト"), "unreadable": say("unreadable", "件は読めず"),
        "nodes": say("nodes", "ノード"), "relationships": say("relationships", "つながり"),
        "properties": say("properties", "プロパティ"), "backups": say("backups", "バックアップ"),
    }  # fmt: skip


def _show_counts(counted: Mapping[str, int]) -> None:
    table(
        [say("what", "種類"), say("count", "件数")],
        [[kind, f"{count:,}"] for kind, count in counted.items()],
        right=[1],
    )


def _show_rest(mentions: Sequence[object], backups: Sequence[str], elsewhere: Sequence[str]) -> None:
    """What stays, and why."""
    ids = [f"{mention.kind} {mention.id}" for mention in mentions]  # type: ignore[attr-defined]
    for words, found in (
        (say("Others speak of them, which stays ({count}):", "ほかの人がその人に触れた会話は残ります（{count} 件）:",
             count=len(ids)), ids),
        (say("Backups that hold them ({count}); --rewrite-backups takes them out:",
             "その人を含むバックアップ（{count} 件）。--rewrite-backups で取り除けます:", count=len(backups)), backups),
        (say("Files of other programs or houses, which are not ours to delete ({count}):",
             "ほかのプログラムや家のファイル。こちらでは消しません（{count} 件）:", count=len(elsewhere)), elsewhere),
    ):  # fmt: skip
        if found:
            line(words)
            for one in found[:SHOWN]:
                line(one, indent=2)
