"""Backups in an object store. Listing them fetches the manifests alone; to look into one it is fetched whole."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, BinaryIO, cast

from omoide.adapters.s3.address import Address
from omoide.adapters.s3.bucket import Bucket, told
from omoide.errors import StoreDamaged


class S3Shelf:
    def __init__(self, address: Address) -> None:
        self._bucket = Bucket(address)

    @property
    def where(self) -> str:
        return str(self._bucket.address)

    @property
    def folder(self) -> Path | None:
        return None

    def names(self) -> list[str]:
        return [name for name in self._bucket.names() if name.endswith(".zip") and "/" not in name]

    def take_in(self, packed: Path, name: str) -> bool:
        """Whether a name is free is asked first: only small objects could be refused by the store itself."""
        if self._bucket.size(name) is not None:
            return False
        self._put(packed, name)
        return True

    def replace(self, fresh: Path, name: str) -> None:
        self._put(fresh, name)

    def _put(self, path: Path, name: str) -> None:
        self._bucket.put(name, path)
        there, here = self._bucket.size(name), path.stat().st_size
        if there != here:
            raise StoreDamaged(
                f"{self.where}/{name} has {there} bytes there, not {here}: take the backup again.",
                f"{self.where}/{name} の大きさが違います（{there} バイト、正しくは {here}）。取り直してください。",
            )

    def opened(self, name: str) -> BinaryIO:
        return cast(BinaryIO, io.BufferedReader(_Seekable(self._bucket, name), 64 << 10))  # type: ignore[arg-type]

    def local(self, name: str, work: Path) -> Path:
        copy = work / "fetched.zip"
        if not self._bucket.fetch(name, copy):
            raise FileNotFoundError(f"{self.where}/{name}")
        return copy

    def remove(self, name: str) -> None:
        self._bucket.remove(name)


class _Seekable(io.RawIOBase):
    """The library's reader as Python's own files are, so that a zip file can be read through it."""

    def __init__(self, bucket: Bucket, name: str) -> None:
        self._reader: Any = bucket.reader(name)
        self._address = bucket.address

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, room: Any) -> int:
        with told(self._address):
            block = bytes(self._reader.read(len(room)))
        room[: len(block)] = block
        return len(block)

    def seek(self, offset: int, whence: int = 0) -> int:
        with told(self._address):
            return self._reader.seek(offset, whence)

    def tell(self) -> int:
        return self._reader.tell()
