"""The two diaries, edited in two steps: a plan that shows what would change, then the edit (R11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import msgspec

from omoide.domain.page import PageEdit, PageKind, PageName
from omoide.errors import InvalidInput
from omoide.tools.night import NoArguments
from omoide.tools.paper import Find, PageText, read
from omoide.tools.telling import said, whole
from omoide.tools.tool import Arguments, Result, Tool

if TYPE_CHECKING:
    from omoide.mind import Mind


class PlanArguments(Arguments, frozen=True):
    text: Annotated[str, msgspec.Meta(description="The new passage; leave it out to apply a plan.")] = ""
    find: Find = ""
    plan: Annotated[str, msgspec.Meta(description="The id of a plan that was made before: it is applied now.")] = ""


class PlannedEdit(Result, frozen=True):
    """`applied`: the page has been written, and has this `revision`. Else it is as it was, and `diff` shows what the
    plan would change."""

    page: str
    plan: str
    applied: bool
    diff: str
    revision: str

    def tell(self, language: str) -> str:
        if self.applied:
            return said(language, "{page} was written.", "{page} に書きました。", page=self.page)
        head = said(
            language,
            "Nothing is written yet. Call it again with plan={plan} to apply this:",
            "まだ書いていません。この通りでよければ plan={plan} を付けてもう一度呼んでください:",
            plan=self.plan,
        )
        return f"{head}\n{whole(self.diff)}"


def _plan(kind: PageKind) -> Callable[[Mind, PlanArguments], PlannedEdit]:
    def run(mind: Mind, given: PlanArguments) -> PlannedEdit:
        from omoide.pages import apply_plan, plan_edit

        name = PageName(kind)
        if given.plan and not given.text:
            page = apply_plan(mind.faculties, name, given.plan)
            return PlannedEdit(str(name), given.plan, applied=True, diff="", revision=page.revision)
        if given.plan or not given.text.strip():
            raise InvalidInput(
                "give either the text of an edit, or the id of a plan to apply.",
                "編集する文章か、適用する計画の ID の、どちらか一方を渡してください。",
            )
        made = plan_edit(mind.faculties, name, PageEdit(given.text, given.find))
        return PlannedEdit(str(name), made.id, applied=False, diff=made.diff, revision=made.revision)

    return run


def _read(kind: PageKind) -> Callable[[Mind, NoArguments], PageText]:
    return lambda mind, _given: read(mind, PageName(kind))


READ_MAIN = Tool(
    name="read_main_memory",
    title="Read the main diary",
    description="Your diary, whole: what you lived through and thought, in your own words.",
    takes=NoArguments,
    gives=PageText,
    run=_read("main_diary"),
    read_only=True,
    idempotent=True,
)

PLAN_MAIN = Tool(
    name="plan_main_memory_edit",
    title="Edit the main diary",
    description=(
        "Write in your diary, in two steps: with a text it shows what would change and gives a plan id; with that id "
        "alone it is written. Refused when the diary was changed in between."
    ),
    takes=PlanArguments,
    gives=PlannedEdit,
    run=_plan("main_diary"),
    makes_home=True,
    event="memory_write",
)

READ_SECRET = Tool(
    name="read_secret_diary",
    title="Read the secret diary",
    description="The diary that you keep for yourself, whole. What is in it is not told unless you want to tell it.",
    takes=NoArguments,
    gives=PageText,
    run=_read("secret_diary"),
    read_only=True,
    idempotent=True,
)

PLAN_SECRET = Tool(
    name="plan_secret_diary_edit",
    title="Edit the secret diary",
    description="Write in your secret diary, in the same two steps: first a plan, then the edit with the plan's id.",
    takes=PlanArguments,
    gives=PlannedEdit,
    run=_plan("secret_diary"),
    makes_home=True,
    event="memory_write",
)
