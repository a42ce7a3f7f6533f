"""Chat: talk with the persona, and see what came to its mind and why while it answers."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Form, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import AwareDatetime

from omoide import settings
from omoide.doors.cli.prime import why
from omoide.doors.cli.words import say, speak, spoken
from omoide.doors.dashboard.forms import OurForm, back_to
from omoide.doors.dashboard.looking import Look, Looking, MindLooked
from omoide.doors.dashboard.rendering import HEADERS, page
from omoide.doors.dashboard.routing import page_router
from omoide.doors.dashboard.views.nights import runs
from omoide.doors.http.whose import minds
from omoide.errors import Busy, OmoideError

if TYPE_CHECKING:
    from omoide.context import Context
    from omoide.mind import Mind

router = page_router()
SHOWN = 30
Session = Annotated[str, Form(max_length=100, pattern=r"^[\w-]*$")]


@router.get("/chat")
def chat(request: Request, look: Looking, mind: MindLooked, done: str = "") -> Response:
    turns = mind.conversation(SHOWN)
    since = turns[-1].time if turns else mind.faculties.clock.now()
    return page(
        look, mind, "chat.html", done=done, turns=turns, since=since.isoformat(), model=mind.settings.models.reply,
        auto_recall=mind.settings.context.auto_recall, total=mind.settings.context.total,
        session=f"dashboard-{secrets.token_hex(6)}", running=runs(request).running(mind.scope), paused=mind.paused(),
    )  # fmt: skip


@router.get("/chat/new")
def new(mind: MindLooked, since: AwareDatetime) -> Response:
    """What was said since, elsewhere or by the persona itself: it may speak first (M5)."""
    turns = [turn for turn in mind.conversation(SHOWN) if turn.time > since]
    said = [{"said": turn.said, "replied": turn.replied, "time": turn.time.isoformat()} for turn in turns]
    return JSONResponse(said, headers=HEADERS)


@router.post("/chat/say", dependencies=[OurForm])
def speak_to(
    request: Request, look: Looking, mind: MindLooked, message: Annotated[str, Form(min_length=1, max_length=100_000)],
    session: Session = "",
) -> Response:  # fmt: skip
    """Lines of JSON: what was brought to mind, then the reply piece by piece, then the end, or what went wrong."""
    if runs(request).running(mind.scope):
        raise Busy(
            "the persona is asleep: wait until the night is over, then talk on.",
            "いま眠っています。夜の処理が終わってから話しかけてください。",
        )
    return StreamingResponse(
        _reply(request, look, message, session), media_type="application/x-ndjson", headers=HEADERS
    )


@router.post("/chat/end", dependencies=[OurForm])
def end(mind: MindLooked, session: Session = "") -> Response:
    mind.end_session(session)
    return back_to("/chat", "session-ended")


@router.post("/chat/recall", dependencies=[OurForm])
def switch(look: Looking, mind: MindLooked, on: Annotated[bool, Form()] = False) -> Response:
    """Whether the past is searched before a reply (R6)."""
    look.whole_home()
    settings.write(mind.home, "context.auto_recall", "true" if on else "false")
    return back_to("/chat", "saved")


def _reply(request: Request, look: Look, message: str, session: str) -> Iterator[str]:
    """The mind is opened here: it must stay open as long as the reply takes."""
    speak(look.language)
    with minds(request).mind(look.scope.persona, look.scope.person) as mind:
        try:
            brought = mind.context(message, session=session, mark=False)
            yield _line("brought", told(mind, brought))
            if mind.settings.models.reply:
                with closing(mind.talk(message, brought, session=session)) as pieces:
                    for piece in pieces:
                        yield _line("piece", piece)
            else:
                mind.perceive(message, "", session=session)
                yield _line("alone", say(
                    "No model is set for replies, so nobody answers; beside this you see what would come to mind. "
                    "Set one with `omoide config set models.reply provider:model`. What you said is remembered.",
                    "返事をするモデルがないため、答えは返りません。横に、思い浮かぶ内容を表示しています。"
                    "`omoide config set models.reply 提供元:モデル` で設定できます。話したことは覚えます。",
                ))  # fmt: skip
        except OmoideError as error:
            yield _line("problem", " ".join(error.text(spoken()).split()))
        last = mind.conversation(1)
    yield _line("end", last[-1].time.isoformat() if last else "")


def told(mind: Mind, brought: Context) -> dict[str, Any]:
    """Section by section: what it is, how long, of how much, and why it is there."""
    budgets = mind.settings.context.budgets.by_name()
    channels = {channel.name: channel for channel in brought.primed.channels}
    sections = []
    for one in brought.sections:
        channel = channels.get(one.name)  # type: ignore[call-overload]
        reason = say(*channel.why) if channel else why(one.name, brought.decided)
        budget = channel.budget if channel else budgets.get(one.name, 0)
        sections.append(
            {"name": section_name(one.name), "text": one.text, "tokens": one.tokens, "budget": budget, "why": reason}
        )
    return {
        "sections": sections,
        "tokens": brought.tokens,
        "total": mind.settings.context.total,
        "left_out": [f"{section_name(o.section)}: {o.what} ({o.tokens})" for o in brought.left_out],
    }


def section_name(name: str) -> str:
    return say(*_SECTIONS.get(name, (name, name)))


_SECTIONS = {
    "tags": ("How to tag", "タグの付け方"), "core_memory": ("Core memory", "コアメモリ"),
    "people": ("Who speaks", "相手"), "notepad": ("Notepad", "メモ帳"), "episodes": ("Days", "日々"),
    "entities": ("Persons and things", "人やもの"),
    "proposals": ("Proposals", "提案"), "strategy": ("Strategy", "方針"), "goals": ("Goals", "目標"),
    "feelings": ("Feelings", "気持ち"), "question": ("Question", "問い"), "current_task": ("Tasks", "タスク"),
    "resolved": ("Settled", "解決したこと"), "sessions": ("Earlier talks", "前の会話"), "activity": ("Lately", "最近"),
    "knowledge": ("Knowledge", "知識"), "procedures": ("Procedures", "手順"), "memories": ("Memories", "記憶"),
    "passages": ("Passages", "文章"), "past": ("Said before", "過去の発言"),
}  # fmt: skip


def _line(kind: str, value: Any) -> str:
    return json.dumps({"kind": kind, "value": value}, ensure_ascii=False) + "\n"
