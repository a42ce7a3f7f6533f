"""The address of a place in an object store, as it stands in settings:

    s3://BUCKET/PREFIX                                            Amazon's
    s3://BUCKET/PREFIX?endpoint=https://minio.lan:9000&ca=FILE    another that speaks S3, with its own authority
    https://minio.lan:9000/PREFIX?bucket=BUCKET&ca=FILE           the same, written the other way round

Keys may stand in it (`access_key`, `secret_key`); they are better kept in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import parse_qs, unquote, urlsplit

from omoide.errors import InvalidSettings

_KNOWN = ("bucket", "endpoint", "region", "ca", "access_key", "secret_key")


@dataclass(frozen=True, slots=True)
class Address:
    bucket: str
    prefix: str = ""  # without slashes at its ends
    endpoint: str = ""
    region: str = ""
    ca: str = ""  # a file with the certificates that are trusted besides the usual ones
    access_key: str = ""
    secret_key: str = ""

    def __str__(self) -> str:
        """As it may be shown: where it is, without the keys to it."""
        return f"s3://{self.bucket}/{self.prefix}".rstrip("/")

    __repr__ = __str__

    def below(self, folder: str) -> Address:
        return replace(self, prefix="/".join(part for part in (self.prefix, folder) if part))


def is_address(text: str) -> bool:
    return text.startswith(("s3://", "http://", "https://"))


def read_address(text: str) -> Address:
    """What is wrong with one is said without repeating it: keys may stand in it."""
    try:
        parts = urlsplit(text)
    except ValueError:
        raise _wrong("its host cannot be read", "ホストを読み取れません") from None
    if not is_address(text):
        raise _wrong("it must begin with s3://, https:// or http://", "s3:// か https:// か http:// で始めます")
    given = {name: values[-1] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
    if unknown := [name for name in given if name not in _KNOWN]:
        raise _wrong(f"it does not know {', '.join(unknown)}", f"{', '.join(unknown)} は使えません")
    path = unquote(parts.path).strip("/")
    try:
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise _wrong("its port is no number", "ポートが数ではありません") from None
    if parts.scheme == "s3":
        found = Address(host, path, **{name: value for name, value in given.items() if name != "bucket"})
    else:
        endpoint = f"{parts.scheme}://{host}" + (f":{port}" if port else "")
        bucket = given.pop("bucket", "")
        found = Address(bucket, path, **{"endpoint": endpoint} | given)
    if not found.bucket:
        raise _wrong("it names no bucket", "バケットの名前がありません")
    if found.endpoint and not found.endpoint.startswith(("http://", "https://")):
        raise _wrong("its endpoint must begin with https:// or http://", "endpoint は https:// か http:// で始めます")
    return found


def _wrong(en: str, ja: str) -> InvalidSettings:
    return InvalidSettings(
        f"the address of the object store cannot be used: {en}."
        " Write s3://BUCKET/PREFIX, with ?endpoint=https://HOST for a store other than Amazon's.",
        f"オブジェクトストレージのアドレスが使えません（{ja}）。"
        "s3://バケット/場所 の形で書き、Amazon 以外なら ?endpoint=https://ホスト を付けてください。",
    )
