"""What `omoide doctor` can see of how a home is kept at rest (O3): who may read it, what lies below it, what leaves it.

Whether a disk is encrypted cannot be told reliably: a cloud encrypts below the machine, and a virtual disk shows
nothing. So what is seen is told, and what is not seen is no fault.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from omoide.ports import Finding
from omoide.settings import Settings

_DEVICES = Path("/sys/dev/block")


def at_rest(home: Path, settings: Settings, key: str) -> list[Finding]:
    """`key` is that of the environment, with which backups are sealed."""
    return [*_readers(home), _disk(home), *_leaving(settings, key)]


def _readers(home: Path) -> list[Finding]:
    if os.name == "nt" or not home.is_dir() or not home.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        return []
    return [
        Finding(
            "warning", "at rest", f"others on this machine may read {home}: run `chmod 700 {home}`",
            f"{home} をこの機械のほかの利用者も読めます。`chmod 700 {home}` を実行してください",
        )
    ]  # fmt: skip


def _disk(home: Path) -> Finding:
    if _encrypted(home):
        return Finding(
            "ok", "at rest", "the home lies on an encrypted device", "ホームは暗号化された装置の上にあります"
        )
    return Finding(
        "ok", "at rest", "no encrypted device can be seen below the home; docs/backup.md says what to do about it",
        "ホームの下に暗号化された装置は見えません。docs/backup.md を参照してください",
    )  # fmt: skip


def _encrypted(home: Path) -> bool:
    """On Linux a device that dm-crypt made says so, and which devices it is made of stands beside it."""
    nearest = next((folder for folder in (home, *home.parents) if folder.exists()), None)
    if nearest is None or not _DEVICES.is_dir():
        return False
    number = nearest.stat().st_dev
    devices = [_DEVICES / f"{os.major(number)}:{os.minor(number)}"]
    while devices:
        device = devices.pop()
        try:
            if (device / "dm" / "uuid").read_text().startswith("CRYPT-"):
                return True
        except OSError:
            pass  # no device of the mapper
        if (device / "slaves").is_dir():
            devices += sorted((device / "slaves").iterdir())
    return False


def _leaving(settings: Settings, key: str) -> list[Finding]:
    rules, archive = settings.backup, settings.storage.url
    elsewhere = rules.url or rules.folder or archive.startswith(("s3://", "http://", "https://"))
    if not elsewhere or key or rules.key_file:
        return []
    return [
        Finding(
            "warning", "backup", "backups leave the home unsealed: make a key with `omoide backup key --to FILE`, then"
            " `omoide config set backup.key_file FILE`",
            "バックアップが暗号化されずにホームの外へ出ます。`omoide backup key --to ファイル` で鍵を作り、"
            "`omoide config set backup.key_file ファイル` を実行してください",
        )
    ]  # fmt: skip
