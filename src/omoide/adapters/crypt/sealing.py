"""Sealed backups (O1, O3): a zip file that holds the real one, encrypted in the open format age-encryption.org/v1.

    manifest.json    when, why, a hash of what is sealed: to be read without a key
    sealed.age       the backup
    key.age          only when the key is a passphrase: the key of sealed.age, encrypted with it

So a backup can be opened without this program too: `unzip`, then `age --decrypt`. A key is one that `age-keygen` or
`omoide backup key` made, or a passphrase. With the public half alone (age1…) backups can be taken and not opened.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from omoide.errors import InvalidSettings, MissingExtra, Refused, StoreDamaged
from omoide.ports import Problem

MANIFEST, SEALED, WRAPPED = "manifest.json", "sealed.age", "key.age"
_SECRET, _PUBLIC = "AGE-SECRET-KEY-", "age1"
_SHORTEST = 12  # of a passphrase


class AgeSeal:
    """Seals and opens with one key, which is never shown."""

    def __init__(self, key: str) -> None:
        lines = [line.strip() for line in key.splitlines()]
        told = [line for line in lines if line and not line.startswith("#")]
        if len(told) != 1:
            raise _no_key("it must hold one key, on one line", "鍵を1行で1つだけ書いてください")
        self._age = _library()
        (self._key,) = told
        self._identity: Any = None  # the library tells no types
        self._recipient: Any = None
        if self._key.startswith(_SECRET):
            self._identity = self._parsed(self._age.x25519.Identity.from_str, self._age.IdentityError)
            self._recipient = self._identity.to_public()
        elif self._key.startswith(_PUBLIC):
            self._recipient = self._parsed(self._age.x25519.Recipient.from_str, self._age.RecipientError)
        elif len(self._key) < _SHORTEST:
            raise _no_key(
                f"a passphrase needs at least {_SHORTEST} characters",
                f"パスフレーズは {_SHORTEST} 文字以上です",
            )

    def __repr__(self) -> str:
        return f"AgeSeal({self.name})"

    @property
    def name(self) -> str:
        """What may be told of the key: its public half."""
        return str(self._recipient) if self._recipient else "passphrase"

    def close(self, plain: Path, sealed: Path, about: Mapping[str, Any]) -> dict[str, Any]:
        """Seal a file; returns the manifest that can be read without the key."""
        recipient, wrapped = self._recipient, b""
        if recipient is None:
            own = self._age.x25519.Identity.generate()
            recipient, wrapped = own.to_public(), self._age.passphrase.encrypt(str(own).encode(), self._key)
        digest = hashlib.sha256()
        with zipfile.ZipFile(sealed, "w", zipfile.ZIP_STORED) as pack:
            with plain.open("rb") as source, pack.open(SEALED, "w", force_zip64=True) as target:
                self._age.encrypt_io(source, _Hashing(target, digest), [recipient])
            if wrapped:
                pack.writestr(WRAPPED, wrapped)
            manifest = {**about, "sealed_for": self.name, "sha256": digest.hexdigest()}
            pack.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))
        return manifest

    def open(self, sealed: Path, plain: Path, name: str) -> None:
        """The backup as it was before it was sealed; `name` is told in errors."""
        with zipfile.ZipFile(sealed) as pack:
            identity = self._identity or self._unwrapped(pack)
            if identity is None:
                raise _locked(name, json.loads(pack.read(MANIFEST)).get("sealed_for", ""))
            with pack.open(SEALED) as source, plain.open("wb") as target:
                try:
                    self._age.decrypt_io(source, target, [identity])
                except self._age.DecryptError as error:
                    if "matching keys" in str(error):
                        raise _locked(name, json.loads(pack.read(MANIFEST)).get("sealed_for", "")) from error
                    raise _damaged(name, error) from error
                except OSError as error:
                    if error.errno is not None:  # the disk, not the seal
                        raise
                    raise _damaged(name, error) from error

    def _unwrapped(self, pack: zipfile.ZipFile) -> Any:
        if self._recipient or WRAPPED not in pack.namelist():
            return None
        try:
            return self._age.x25519.Identity.from_str(
                self._age.passphrase.decrypt(pack.read(WRAPPED), self._key).decode()
            )
        except self._age.DecryptError:
            return None

    def _parsed(self, read: Any, error: type[Exception]) -> Any:
        try:
            return read(self._key)
        except error as wrong:
            raise _no_key("it is not a whole age key", "age の鍵として読めません") from wrong


class _Hashing:
    """What is written through it is hashed on the way."""

    def __init__(self, target: Any, digest: Any) -> None:
        self._target, self._digest = target, digest

    def write(self, block: bytes) -> int:
        self._digest.update(block)
        return self._target.write(block)

    def flush(self) -> None:
        """A member of a zip file is flushed when it is closed."""


def is_sealed(pack: zipfile.ZipFile) -> bool:
    return SEALED in pack.namelist()


def fault_without_key(pack: zipfile.ZipFile) -> Problem | None:
    """What can be said of it without the key: whether it is what was sealed. A wrapped key that cannot be read raises,
    as whatever else of the zip file cannot."""
    if WRAPPED in pack.namelist():
        pack.read(WRAPPED)
    with pack.open(SEALED) as source:
        digest = hashlib.file_digest(io.BufferedReader(source), "sha256").hexdigest()  # type: ignore[arg-type]
    if digest == json.loads(pack.read(MANIFEST))["sha256"]:
        return None
    return Problem(
        "what is sealed is not what was backed up: its hash differs",
        "暗号化された中身がバックアップしたときのものと違います（ハッシュの不一致）",
    )


def new_key() -> tuple[str, str]:
    """A secret key and its public half."""
    identity = _library().x25519.Identity.generate()
    return str(identity), str(identity.to_public())


def _library() -> Any:
    try:
        import pyrage
    except ImportError as error:
        raise MissingExtra("pyrage", "crypt") from error
    return pyrage


def without_key(name: str, sealed_for: str) -> Refused:
    return Refused(
        f"the backup {name} is sealed (for {sealed_for}): set OMOIDE_BACKUP_KEY or backup.key_file. Nothing was"
        " changed.",
        f"バックアップ {name} は暗号化されています（{sealed_for} 宛）。OMOIDE_BACKUP_KEY か backup.key_file で鍵を"
        "指定してください。何も変更していません。",
    )


def _locked(name: str, sealed_for: str) -> Refused:
    return Refused(
        f"the backup {name} cannot be opened with this key, it is sealed for {sealed_for}: name the right one with"
        " OMOIDE_BACKUP_KEY or backup.key_file. Nothing was changed.",
        f"バックアップ {name} はこの鍵では開けません（{sealed_for} 宛）。OMOIDE_BACKUP_KEY か backup.key_file で"
        "正しい鍵を指定してください。何も変更していません。",
    )


def _damaged(name: str, error: Exception) -> StoreDamaged:
    return StoreDamaged(
        f"the backup {name} is damaged ({error}): choose another. Nothing was changed.",
        f"バックアップ {name} は壊れています（{error}）。別のものを選んでください。何も変更していません。",
    )


def _no_key(en: str, ja: str) -> InvalidSettings:
    return InvalidSettings(
        f"the key for backups cannot be used: {en}. `omoide backup key` makes one.",
        f"バックアップの鍵が使えません（{ja}）。`omoide backup key` で作れます。",
    )
