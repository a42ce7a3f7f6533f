"""Reading and editing pages (T1). Secrets are taken out first (E8), and nobody's edit is written over unseen."""

from __future__ import annotations

from omoide.domain.page import SHARED, Page, PageEdit, PageName
from omoide.errors import NotFound
from omoide.perceive import redact
from omoide.ports import Faculties


def read_page(faculties: Faculties, name: PageName) -> Page:
    return faculties.pages.read(faculties.scope, name)


def edit_page(faculties: Faculties, name: PageName, edit: PageEdit) -> Page:
    """Change a passage, or add one at the end, of what stands there now."""
    page = read_page(faculties, name)
    edit = PageEdit(redact(edit.text), edit.find)
    return _write(faculties, page, edit.applied(page.text))


def overwrite_page(faculties: Faculties, name: PageName, text: str, revision: str) -> Page:
    """Put a whole text in place of the one that was read; PageConflict when it is no longer that one."""
    return _write(faculties, Page(name, "", revision), redact(text))


def undo_page(faculties: Faculties, name: PageName) -> Page:
    """Bring back what stood there before the last edit; what stands there now becomes a version in turn."""
    versions = faculties.pages.versions(faculties.scope, name)
    if not versions:
        raise NotFound(
            f"{name} has no earlier version; `omoide pages` lists the pages that there are.",
            f"{name} に以前の版はありません。どんなページがあるかは `omoide pages` で見られます。",
        )
    return _write(faculties, read_page(faculties, name), versions[0].text)


def in_prompt(faculties: Faculties, name: PageName) -> str:
    """What of a page belongs into every prompt: what was written for all persons, then what was with this one (N6)."""
    texts = [read_page(faculties, name).text]
    if name.kind in SHARED:
        texts.insert(0, faculties.pages.read_shared(faculties.scope, name).text)
    return "\n\n".join(text.strip() for text in texts if text.strip())


def _write(faculties: Faculties, page: Page, text: str) -> Page:
    return faculties.pages.write(faculties.scope, page.name, text, page.revision, faculties.clock.now())
