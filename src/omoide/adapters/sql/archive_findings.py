"""What `check` says about the archive (S1, O1): moves that were interrupted, and files that do not fit the ledger."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence

from omoide.adapters.archive.files import is_ours
from omoide.adapters.blob_places import fault_of
from omoide.adapters.sql.database import Database
from omoide.domain.owning import house_in, of_another
from omoide.errors import OmoideError
from omoide.ports import Blobs, Finding

_NAMED = 3
_LOST = """SELECT f.name, COUNT(*) FROM archive_files f JOIN kept_sessions k ON k.file = f.name WHERE f.state = 'lost'
    GROUP BY f.name ORDER BY f.name"""
_JA = {"missing": "ありません", "damaged": "壊れています"}


def archive_faults(connection: sqlite3.Connection | Database, open_blobs: Callable[[], Blobs]) -> list[Finding]:
    """A place that cannot be reached is something to know, not a reason to know nothing else."""
    try:
        blobs = open_blobs()
        there = [name for name in blobs.names() if is_ours(name)]  # before the ledger, which knows a file before it is
        rows = connection.execute("SELECT name, sha256, state FROM archive_files ORDER BY name").fetchall()
        lost = connection.execute(_LOST).fetchall()
        told = [(name, fault_of(blobs, name, digest)) for name, digest, state in rows if state == "ready"]
    except OmoideError as error:
        return [Finding("warning", "archive", error.en, error.ja)]
    findings = [
        _wrong([name for name, fault in told if fault == kind], kind) for kind in _JA if any(f == kind for _, f in told)
    ]
    if lost:
        findings.append(_lost(lost))
    if unfinished := sum(state in ("writing", "stale") for *_, state in rows):
        findings.append(_unfinished(unfinished))
    known = {name for name, *_ in rows}
    if strange := [name for name in sorted(known) if not blobs.is_mine(name)]:
        findings.append(Finding("warning", "archive", *of_another(strange)))
    if unknown := [name for name in there if name not in known and blobs.is_mine(name)]:
        findings.append(_unknown(unknown))
    if nobodys := [name for name in there if name not in known and not blobs.is_mine(name) and not house_in(name)]:
        findings.append(_nobodys(nobodys))
    return findings


def _lost(lost: Sequence[tuple[str, int]]) -> Finding:
    """For as long as the ledger has them: a loss that nothing mends is not hidden (O1)."""
    names, count = [name for name, _ in lost], sum(talks for _, talks in lost)
    return Finding(
        "error", "archive",
        f"{count} talks are lost: their files are gone and nothing that was said in them is left ({_some(names)}). Put"
        " the files back and run `omoide repair`, or restore a backup.",
        f"会話 {count} 件が失われています。保管ファイルがなく、元の発言も残っていません（{_some(names)}）。"
        "ファイルを戻して `omoide repair` を実行するか、バックアップを復元してください。",
    )  # fmt: skip


def _nobodys(names: Sequence[str]) -> Finding:
    return Finding(
        "warning", "archive",
        f"{len(names)} files from before files carried their house lie in the archive, and no talk is in them"
        f" ({_some(names)}): remove them by hand if no other home uses that place.",
        f"持ち主の印がない古い保管ファイルが {len(names)} 件あり、どの会話のものでもありません（{_some(names)}）。"
        "ほかのホームがその場所を使っていなければ、手で消してください。",
    )  # fmt: skip


def _wrong(names: Sequence[str], kind: str) -> Finding:
    """However many there are, one line: a lost folder would otherwise fill the screen."""
    one = len(names) == 1
    en = f"the file {names[0]} of the archive is {kind}" if one else f"{len(names)} files of the archive are {kind}"
    ja = f"保管ファイル {names[0]} が" if one else f"保管ファイル {len(names)} 件が"
    more = "" if one else f" ({_some(names)})"
    return Finding(
        "error", "archive", f"{en}{more}: `omoide repair` tells their talks anew from their turns.",
        f"{ja}{_JA[kind]}{more}。`omoide repair` で元の発言から作り直せます。",
    )  # fmt: skip


def _unfinished(count: int) -> Finding:
    return Finding(
        "warning", "archive",
        f"{count} files of the archive are left from an interrupted move: the next night finishes it, or"
        " `omoide repair`.",
        f"{count} 件の保管ファイルの移動が中断しています。次の夜か `omoide repair` で完了します。",
    )  # fmt: skip


def _unknown(names: Sequence[str]) -> Finding:
    return Finding(
        "warning", "archive",
        f"{len(names)} files lie in the archive that no talk is in, as after a restore ({_some(names)}):"
        " `omoide repair` removes them once they are older than storage.grace_days.",
        f"どの会話のものでもない保管ファイルが {len(names)} 件あります（復元の後など。{_some(names)}）。"
        "書かれてから storage.grace_days 日たてば `omoide repair` で取り除けます。",
    )  # fmt: skip


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:_NAMED]) + (", …" if len(names) > _NAMED else "")
