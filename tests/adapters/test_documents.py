"""Readers of documents (B1): what a file says, and one clear line when it cannot be read."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from omoide.adapters.documents import read_document
from omoide.errors import InvalidInput

MOST = 1_000_000
SAID = "生地は一晩寝かせる。\nLet the dough rest overnight."


def pdf(path: Path, text: str = "Let the dough rest overnight.", password: str = "") -> Path:
    """A real one, made by hand: pypdf writes no text."""
    from pypdf import PdfReader, PdfWriter

    content = f"BT /F1 12 Tf 20 100 Td ({text}) Tj ET".encode()
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R"
        b" /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
    ]
    out, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = len(out)
    out += b"xref\n0 5\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer << /Size 5 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % table
    if password:
        writer = PdfWriter(clone_from=PdfReader(io.BytesIO(out)))
        writer.encrypt(password, algorithm="RC4-128")
        writer.write(path)
    else:
        path.write_bytes(out)
    return path


def docx(path: Path) -> Path:
    from docx import Document

    document = Document()
    document.add_paragraph("生地は一晩寝かせる。")
    row = document.add_table(rows=1, cols=2).rows[0]
    row.cells[0].text, row.cells[1].text = "flour", "500 g"
    document.add_paragraph("Bake at 230.")
    document.save(str(path))
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "utf-16", "utf-16-le", "utf-16-be"])
def test_plain_text_in_every_encoding(tmp_path: Path, encoding: str) -> None:
    # B1
    file = tmp_path / "recipe.MD"
    file.write_bytes(SAID.encode(encoding))
    assert read_document(file, MOST) == SAID


def test_pdf_word_and_web_pages(tmp_path: Path) -> None:
    # B1
    assert read_document(pdf(tmp_path / "a.pdf"), MOST).strip() == "Let the dough rest overnight."
    assert read_document(docx(tmp_path / "a.docx"), MOST) == "生地は一晩寝かせる。\nflour | 500 g\nBake at 230."
    page = tmp_path / "a.html"
    page.write_bytes(
        "<html><head><title>パン</title><style>p {}</style></head><body><nav>Home</nav><p>生地は<b>一晩</b></p>"
        "<ul><li>flour</li><li>salt</li></ul><script>alert(1)</script></body></html>".encode("cp932")
    )
    assert read_document(page, MOST) == "パン\n生地は一晩\nflour\nsalt"


def refused(path: Path, most: int = MOST) -> InvalidInput:
    with pytest.raises(InvalidInput) as told:
        read_document(path, most)
    assert str(path) in told.value.en
    assert str(path) in told.value.ja
    assert "\n" not in told.value.en
    return told.value


def test_what_cannot_be_read_is_told_in_one_line(tmp_path: Path) -> None:
    # B1
    assert "encrypted" in refused(pdf(tmp_path / "locked.pdf", password="secret")).en
    files: dict[str, bytes] = {
        "broken.pdf": pdf(tmp_path / "whole.pdf").read_bytes()[:200],
        "no.pdf": b"not a pdf at all",
        "empty.pdf": b"",
        "empty.txt": b"",
        "blank.md": b" \n\t\n",
        "picture.txt": bytes(range(256)) * 20,
        "picture.md": b"\x89PNG\r\n\x1a\n" + bytes(range(1, 256)) * 9,
        "no.docx": b"PK\x03\x04 not really",
        "empty.docx": b"",
        "nothing.html": b"<html><script>1</script></html>",
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
        refused(tmp_path / name)
    refused(tmp_path / "missing.txt")
    (tmp_path / "sheet.xlsx").write_bytes(b"x")
    assert ".docx" in refused(tmp_path / "sheet.xlsx").en
    (tmp_path / "large.txt").write_bytes(b"a" * 101)
    assert "knowledge.most_bytes" in refused(tmp_path / "large.txt", 100).en


def test_a_word_file_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    # B1: a few kilobytes of zeros
    with zipfile.ZipFile(tmp_path / "bomb.docx", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("word/document.xml", b"0" * 5_000_000)
    assert (tmp_path / "bomb.docx").stat().st_size < 10_000
    assert refused(tmp_path / "bomb.docx", 100_000).en.endswith("unpacks to too much: split it.")
