"""What `check` and `repair` say about the embedded store, in both languages (O1, O5)."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.mending import WRONG_VECTORS, Mended, Saved
from omoide.adapters.sql.migrations import MIGRATIONS
from omoide.disk import refusal_of
from omoide.domain.counting import counted
from omoide.ports import Backup, Finding


@dataclass(frozen=True, slots=True)
class StoreLimits:
    """From where on a store wants attention (O5), and how old the newest backup may be (0: any age)."""

    large_bytes: int = 1_000_000_000
    auto_delete_advised: int = 36_500
    auto_delete_urged: int = 110_000
    backups_urged: int = 150_000
    backup_days: int = 7


# ---------------------------------------------------------------- what was found


def _found(severity: str, what: str, en: str, ja: str) -> Finding:
    return Finding(severity, what, en, ja)  # type: ignore[arg-type]


def other_form(form: int) -> Finding:
    return _found(
        "warning", "form",
        f"the store has form {form}, this program knows {MIGRATIONS[-1].number}: it is brought up to date when it is"
        " next opened, or needs a newer omoide.",
        f"保存形式は {form}、この版は {MIGRATIONS[-1].number} です。"
        "古い形式なら次に開くときに更新され、新しい形式なら omoide の更新が必要です。",
    )  # fmt: skip


def damaged(faults: Sequence[str]) -> Finding:
    return _found(
        "error", "integrity", f"the store is damaged ({faults[0]}): run `omoide repair`.",
        f"保存先が壊れています（{faults[0]}）。`omoide repair` を実行してください。",
    )  # fmt: skip


_QUESTIONS = (
    ("error", "texts", "SELECT COUNT(*) FROM memories WHERE row NOT IN (SELECT row FROM texts)",
     "memories have no text: run `omoide repair`.", "件の記憶に本文がありません。`omoide repair` を実行してください。"),
    ("warning", "words", "SELECT COUNT(*) FROM texts WHERE row NOT IN (SELECT row FROM word_lists)",
     "memories cannot be found by words: run `omoide repair`.",
     "件の記憶が言葉で検索できません。`omoide repair` を実行してください。"),
    ("warning", "vectors", f"SELECT COUNT(*) FROM ({WRONG_VECTORS})",
     "vectors have a wrong length: run `omoide repair`, then `omoide reindex`.",
     "件のベクトルの長さが違います。`omoide repair` の後に `omoide reindex` を実行してください。"),
    ("error", "links", "SELECT COUNT(*) FROM pragma_foreign_key_check",
     "rows belong to memories that are not there: run `omoide repair`.",
     "件のデータが、存在しない記憶を指しています。`omoide repair` を実行してください。"),
    ("warning", "protection", "SELECT COUNT(*) FROM memories WHERE protection_pending = 1 AND retired_at = 0",
     "memories ask for protection, but the list is full: decide with `omoide protect --pending`.",
     "件の記憶が保護を待っています（上限のため）。`omoide protect --pending` で選んでください。"),
    ("warning", "turns", "SELECT COUNT(*) FROM turns WHERE state = 'failed'",
     "turns could not be turned into memories; they are tried again at the end of the next session.",
     "件の会話がまだ記憶になっていません。次のセッションの終わりに再試行します。"),
)  # fmt: skip


def soundness(connection: sqlite3.Connection) -> list[Finding]:
    findings = []
    for severity, what, question, en, ja in _QUESTIONS:
        if count := connection.execute(question).fetchone()[0]:
            findings.append(_found(severity, what, f"{count:,} {en}", f"{count:,} {ja}"))
    if findings:
        return findings
    return [Finding("ok", "integrity", "the store is sound.", "保存先に異常はありません。")]


def without_vectors(connection: sqlite3.Connection | Database, embedder: str) -> list[Finding]:
    """Memories that a change of embedder left behind, whoever's they are."""
    count = connection.execute(
        "SELECT COUNT(*) FROM memories m WHERE m.retired_at = 0 AND NOT EXISTS"
        " (SELECT 1 FROM vectors v WHERE v.row = m.row AND v.embedder = ?)",
        (embedder,),
    ).fetchone()[0]
    if not count:
        return []
    return [_found(
        "warning", "vectors",
        counted(
            "{n:,} memories have no vector of {embedder} and can be found by another embedder or by words only: run"
            " `omoide reindex`.",
            n=count, embedder=embedder,
        ),
        f"{count:,} 件の記憶に {embedder} のベクトルがありません（別の埋め込みか、語でのみ検索）。"
        "`omoide reindex` を実行してください。",
    )]  # fmt: skip


def unreadable_pages(connection: sqlite3.Connection | Database) -> list[Finding]:
    """Learned pages that cannot be read as they should be: found by name, and left alone by the program (T3)."""
    rows = connection.execute(
        "SELECT persona, person, kind, name, problem FROM learned_pages WHERE problem <> '' AND archived_at = 0"
        " ORDER BY persona, person, kind, name"
    ).fetchall()
    return [_found(
        "warning", "pages", f"the {kind} {name} of {persona} and {person} is left as it is: {problem}. Mend its file.",
        f"{persona} と {person} の {kind}「{name}」はそのまま残しています（{problem}）。ファイルを直してください。",
    ) for persona, person, kind, name, problem in rows]  # fmt: skip


