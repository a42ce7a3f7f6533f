"""Where whole files are kept, of what the settings name: an object store, or a folder."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from omoide.adapters.house_blobs import HouseBlobs

if TYPE_CHECKING:
    from omoide.adapters.files.house import HouseFile
    from omoide.adapters.sql.postgres import PostgresDatabase
    from omoide.domain.owning import House
    from omoide.ports import Blobs


def make_blobs(home: Path, url: str, house: Callable[[], House]) -> Blobs:
    """In the folder `archive` of the home unless an address or another folder is named, which others may share."""
    return HouseBlobs(_place(home, url), house(), inside=not url)


def _place(home: Path, url: str) -> Blobs:
    if "://" in url and not url.startswith("file://"):
        from omoide.adapters.s3.blobs import S3Blobs

        return S3Blobs(url)
    from omoide.adapters.files.blobs import FolderBlobs

    return FolderBlobs(Path(url.removeprefix("file://")).expanduser() if url else home / "archive")


@contextmanager
def house_file(home: Path, server: PostgresDatabase | None) -> Iterator[HouseFile]:
    """Which house it is concerns no scope in particular: on a server only a connection for all sees it."""
    from omoide.adapters.file_places import make_files
    from omoide.adapters.files.house import HouseFile

    with closing(server) if server is not None else nullcontext():
        yield HouseFile(make_files(home, server))


def fault_of(blobs: Blobs, name: str, digest: str) -> str:
    """`missing`, `damaged`, or nothing when it is as it was written."""
    data = blobs.get(name)
    return "missing" if data is None else "" if hashlib.sha256(data).hexdigest() == digest else "damaged"
