"""Core memory, notepad, and any page by its name: read and edit them (T1, R10, R11)."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Annotated, cast

import msgspec

from omoide.domain.event import pointed_at
from omoide.domain.learned import LEARNED
from omoide.domain.page import SHARED, Page, PageEdit, PageName, folded, page_called
from omoide.errors import Refused
from omoide.tools.telling import said, whole
from omoide.tools.tool import Arguments, Result, Tool

if TYPE_CHECKING:
    from omoide.domain.learned import LearnedKind
    from omoide.mind import Mind

Text = Annotated[str, msgspec.Meta(min_length=1, description="The new passage.")]
Find = Annotated[
    str,
    msgspec.Meta(
        description="The passage to put it in place of, which must stand there exactly once; empty adds it at the end."
    ),
]
Called = Annotated[
    str,
    msgspec.Meta(
        min_length=1,
        description=(
            "core_memory, notepad, main_diary, secret_diary, profile (of the person you talk with), knowledge/NAME.md, "
            "procedures/NAME.md, skills/NAME.md, or the name of a person or thing."
        ),
    ),
]


class EditArguments(Arguments, frozen=True):
    text: Text
    find: Find = ""


class FileArguments(Arguments, frozen=True):
    name: Called


class WriteFileArguments(Arguments, frozen=True):
    name: Called
    text: Annotated[str, msgspec.Meta(description="The whole new text of the page.")]
    revision: Annotated[
        str, msgspec.Meta(description="The revision that read_memory_file gave; empty for a page that is not there.")
    ] = ""


class PageText(Result, frozen=True):
    """`revision` is empty for a page that is not there. `shared` was written by hand for all persons, and is not
    edited by tools."""

    page: str
    text: str
    revision: str
    shared: str = ""

    def tell(self, language: str) -> str:
        head = said(language, "{page} (revision {rev})", "{page}（版 {rev}）", page=self.page, rev=self.revision or "–")
        text = "\n\n".join(part for part in (self.shared.strip(), self.text.strip()) if part)
        return f"{head}\n{whole(text)}" if text else f"{head}: " + said(language, "empty.", "空です。")


def page_text(page: Page, shared: str = "") -> PageText:
    return PageText(str(page.name), page.text, page.revision, shared)


def read(mind: Mind, name: PageName) -> PageText:
    from omoide.pages import read_page

    shared = mind.faculties.pages.read_shared(mind.scope, name).text if name.kind in SHARED else ""
    return page_text(read_page(mind.faculties, name), shared)


def edit_core_memory(mind: Mind, given: EditArguments) -> PageText:
    return _edit(mind, PageName("core_memory"), given)


def edit_notepad(mind: Mind, given: EditArguments) -> PageText:
    return _edit(mind, PageName("notepad"), given)


def _edit(mind: Mind, name: PageName, given: EditArguments) -> PageText:
    from omoide.pages import edit_page

    return page_text(edit_page(mind.faculties, name, PageEdit(given.text, given.find)))


def read_memory_file(mind: Mind, given: FileArguments) -> PageText:
    if pointer := pointed_at(given.name):  # of this scope's log, and nothing else (T4, N6)
        from omoide.perceive import read_pointer

        return PageText(given.name.strip(), read_pointer(mind.faculties, mind.settings, pointer), "")
    name = _called(mind, given.name)
    found = read(mind, name)
    if name.kind in LEARNED and found.revision:
        mind.use_learned([mind.learned_page(cast("LearnedKind", name.kind), name.name)])  # to be read is a use (K6)
    return found


def write_memory_file(mind: Mind, given: WriteFileArguments) -> PageText:
    from omoide.pages import overwrite_page

    name = _called(mind, given.name)
    if name.kind in LEARNED:
        return page_text(mind.write_page(name, given.text, given.revision))
    return page_text(overwrite_page(mind.faculties, name, given.text, given.revision))


def _called(mind: Mind, name: str) -> PageName:
    """A page as an agent calls it; of profiles only that of the person who is speaking (U1, N6)."""
    head, parted, person = name.strip().partition("/")
    if not parted or folded(head) != "people":
        return page_called(name)
    if unicodedata.normalize("NFC", person.removesuffix(".md")).strip() == mind.scope.person:
        return PageName("profile")
    raise Refused(
        "only the profile of the person you talk with can be read: profile.",
        "読めるのは、いま話している相手の紹介（profile）だけです。",
    )


EDIT_CORE = Tool(
    name="edit_core_memory",
    title="Edit the core memory",
    description=(
        "Change who you are and what you never lose sight of with this person: a passage of your core memory, or one "
        "more at its end. It is in every prompt, so keep it short."
    ),
    takes=EditArguments,
    gives=PageText,
    run=edit_core_memory,
    makes_home=True,
    event="memory_write",
)

EDIT_NOTEPAD = Tool(
    name="edit_notepad",
    title="Edit the notepad",
    description="Jot something down, or change a passage of your notepad. It is in every prompt; its end matters most.",
    takes=EditArguments,
    gives=PageText,
    run=edit_notepad,
    makes_home=True,
    event="memory_write",
)

READ_FILE = Tool(
    name="read_memory_file",
    title="Read a page",
    description=(
        "A page by its name, whole, with the revision that write_memory_file asks for; or what a pointer names, such "
        "as activity_log/2026-11-15.jsonl#L3-L9."
    ),
    takes=FileArguments,
    gives=PageText,
    run=read_memory_file,
    read_only=True,
    idempotent=True,
)

WRITE_FILE = Tool(
    name="write_memory_file",
    title="Write a page",
    description=(
        "Put a whole text in place of a page that was just read. Refused when somebody changed it meanwhile; the text "
        "is put aside then. What stood there before is kept as a version."
    ),
    takes=WriteFileArguments,
    gives=PageText,
    run=write_memory_file,
    makes_home=True,
    event="memory_write",
)
