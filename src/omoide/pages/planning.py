"""First a plan, then the edit (R11): what a page would look like is shown before it is written.

A plan knows the revision of the page that it was made from. It is kept until it is applied or another takes its place,
one for each page, so that the step from plan to edit can be taken in another process too.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from difflib import unified_diff

from omoide.domain.page import Page, PageEdit, PageName
from omoide.errors import NotFound, Refused
from omoide.pages.writing import overwrite_page, read_page
from omoide.perceive import redact
from omoide.ports import Faculties


@dataclass(frozen=True, slots=True)
class PagePlan:
    id: str
    page: PageName
    revision: str
    diff: str


def plan_edit(faculties: Faculties, name: PageName, edit: PageEdit) -> PagePlan:
    """What the edit would change. Nothing is written yet."""
    page = read_page(faculties, name)
    text = PageEdit(redact(edit.text), edit.find).applied(page.text)
    made_of = "\x1f".join((str(page.name), page.revision, text))
    plan = "plan_" + hashlib.sha256(made_of.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    kept = json.dumps({"id": plan, "revision": page.revision, "text": text}, ensure_ascii=False)
    faculties.store.state.set(_key(faculties, page.name), kept)
    lines = unified_diff(page.text.splitlines(), text.splitlines(), "now", "then", lineterm="", n=2)
    return PagePlan(plan, page.name, page.revision, "\n".join(lines))


def apply_plan(faculties: Faculties, name: PageName, plan: str) -> Page:
    """Write what was planned; Refused when the page was changed since, by whomever."""
    page = read_page(faculties, name)
    kept = json.loads(faculties.store.state.get(_key(faculties, page.name)) or "{}")
    if kept.get("id") != plan:
        raise NotFound(
            f"there is no plan {plan} for {page.name}; plan the edit first.",
            f"{page.name} に {plan} という計画はありません。先に編集を計画してください。",
        )
    if page.revision != kept["revision"]:
        raise Refused(
            f"{page.name} was changed since {plan} was made: read it again and plan anew.",
            f"{page.name} は計画のあとに変更されました。読み直して、計画し直してください。",
        )
    written = overwrite_page(faculties, page.name, kept["text"], kept["revision"])
    faculties.store.state.set(_key(faculties, page.name), None)
    return written


def _key(faculties: Faculties, name: PageName) -> str:
    return faculties.scope.key("page plan", str(name))