def unwritable(home: Path) -> list[Finding]:
    """Nothing is wrong with what is there, and nothing can be added to it (O7)."""
    refusal = refusal_of(home)
    return [Finding("warning", "disk", refusal.en, refusal.ja)] if refusal else []


def growth(connection: sqlite3.Connection | Database, limits: StoreLimits) -> list[Finding]:
    memories, turns = (connection.execute(f"SELECT COUNT(*) FROM {t}").fetchone()[0] for t in ("memories", "turns"))
    held = Finding(
        "ok", "counts", counted("{m:,} memories, {t:,} turns.", m=memories, t=turns),
        f"記憶 {memories:,} 件、会話 {turns:,} 件。",
    )  # fmt: skip
    advice = [
        (limits.backups_urged, "back up regularly (backup.every_days), vacuum regularly, turn archive.auto_delete on.",
         "定期的にバックアップ（backup.every_days）と vacuum を行い、archive.auto_delete を有効にしてください。"),
        (limits.auto_delete_urged, "turn archive.auto_delete on and run `omoide vacuum` regularly.",
         "archive.auto_delete を必ず有効にし、`omoide vacuum` を定期的に実行してください。"),
        (limits.auto_delete_advised, "consider turning archive.auto_delete on.",
         "archive.auto_delete を有効にすることをお勧めします。"),
    ]  # fmt: skip
    for limit, en, ja in advice:
        if memories >= limit:
            return [
                held,
                _found("warning", "growth", f"{memories:,} memories: {en}", f"記憶が {memories:,} 件です。{ja}"),
            ]
    return [held]


def too_large(size: int, limits: StoreLimits) -> list[Finding]:
    if size <= limits.large_bytes:
        return []
    return [_found(
        "warning", "size",
        f"the store has {size:,} bytes: delete old archived memories or turn archive.auto_delete on, then run"
        " `omoide vacuum`.",
        f"保存先は {size:,} バイトです。古いアーカイブを消すか archive.auto_delete を有効にし、"
        "`omoide vacuum` を実行してください。",
    )]  # fmt: skip


def too_old(age: timedelta | None, limits: StoreLimits) -> list[Finding]:
    """About the newest backup; no age means that there is none."""
    if not limits.backup_days or (age is not None and age <= timedelta(days=limits.backup_days)):
        return []
    en = "there is no backup" if age is None else counted("the newest backup is {} days old", age.days)
    ja = "バックアップがありません" if age is None else f"最新のバックアップは {age.days} 日前です"
    return [_found(
        "warning", "backup", f"{en}: take one with `omoide backup create`.",
        f"{ja}。`omoide backup create` で取ってください。",
    )]  # fmt: skip


# ---------------------------------------------------------------- what was done


def reported(saved: Saved, aside: Path, backup: Backup | None) -> list[Finding]:
    memories, turns = saved.read.get("memories", 0), saved.read.get("turns", 0)
    findings = [
        _found("warning", "set aside", f"the damaged store is kept in {aside}.", f"元のデータは {aside} にあります。"),
        _found(
            "warning" if saved.broken else "ok", "salvaged",
            f"{memories:,} memories and {turns:,} turns were read from it"
            + (f"; not all could be read of: {', '.join(saved.broken)}." if saved.broken else "; nothing was lost."),
            f"そこから記憶 {memories:,} 件、会話 {turns:,} 件を読み出しました"
            + (f"（一部読めなかった表: {', '.join(saved.broken)}）。" if saved.broken else "。欠けはありません。"),
        ),
    ]  # fmt: skip
    if backup and saved.broken:
        more, more_turns = saved.added.get("memories", 0), saved.added.get("turns", 0)
        findings.append(_found(
            "ok", "backup", f"{more:,} memories and {more_turns:,} turns came from the backup {backup.name}.",
            f"記憶 {more:,} 件、会話 {more_turns:,} 件をバックアップ {backup.name} から補いました。",
        ))  # fmt: skip
    elif saved.broken:
        findings.append(_found(
            "error", "backup", "there was no sound backup to fill the gaps from.",
            "欠けた部分を補える正常なバックアップはありませんでした。",
        ))  # fmt: skip
    return findings


def told(mended: Mended) -> list[Finding]:
    lines = [
        (mended.textless, "memories without a text were removed.", "件の本文のない記憶を取り除きました。"),
        (mended.orphans, "rows that belonged to no memory were removed.", "件の持ち主のないデータを消しました。"),
        (mended.vectors, "vectors of a wrong length were dropped: run `omoide reindex`.",
         "件の長さの違うベクトルを消しました。`omoide reindex` を実行してください。"),
        (mended.turns, "turns wait to become memories again at the end of the next session.",
         "件の会話は、次のセッションの終わりに改めて記憶になります。"),
    ]  # fmt: skip
    findings = [_found("warning", "mended", f"{count:,} {en}", f"{count:,} {ja}") for count, en, ja in lines if count]
    indexed = mended.words
    done = Finding(
        "ok",
        "words",
        counted("the words of {:,} memories", indexed) + " are indexed anew.",
        f"記憶 {indexed:,} 件の言葉を索引し直しました。",
    )
    return [*findings, done]
