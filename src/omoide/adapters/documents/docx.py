"""The text of a Word document: paragraphs and tables in their order."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from omoide.errors import InvalidInput, MissingExtra

if TYPE_CHECKING:
    from docx.table import Table


def text_of_docx(path: Path, raw: bytes, most_bytes: int) -> str:
    try:
        from docx import Document
        from docx.opc.exceptions import OpcError
        from docx.table import Table
        from lxml.etree import LxmlError
    except ImportError as error:
        raise MissingExtra("python-docx (for Word)", "documents") from error
    try:
        _refuse_bomb(path, raw, most_bytes)
        parts = Document(io.BytesIO(raw)).iter_inner_content()
        return "\n".join(_table(part) if isinstance(part, Table) else part.text for part in parts)
    except (OpcError, LxmlError, zipfile.BadZipFile, KeyError, ValueError, AttributeError, OSError) as error:
        raise InvalidInput(
            f"{path} is no Word document that can be read ({type(error).__name__}): open it and save it anew.",
            f"{path} は Word 文書として読めません（{type(error).__name__}）。開いて保存し直してください。",
        ) from error


def _refuse_bomb(path: Path, raw: bytes, most_bytes: int) -> None:
    """A few packed kilobytes can hold gigabytes of nothing."""
    with zipfile.ZipFile(io.BytesIO(raw)) as packed:
        if sum(entry.file_size for entry in packed.infolist()) > most_bytes:
            raise InvalidInput(f"{path} unpacks to too much: split it.", f"{path} は大きすぎます。分けてください。")


def _table(table: Table) -> str:
    return "\n".join(" | ".join(cell.text for cell in row.cells) for row in table.rows)
