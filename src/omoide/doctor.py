"""A look at the whole house: what works, what does not, and the remedy. Reads only; repairs nothing."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from importlib.util import find_spec
from pathlib import Path

from omoide import settings as settings_
from omoide import sleep
from omoide.associating import has_lost_its_graph
from omoide.at_rest import at_rest
from omoide.compose import ROLES, housekeeping, open_mind
from omoide.disk import refusal_of
from omoide.errors import InvalidSettings, OmoideError, Unavailable
from omoide.extras import EXTRAS, install_line
from omoide.fleet import ready
from omoide.mind import Mind
from omoide.models_at_hand import embedder_problem, judge_problem, missing_key, refuse_unknown_name
from omoide.night_ahead import night_ahead
from omoide.perceive import fault, tell_doubt
from omoide.ports import Finding
from omoide.settings import Settings
from omoide.settings.files import has_store

ENOUGH_SPACE = 500 * 1024 * 1024


def examine(home: Path) -> list[Finding]:
    """One finding per subject, worst news included; an error in one does not hide the others."""
    findings = [_program(), *_place(home)]
    try:
        settings = settings_.load(home)
    except OmoideError as error:
        return [*findings, Finding("error", "settings", error.en, error.ja)]
    findings.append(Finding("ok", "settings", "the settings are valid", "設定に問題はありません"))
    findings += _named_settings(home)
    findings += [
        *_models(home, settings),
        *_extras(),
        *at_rest(home, settings, os.environ.get("OMOIDE_BACKUP_KEY", "")),
    ]
    servers = _servers(settings)
    findings += servers
    if not has_store(home):
        missing = Finding("ok", "store", "no memories yet", "まだ記憶はありません")
        return [*findings, missing]
    if not any(one.what == "database" and one.severity == "error" for one in servers):
        findings += _store(home, settings)
    return findings


def _servers(settings: Settings) -> list[Finding]:
    """Each server that the settings name, and why it cannot be used now (X2). Passwords are never shown."""
    return [
        Finding("ok", name, "the server answers", "サーバーは応答しています")
        if fault is None
        else Finding("error", name, fault.en, fault.ja)
        for name, fault in ready(settings).items()
        if fault is not None or name != "database"  # of which the store tells more
    ]


def _named_settings(home: Path) -> list[Finding]:
    missing = settings_.missing_file(home)
    if not missing:
        return []
    return [
        Finding(
            "warning",
            "settings",
            f"OMOIDE_ENV names {missing}, which is not there; correct the name or make the file",
            f"OMOIDE_ENV の指す {missing} がありません。名前を直すか、ファイルを作ってください",
        )
    ]


def _program() -> Finding:
    text = f"Python {sys.version.split()[0]}, SQLite {sqlite3.sqlite_version}, {sys.platform}"
    return Finding("ok", "program", text, text)


def _place(home: Path) -> list[Finding]:
    nearest = next((folder for folder in (home, *home.parents) if folder.exists()), home)
    if not nearest.is_dir():
        kind, art = ("a file, not a folder", "ファイルで、") if nearest.is_file() else ("no folder", "")
        return [
            Finding(
                "error",
                "home",
                f"{nearest} is {kind}; choose another place with OMOIDE_HOME",
                f"{nearest} は{art}フォルダーではありません。OMOIDE_HOME で別の場所を選んでください",
            )
        ]
    if refusal := refusal_of(home):  # O7
        return [Finding("error", "disk", refusal.en, refusal.ja)]
    return [Finding("ok", "home", f"{home} can be written", f"{home} に書き込めます"), _space(home)]


def _space(home: Path) -> Finding:
    nearest = next((folder for folder in (home, *home.parents) if folder.exists()), Path("/"))
    free = shutil.disk_usage(nearest).free
    megabytes = free // 1024 // 1024
    if free < ENOUGH_SPACE:
        return Finding(
            "warning", "disk", f"only {megabytes} MB are free; make room", f"空きが {megabytes} MB しかありません"
        )
    return Finding("ok", "disk", f"{megabytes:,} MB are free", f"空き容量 {megabytes:,} MB")


def _models(home: Path, settings: Settings) -> list[Finding]:
    """Which mind does what, and whether it can be meant and its key is there. Keys themselves are never shown."""
    names = {f"models.{role}": getattr(settings.models, role) for role in ROLES}
    findings = [_model(settings, key, name) for key, name in names.items() if name]
    findings += [*_embedder(home, settings), _judge(home, settings)]
    if not any(names.values()):
        findings.append(
            Finding(
                "ok", "models", "the offline mind works (no model is set)", "オフラインの心が働きます（モデル未設定）"
            )
        )
    return findings


def _model(settings: Settings, key: str, name: str) -> Finding:
    try:
        refuse_unknown_name(settings, key)
    except OmoideError as error:
        return Finding("error", key, error.en, error.ja)
    for part in name.split("+"):
        if variable := missing_key(part):
            return Finding(
                "error",
                key,
                f"{part} needs {variable} in the environment; until then its work is postponed",
                f"{part} には環境変数 {variable} が必要です。それまで作業は延期されます",
            )
    return Finding("ok", key, name, name)


def _embedder(home: Path, settings: Settings) -> list[Finding]:
    """Of the one that comes with the program nothing is told, unless it is set up wrongly."""
    model, key = settings.embedding.model, "embedding.model"
    if problem := embedder_problem(home, settings):
        severity = "error" if isinstance(problem, InvalidSettings) else "warning"  # else the former one goes on
        return [Finding(severity, key, problem.en, problem.ja)]
    return [] if model == "builtin" else [_model(settings, key, model)]


def _judge(home: Path, settings: Settings) -> Finding:
    """Until it is there, the model decides alone what a judge could have decided for nothing."""
    name = settings.models.nli
    if not name:
        text = "no judge is set: whatever is learned is checked by the model alone"
        return Finding("ok", "models.nli", text, "判定モデルは未設定です（学んだことはモデルだけで確かめます）")
    try:
        refuse_unknown_name(settings, "models.nli")
    except OmoideError as error:
        return Finding("error", "models.nli", error.en, error.ja)
    problem = judge_problem(home, name)
    if problem is None:
        return Finding("ok", "models.nli", name, name)
    return Finding("warning", "models.nli", problem.en, problem.ja)


def _extras() -> list[Finding]:
    """Which are there, and for each that is not what to type."""
    there = [name for name, module in EXTRAS.items() if find_spec(module)]
    text = ", ".join(there) or "-"
    missing = [(name, install_line(name)) for name in EXTRAS if name not in there]
    return [
        Finding("ok", "extras", f"installed extras: {text}", f"導入済みの追加機能: {text}"),
        *(
            Finding("ok", f"extra {name}", f"not installed; if you want it: {line}", f"未導入。使うなら: {line}")
            for name, line in missing
        ),
    ]


def _store(home: Path, settings: Settings) -> list[Finding]:
    try:
        checked = housekeeping(home, settings).upkeep.check()
        findings = [one for one in checked if one.what != "disk"]  # of which we tell for every home
        with open_mind(home) as mind:
            missed = mind.night_missed()
            findings += [*_faults(mind), *mind.notices]
            findings += _graph(mind, settings)
            findings += [*_erasures(mind), *_unread(home, settings)]
            ahead = night_ahead(mind, mind.faculties.store.runs.scopes())
            if (doubt := mind.clock_doubt()) and doubt.settled:  # until then it is among the notices
                findings.append(tell_doubt(doubt, settings.clock))
    except OmoideError as error:
        return [Finding("error", "store", error.en, error.ja)]
    if ahead:
        findings.append(ahead)
    elif missed:
        findings.append(
            Finding(
                "warning",
                "night",
                "the last night was missed; run `omoide sleep`",
                "前回の夜が抜けています。`omoide sleep` を実行してください",
            )
        )
    return findings


def _erasures(mind: Mind) -> list[Finding]:
    """Nobody is half forgotten in silence (O2)."""
    findings = [
        Finding(
            "error",
            "erasure",
            f"erasing {one.person} was interrupted; run `omoide erase person {one.person!r} --token {one.token}`",
            f"{one.person} の消去が途中です。`omoide erase person {one.person!r} --token {one.token}` で続けてください",
        )
        for one in mind.eraser.unfinished()
    ]
    if back := mind.eraser.come_back():
        findings.append(
            Finding(
                "warning",
                "erasure",
                f"{back} erased persons are here again, from a backup that was restored; erase them once more",
                f"消去した人が {back} 人、バックアップの復元で戻っています。もう一度消去してください",
            )
        )
    return findings


def _unread(home: Path, settings: Settings) -> list[Finding]:
    """Files in the folder of a home whose files are on a server (X2): of an older program, or put there by hand."""
    left = [name for name in ("people", "personas", "skills") if (home / name).exists()]
    if not settings.database.url or not left:
        return []
    names = ", ".join(f"{name}/" for name in left)
    return [
        Finding(
            "warning",
            "pages",
            f"{names} in {home} are not read, since the pages of this home are on its server:"
            f" `omoide pages take {home}` brings what is only there, then move them away",
            f"ページはサーバーにあるため、{home} の {names} は読まれません。"
            f"`omoide pages take {home}` で足りない分を取り込み、別の場所へ移してください",
        )
    ]


def _graph(mind: Mind, settings: Settings) -> list[Finding]:
    """Spreading over an empty graph does nothing, and says nothing (G3). A server that does not answer is told of
    elsewhere."""
    try:
        if has_lost_its_graph(mind.faculties):
            return [
                Finding(
                    "warning",
                    "graph",
                    "the graph is empty, although memories were read into it: its server is new, or has lost its data;"
                    " `omoide graph` makes it anew",
                    "記憶を読み込んだはずのグラフが空です（サーバーが新しいか、データを失っています）。"
                    "`omoide graph` で作り直せます",
                )
            ]
        if not settings.graph.spreading or mind.graph(strongest=0).nodes:
            return []
    except Unavailable:
        return []
    return [
        Finding(
            "warning",
            "graph",
            "graph.spreading is on, but the graph is empty; `omoide graph` or a night fills it",
            "graph.spreading は有効ですが、グラフが空です。`omoide graph` か次の夜で作られます",
        )
    ]


def _faults(mind: Mind) -> list[Finding]:
    """What went wrong beside a conversation, and was not told then: it must never break what is said (L1, J1)."""
    found = [(what, fault(mind.faculties, what)) for what in ("activity log", "journal")]
    found.append(("backup", sleep.backup_fault(mind.faculties)))
    return [
        Finding("warning", what, f"{last['at'][:16]}: {last['en']}", f"{last['at'][:16]}: {last['ja']}")
        for what, last in found
        if last
    ]
