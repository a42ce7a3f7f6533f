"""Readers of documents (B1): what a file says, as plain text. Each kind has a file of its own in this room.

A file that cannot be read is an InvalidInput that names it and says why; the caller goes on with the next one.
"""

from __future__ import annotations

from pathlib import Path

from omoide.errors import InvalidInput

SUFFIXES = (".txt", ".md", ".pdf", ".html", ".htm", ".docx")


def read_document(path: Path, most_bytes: int) -> str:
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise InvalidInput(
            f"{path}: documents are {' '.join(SUFFIXES)}; save it as one of these.",
            f"{path}: 読めるのは {' '.join(SUFFIXES)} です。どれかの形式で保存してください。",
        )
    raw = _bytes_of(path, most_bytes)
    if suffix == ".pdf":
        from omoide.adapters.documents.pdf import text_of_pdf

        text = text_of_pdf(path, raw)
    elif suffix == ".docx":
        from omoide.adapters.documents.docx import text_of_docx

        text = text_of_docx(path, raw, 4 * most_bytes)
    elif suffix in (".html", ".htm"):
        from omoide.adapters.documents.html import text_of_html

        text = text_of_html(path, raw)
    else:
        from omoide.adapters.documents.plain import text_of_bytes

        text = text_of_bytes(path, raw)
    if not text.strip():
        raise InvalidInput(
            f"{path} holds no text (a scanned page is a picture): nothing was added.",
            f"{path} に文章がありません（スキャンした紙面は画像です）。追加していません。",
        )
    return text


def _bytes_of(path: Path, most_bytes: int) -> bytes:
    try:
        size = path.stat().st_size
        if size > most_bytes:
            raise InvalidInput(
                f"{path} has {size:,} bytes, more than knowledge.most_bytes ({most_bytes:,}): split it.",
                f"{path} は {size:,} バイトで knowledge.most_bytes（{most_bytes:,}）を超えます。分けてください。",
            )
        return path.read_bytes()
    except OSError as error:
        raise InvalidInput(
            f"{path} cannot be read ({error.strerror or error}): check the path and its permissions.",
            f"{path} を読めません（{error.strerror or error}）。パスと権限を確かめてください。",
        ) from error
