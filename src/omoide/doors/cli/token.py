"""omoide token create, list, revoke: who may ask the server, and how much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from omoide.domain.access import RIGHTS, Pass, Right
from omoide.doors.cli.inputs import one_of
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import clock, line, note, print_json, table
from omoide.doors.cli.words import say
from omoide.errors import InvalidInput

if TYPE_CHECKING:
    from omoide.ports.access import Passes

Name = Annotated[str, Argument(metavar=say("NAME", "名前"), help=say("What it is called.", "トークンの名前。"))]


def create(
    at: Place,
    name: Annotated[
        str | None,
        Argument(metavar=say("NAME", "名前"), help=say("What to call it; left out, a number.", "名前。省けば番号。")),
    ] = None,
    scope: Annotated[
        str,
        Option(
            metavar="read|write|admin",
            help=say("What it allows; each includes the one before.", "できること。後のものは前のものを含む。"),
        ),
    ] = "read",
) -> None:
    right: Right = one_of("--scope", scope, RIGHTS) or "read"  # type: ignore[assignment]
    passes = _passes(at)
    name = _usable(name) if name is not None else _numbered(passes)
    with at.mind() as mind:
        holder = Pass(name, right, mind.scope.persona if at.persona else "")
        token = passes.issue(holder, mind.faculties.clock.now())
        mind.audit("token_created", name, f"{right} {holder.persona}".strip())
    if at.json:
        return print_json({"token": token, "name": name, "scope": right, "persona": holder.persona or None})
    line(token)
    told = say(
        "{name}: {right}, {persona}. It is shown this once; only its hash is kept",
        "{name}: {right}、{persona}。表示は今回だけです（ハッシュだけを保存）",
        name=name, right=right, persona=holder.persona or say("every persona", "全人格"),
    )  # fmt: skip
    note(told)


def show_all(at: Place) -> None:
    known = _passes(at).all()
    if at.json:
        return print_json({"tokens": [one.plain() for one in known]})
    if not known:
        return line(
            say("No tokens; `omoide token create` makes one.", "まだありません。`omoide token create` で作れます。")
        )
    rows = [[o.holder.name, o.holder.right, o.holder.persona or say("all", "全員"), clock(o.created)] for o in known]
    table([say("name", "名前"), say("scope", "できること"), say("persona", "人格"), say("made", "作成")], rows, long=0,
          narrow="below")  # fmt: skip


def revoke(at: Place, name: Name) -> None:
    gone = _passes(at).revoke(name)
    with at.mind() as mind:
        mind.audit("token_revoked", gone.holder.name)
    if at.json:
        return print_json({"revoked": gone.holder.name})
    line(say("Revoked: {name}", "取り消しました: {name}", name=gone.holder.name))


def _passes(at: Place) -> Passes:
    from omoide.compose import passes

    return passes(at.folder())


def _usable(name: str) -> str:
    if not name.strip() or len(name) > 60 or not name.isprintable():
        raise InvalidInput(
            "a token's name has 1 to 60 printable characters.", "トークンの名前は印字できる 1〜60 文字です。"
        )
    return name.strip()


def _numbered(passes: Passes) -> str:
    taken = {one.holder.name for one in passes.all()}
    return next(name for number in range(1, len(taken) + 2) if (name := f"token-{number}") not in taken)
