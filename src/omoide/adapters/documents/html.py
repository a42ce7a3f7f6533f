"""What a web page says, without what makes it look and move."""

from __future__ import annotations

from pathlib import Path

from omoide.adapters.documents.plain import decoded
from omoide.errors import InvalidInput, MissingExtra

_UNSEEN = ("script", "style", "noscript", "template", "svg", "nav", "footer", "head")
_BLOCKS = (
    "p", "div", "section", "article", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "br",
    "table", "ul", "ol", "dt", "dd", "figcaption", "main", "header",
)  # fmt: skip


def text_of_html(path: Path, raw: bytes) -> str:
    try:
        from bs4 import BeautifulSoup
    except ImportError as error:
        raise MissingExtra("Beautiful Soup (for HTML)", "documents") from error
    page = decoded(raw)
    # A page that says itself how it is encoded is believed where our own reading fails.
    soup = BeautifulSoup(page if page is not None else raw, "html.parser")
    if page is None and soup.original_encoding is None:
        raise InvalidInput(f"{path} is no readable web page.", f"{path} はウェブページとして読めません。")
    title = soup.title.get_text(" ", strip=True) if soup.title else ""
    for part in soup.find_all(_UNSEEN):
        part.decompose()
    for block in soup.find_all(_BLOCKS):
        block.append("\n")
    lines = [" ".join(line.split()) for line in soup.get_text().splitlines()]
    return "\n".join(line for line in [title, *lines] if line)
