"""A bucket that is open, and what its library complains about in words a person can act on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from omoide.adapters.s3.address import Address
from omoide.errors import InvalidSettings, MissingExtra, Unavailable

if TYPE_CHECKING:
    from obstore.store import S3Store

_CONNECT = timedelta(seconds=10)
_PATIENCE = timedelta(seconds=60)  # for all attempts at one request that failed
_CHUNK = 8 << 20


class Bucket:
    """One place in a bucket: names are below its prefix."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._store: S3Store | None = None

    @property
    def store(self) -> S3Store:
        """Opened at the first use, so that a setting alone needs neither the library nor the network."""
        if self._store is None:
            self._store = _open(self.address)
        return self._store

    def names(self, beginning: str = "") -> list[str]:
        import obstore

        with told(self.address):
            found = [one["path"] for some in obstore.list(self.store, chunk_size=1_000) for one in some]
        return sorted(name for name in found if name.startswith(beginning))

    def size(self, name: str) -> int | None:
        """In bytes; None when nothing has that name."""
        about = self._about(name)
        return int(about["size"]) if about else None

    def written_at(self, name: str) -> datetime | None:
        about = self._about(name)
        return about["last_modified"] if about else None

    def _about(self, name: str) -> Any:
        import obstore

        try:
            with told(self.address):
                return obstore.head(self.store, name)
        except FileNotFoundError:
            return None

    def put(self, name: str, data: Path | bytes) -> None:
        """In parts when it is large; whoever looks meanwhile sees nothing of it."""
        import obstore

        with told(self.address):
            obstore.put(self.store, name, data, chunk_size=_CHUNK)

    def get(self, name: str) -> bytes | None:
        import obstore

        try:
            with told(self.address):
                return bytes(obstore.get(self.store, name).bytes())
        except FileNotFoundError:
            return None

    def fetch(self, name: str, into: Path) -> bool:
        """Copied block by block; False when nothing has that name."""
        import obstore

        try:
            with told(self.address), into.open("wb") as file:
                for block in obstore.get(self.store, name).stream(min_chunk_size=_CHUNK):
                    file.write(block)
        except FileNotFoundError:
            into.unlink(missing_ok=True)
            return False
        return True

    def reader(self, name: str) -> Any:
        """A file to seek in: only what is read of it is fetched."""
        import obstore

        with told(self.address):
            return obstore.open_reader(self.store, name, buffer_size=64 << 10)

    def remove(self, name: str) -> None:
        import obstore

        with told(self.address):
            obstore.delete(self.store, name)


def _open(address: Address) -> S3Store:
    try:
        from obstore.store import S3Store
    except ImportError as error:
        raise MissingExtra("obstore", "s3") from error
    given: dict[str, Any] = {
        "endpoint": address.endpoint, "region": address.region or ("us-east-1" if address.endpoint else ""),
        "access_key_id": address.access_key, "secret_access_key": address.secret_key,
    }  # fmt: skip
    client: dict[str, Any] = {"connect_timeout": _CONNECT, "allow_http": address.endpoint.startswith("http://")}
    if address.ca:
        client["root_certificate"] = _certificates(address.ca)
    retry: Any = {"max_retries": 3, "retry_timeout": _PATIENCE}
    try:
        with told(address):
            return S3Store(
                address.bucket, prefix=address.prefix or None, client_options=client, retry_config=retry,  # type: ignore[arg-type]
                **{name: value for name, value in given.items() if value},
            )  # fmt: skip
    except ValueError as error:
        if not address.ca:
            raise
        raise _no_certificates(address.ca, "no certificates in it") from error


def _certificates(path: str) -> bytes:
    try:
        return Path(path).expanduser().read_bytes()
    except OSError as error:
        raise _no_certificates(path, error.strerror or type(error).__name__) from error


def _no_certificates(path: str, why: str) -> InvalidSettings:
    return InvalidSettings(
        f"the certificates of the object store in {path} cannot be read ({why}): correct `ca=` in its address.",
        f"オブジェクトストレージの証明書 {path} を読めません（{why}）。アドレスの ca= を直してください。",
    )


@contextmanager
def told(address: Address) -> Iterator[None]:
    """Errors of the library in our words; that something is not there is told as Python tells it."""
    from obstore import exceptions

    try:
        yield
    except (exceptions.PermissionDeniedError, exceptions.UnauthenticatedError) as error:
        raise _not_let_in(address) from error
    except exceptions.BaseError as error:
        raise _explained(error, address) from error


def _explained(error: Exception, address: Address) -> Unavailable:
    """By what the store answered. Its own words are not repeated: keys may stand in them."""
    text = str(error)
    if "NoSuchBucket" in text:
        return Unavailable(
            f"there is no bucket {address.bucket}: make it, or correct the address.",
            f"バケット {address.bucket} がありません。作るか、アドレスを直してください。",
        )
    if re.search(r"InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|Forbidden", text):
        return _not_let_in(address)
    if "UnknownIssuer" in text or "self-signed" in text or "self signed" in text:
        return Unavailable(
            f"the certificate of {address} is signed by an authority that is not trusted here: name its file with ca="
            " in the address.",
            f"{address} の証明書の発行元が信頼されていません。発行元の証明書をアドレスの ca= で指定してください。",
        )
    status = re.search(r"\b(?:status(?: code)?:? |HTTP )(\d{3})\b", text)
    why = f"HTTP {status[1]}" if status else "no answer"
    return Unavailable(
        f"the object store of {address} cannot be used now ({why}): check its address, the network and its certificate,"
        " then try again.",
        f"{address} のオブジェクトストレージを使えません（{why if status else '応答なし'}）。"
        "アドレス、ネットワーク、証明書を確かめて、やり直してください。",
    )


def _not_let_in(address: Address) -> Unavailable:
    return Unavailable(
        f"{address} does not let us in: check the keys (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY) and their rights.",
        f"{address} に入れません。鍵（AWS_ACCESS_KEY_ID・AWS_SECRET_ACCESS_KEY）とその権限を確かめてください。",
    )
