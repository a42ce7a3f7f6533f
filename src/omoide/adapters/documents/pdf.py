"""The text of a PDF, page by page."""

from __future__ import annotations

import io
import logging
from pathlib import Path

from omoide.errors import InvalidInput, MissingExtra


def text_of_pdf(path: Path, raw: bytes) -> str:
    try:
        from pypdf import PdfReader
        from pypdf.errors import DependencyError, PyPdfError
    except ImportError as error:
        raise MissingExtra("pypdf (for PDF)", "documents") from error
    logging.getLogger("pypdf").setLevel(logging.ERROR)  # it warns about every oddity that it copes with
    # What a damaged file makes the library stumble over is not always one of its own errors.
    broken = (PyPdfError, ValueError, KeyError, TypeError, IndexError, AttributeError, OSError, RecursionError)
    try:
        reader = PdfReader(io.BytesIO(raw))
        if reader.is_encrypted and not reader.decrypt(""):
            raise _encrypted(path)
        return "\n\n".join(page.extract_text() for page in reader.pages)
    except DependencyError as error:
        raise _encrypted(path) from error
    except broken as error:
        raise InvalidInput(
            f"{path} is no PDF that can be read ({type(error).__name__}): open it in a viewer and save it anew.",
            f"{path} は PDF として読めません（{type(error).__name__}）。表示ソフトで開いて保存し直してください。",
        ) from error


def _encrypted(path: Path) -> InvalidInput:
    return InvalidInput(
        f"{path} is encrypted: save a copy without a password.",
        f"{path} は暗号化されています。パスワードなしで保存し直してください。",
    )
