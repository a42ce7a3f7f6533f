"""The knowledge base as rows (B1): each document with its text, and the texts that it had before."""

from __future__ import annotations

from dataclasses import replace

from omoide.adapters.sql import counters
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.moments import exact, restored
from omoide.domain.document import Document

TABLES: tuple[str, ...] = (
    """CREATE TABLE documents (
        row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, persona TEXT NOT NULL, name TEXT NOT NULL,
        domain TEXT NOT NULL, file_hash TEXT NOT NULL, added BIGINT NOT NULL, added_offset INTEGER NOT NULL,
        version INTEGER NOT NULL, text TEXT NOT NULL
    )""",
    """CREATE UNIQUE INDEX documents_by_name ON documents (persona, name)""",
    """CREATE TABLE document_versions (
        row INTEGER NOT NULL REFERENCES documents (row) ON DELETE CASCADE, version INTEGER NOT NULL,
        text TEXT NOT NULL, PRIMARY KEY (row, version)
    )""",
)

_COLUMNS = "id, name, domain, file_hash, added, added_offset, version, LENGTH(text)"


class SqlDocuments:
    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, persona: str, domain: str | None = None) -> list[Document]:
        return self._select(persona, "1 = 1") if domain is None else self._select(persona, "domain = ?", domain)

    def named(self, persona: str, name: str) -> Document | None:
        """By its id, or by the path it was read from."""
        return next(iter(self._select(persona, "id = ? OR name = ?", name, name)), None)

    def put(self, document: Document, versions: int) -> Document:
        added, offset = exact(document.added)
        with self._database.transaction():
            before = self.named(document.persona, document.name)
            if before is None:
                row = counters.take(self._database, "documents")
                kept = replace(document, id=f"kb_{row:03}", version=1)
                self._database.execute(
                    "INSERT INTO documents (row, id, persona, name, domain, file_hash, added, added_offset, version,"
                    " text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (row, kept.id, kept.persona, kept.name, kept.domain, kept.file_hash, added, offset, 1, kept.text),
                )
                return kept
            kept = replace(document, id=before.id, version=before.version + (self.text(before) != document.text))
            if kept.version != before.version:
                self._keep_version(before, versions)
            self._database.execute(
                "UPDATE documents SET domain = ?, file_hash = ?, added = ?, added_offset = ?, version = ?, text = ?"
                " WHERE id = ?",
                (kept.domain, kept.file_hash, added, offset, kept.version, kept.text, kept.id),
            )
            return kept

    def _keep_version(self, document: Document, most: int) -> None:
        self._database.execute(
            "INSERT INTO document_versions SELECT row, version, text FROM documents WHERE id = ?", (document.id,)
        )
        self._database.execute(
            "DELETE FROM document_versions WHERE row = (SELECT row FROM documents WHERE id = ?) AND version <= ?",
            (document.id, document.version - most),
        )

    def text(self, document: Document) -> str:
        found = self._database.execute("SELECT text FROM documents WHERE id = ?", (document.id,)).fetchone()
        return found[0] if found else ""

    def versions(self, document: Document) -> list[tuple[int, str]]:
        return self._database.execute(
            "SELECT v.version, v.text FROM document_versions v JOIN documents d ON d.row = v.row WHERE d.id = ?"
            " ORDER BY v.version DESC",
            (document.id,),
        ).fetchall()

    def remove(self, document: Document) -> None:
        self._database.execute("DELETE FROM documents WHERE id = ?", (document.id,))

    def _select(self, persona: str, where: str, *params: str) -> list[Document]:
        rows = self._database.execute(
            f"SELECT {_COLUMNS} FROM documents WHERE persona = ? AND ({where}) ORDER BY domain, name",
            (persona, *params),
        ).fetchall()
        return [
            Document(name, persona, path, domain, file_hash, restored(added, offset), version, characters)
            for name, path, domain, file_hash, added, offset, version, characters in rows
        ]
