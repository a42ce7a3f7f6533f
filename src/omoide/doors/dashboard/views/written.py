"""Pages that the persona and people write: listed, read, edited. Nobody's edit is written over unseen (T4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import Form, Path, Query, Response

from omoide.domain.learned import LEARNED
from omoide.domain.page import PAGE_KINDS, PageName, page_name
from omoide.doors.cli.words import spoken
from omoide.doors.dashboard.forms import OurForm, back_to
from omoide.doors.dashboard.looking import Look, Looking, MindLooked
from omoide.doors.dashboard.rendering import page
from omoide.doors.dashboard.routing import page_router
from omoide.errors import InvalidInput, PageConflict
from omoide.pages import entity_names, overwrite_page, read_page, undo_page

if TYPE_CHECKING:
    from omoide.mind import Mind

router = page_router()
Name = Annotated[str, Query(max_length=200)]
Kind = Annotated[str, Query(max_length=20)]
ALONE = ("core_memory", "notepad", "current_task", "main_diary", "secret_diary")


@router.get("/life/pages")
def pages(look: Looking, mind: MindLooked, done: str = "") -> Response:
    return page(
        look, mind, "pages.html", done=done, alone=ALONE, entities=entity_names(mind.faculties),
        learned={kind: mind.learned(kind) for kind in LEARNED}, proposals=mind.proposals(),
    )  # fmt: skip


@router.get("/life/page")
def one(look: Looking, mind: MindLooked, kind: Kind, name: Name = "", done: str = "") -> Response:
    return _editor(look, mind, _named(kind, name), done=done)


@router.post("/life/page", dependencies=[OurForm])
def write(
    look: Looking, mind: MindLooked, kind: Annotated[str, Form(max_length=20)],
    text: Annotated[str, Form(max_length=1_000_000)] = "", name: Annotated[str, Form(max_length=200)] = "",
    revision: Annotated[str, Form(max_length=64)] = "",
) -> Response:  # fmt: skip
    """Over what was read and nothing else; else both texts are shown, and whoever wrote joins them."""
    whole = _named(kind, name)
    text = text.replace("\r\n", "\n")
    try:
        if whole.kind in LEARNED:
            mind.write_page(whole, text, revision)
        else:
            overwrite_page(mind.faculties, whole, text, revision)
    except PageConflict as conflict:
        return _editor(look, mind, whole, mine=text, conflict=conflict, status=409)
    return back_to(_address(whole), "saved")


@router.post("/life/page/undo", dependencies=[OurForm])
def undo(
    mind: MindLooked, kind: Annotated[str, Form(max_length=20)], name: Annotated[str, Form(max_length=200)] = ""
) -> Response:
    whole = _named(kind, name)
    undo_page(mind.faculties, whole)
    return back_to(_address(whole), "undone")


@router.post("/life/entities", dependencies=[OurForm])
def look_for_entities(mind: MindLooked) -> Response:
    """The pass over the talk that the night makes, by hand (I4)."""
    found = mind.update_entities()
    if found.get("waiting"):
        return back_to("/life/pages", "no-model")
    return back_to("/life/pages", "proposed" if found.get("proposed") else "nothing-new")


@router.post("/life/proposals/{proposal_id}", dependencies=[OurForm])
def decide(
    mind: MindLooked, proposal_id: Annotated[str, Path(max_length=100)], accept: Annotated[bool, Form()]
) -> Response:
    mind.decide_proposal(proposal_id, accept)
    return back_to("/life/pages", "accepted" if accept else "declined")


def _named(kind: str, name: str) -> PageName:
    if kind not in PAGE_KINDS or kind == "profile":
        raise InvalidInput(f"there are no pages of the kind {kind!r}.", f"{kind!r} という種類のページはありません。")
    return page_name(kind, name)  # type: ignore[arg-type]


def _address(whole: PageName) -> str:
    from urllib.parse import urlencode

    return "/life/page?" + urlencode({"kind": whole.kind, **({"name": whole.name} if whole.name else {})})


def _editor(
    look: Look, mind: Mind, whole: PageName, *, mine: str | None = None, conflict: PageConflict | None = None,
    status: int = 200, done: str = "",
) -> Response:  # fmt: skip
    read = read_page(mind.faculties, whole)
    versions = mind.faculties.pages.versions(mind.scope, whole)
    why = " ".join(conflict.text(spoken()).split()) if conflict else ""
    return page(
        look, mind, "page.html", status=status, done=done, page=read, name=whole, mine=mine, why=why,
        versions=len(versions), address=_address(whole),
    )  # fmt: skip
