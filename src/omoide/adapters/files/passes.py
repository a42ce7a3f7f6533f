"""Tokens in a file of their own (tokens.json), readable by its owner only, or on a server by nobody's connection.

Not among the rows: a backup that is restored must not bring back a token that was revoked since. A token is 256 bits
of chance, so a plain hash tells nothing about it.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from datetime import datetime

from omoide.adapters.files.folder import Folder
from omoide.domain.access import RIGHTS, Issued, Pass
from omoide.errors import NotFound, Refused, StoreDamaged

FILE = "tokens.json"
BEGIN = "omo_"  # so that a token is known for one where it does not belong, in a log or a commit


class FilePasses:
    def __init__(self, files: Folder) -> None:
        self._files = files
        self._seen = ""
        self._read: list[Issued] = []

    def issue(self, holder: Pass, now: datetime) -> str:
        token = BEGIN + secrets.token_urlsafe(32)
        with self._files.alone("tokens"):
            known = self.all()
            if any(one.holder.name == holder.name for one in known):
                raise Refused(
                    f"there is a token {holder.name} already: revoke it first, or choose another name.",
                    f"トークン {holder.name} は既にあります。先に取り消すか、別の名前にしてください。",
                )
            self._write([*known, Issued(holder, _hash(token), now)])
        return token

    def revoke(self, name: str) -> Issued:
        with self._files.alone("tokens"):
            known = self.all()
            gone = next((one for one in known if one.holder.name == name), None)
            if gone is None:
                raise NotFound(
                    f"there is no token {name}: `omoide token list` shows those there are.",
                    f"トークン {name} はありません。一覧は `omoide token list` で見られます。",
                )
            self._write([one for one in known if one is not gone])
        return gone

    def all(self) -> list[Issued]:
        """Read again when the file has changed: a token that was revoked by another process is refused at once."""
        known = self._files.facts(FILE)
        if known is None:
            return []
        if known.stamp != self._seen:
            self._read, self._seen = self._load(), known.stamp
        return self._read

    def holder(self, token: str) -> Pass | None:
        digest = _hash(token)
        return next((one.holder for one in self.all() if secrets.compare_digest(one.hash, digest)), None)

    def _load(self) -> list[Issued]:
        try:
            return [_issued(row) for row in json.loads(self._files.read(FILE))["tokens"]]
        except (OSError, ValueError, KeyError, TypeError) as error:
            where = self._files.shown(FILE)
            raise StoreDamaged(
                f"{where} cannot be read: delete it and create the tokens anew.",
                f"{where} を読めません。消してから、トークンを作り直してください。",
            ) from error

    def _write(self, tokens: list[Issued]) -> None:
        rows = [
            {
                "name": one.holder.name, "scope": one.holder.right, "persona": one.holder.persona,
                "hash": one.hash, "created": one.created.isoformat(),
            }
            for one in tokens
        ]  # fmt: skip
        text = json.dumps({"tokens": rows}, ensure_ascii=False, indent=1) + "\n"
        self._files.write(FILE, text.encode())


def _issued(row: dict[str, str]) -> Issued:
    if row["scope"] not in RIGHTS:
        raise ValueError(row["scope"])
    return Issued(Pass(row["name"], row["scope"], row["persona"]), row["hash"], datetime.fromisoformat(row["created"]))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
