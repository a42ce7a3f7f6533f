"""Which place backups lie in, and which key seals them, of what the settings name. Each is loaded only when chosen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from omoide.errors import InvalidSettings

if TYPE_CHECKING:
    from omoide.ports import Seal, Shelf


def make_shelf(home: Path, folder: str, url: str, archive: str) -> Shelf:
    """Where they are said to be, else beside the archive in an object store, else in the home."""
    if url or (not folder and "://" in archive and not archive.startswith("file://")):
        from omoide.adapters.s3.address import read_address
        from omoide.adapters.s3.shelf import S3Shelf

        return S3Shelf(read_address(url) if url else read_address(archive).below("backups"))
    from omoide.adapters.files.backup_shelf import FolderShelf

    return FolderShelf(Path(folder).expanduser() if folder else home / "backups")


def make_seal(key: str, key_file: str) -> Seal | None:
    """With the key itself, else with that in a file; None: they are not sealed."""
    if not key and key_file:
        try:
            key = Path(key_file).expanduser().read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            why = getattr(error, "strerror", "") or "not a text"
            raise InvalidSettings(
                f"the key for backups in {key_file} cannot be read ({why}): correct backup.key_file.",
                f"バックアップの鍵 {key_file} を読めません（{why}）。backup.key_file を直してください。",
            ) from error
    elif not key:
        return None
    from omoide.adapters.crypt.sealing import AgeSeal

    return AgeSeal(key)
