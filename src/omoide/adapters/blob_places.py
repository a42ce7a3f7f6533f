"""Where whole files are kept, of what the settings name: an object store, or a folder."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from omoide.ports import Blobs


def make_blobs(home: Path, url: str) -> Blobs:
    """In the folder `archive` of the home unless an address or another folder is named."""
    if "://" in url and not url.startswith("file://"):
        from omoide.adapters.s3.blobs import S3Blobs

        return S3Blobs(url)
    from omoide.adapters.files.blobs import FolderBlobs

    return FolderBlobs(Path(url.removeprefix("file://")).expanduser() if url else home / "archive")


def fault_of(blobs: Blobs, name: str, digest: str) -> str:
    """`missing`, `damaged`, or nothing when it is as it was written."""
    data = blobs.get(name)
    return "missing" if data is None else "" if hashlib.sha256(data).hexdigest() == digest else "damaged"
