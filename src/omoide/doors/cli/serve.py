"""omoide serve: for machines that serve many. As `omoide up`, without a browser and without an example life."""

from __future__ import annotations

import gc
import logging
import os
import sys
from importlib.util import find_spec
from typing import Annotated, Any

from typer import Option

from omoide.doors.cli.inputs import whole
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, note, print_json
from omoide.doors.cli.words import say, spoken
from omoide.errors import InvalidInput, InvalidSettings, MissingExtra, OmoideError

HOST, PORT, PATIENCE = "127.0.0.1", "8378", "60"
PROFILES = ("embedded", "server")


def serve(
    at: Place,
    profile: Annotated[
        str | None,
        Option(
            metavar="embedded|server",
            help=say("With which stores (as the settings say).", "保存先の種類（設定に従う）。"),
        ),
    ] = None,
    host: Annotated[
        str | None,
        Option(
            metavar=say("ADDRESS", "アドレス"),
            help=say("Where to listen (127.0.0.1).", "待ち受けるアドレス（127.0.0.1）。"),
        ),
    ] = None,
    port: Annotated[
        str | None, Option(metavar="N", help=say("On which port (8378; 0: any).", "ポート番号（8378、0: 空き番号）。"))
    ] = None,
    token_file: Annotated[
        str | None,
        Option(
            metavar=say("FILE", "ファイル"),
            help=say("A file with the token (OMOIDE_TOKEN).", "トークンのファイル（OMOIDE_TOKEN）。"),
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        Option(
            metavar=say("NAME", "名前"),
            help=say("A name this server goes by; may be repeated.", "このサーバーの名前。繰り返せる。"),
        ),
    ] = None,
    wait: Annotated[
        str | None,
        Option(
            metavar=say("SECONDS", "秒"),
            help=say("How long to wait for servers (60).", "ほかのサーバーを待つ秒数（60）。"),
        ),
    ] = None,
) -> None:
    if find_spec("prometheus_client") is None:
        raise MissingExtra("prometheus_client", "server")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported, as with `up`
    from omoide.compose import make_home, passes
    from omoide.doors.wire.json_logs import log_as_json
    from omoide.doors.wire.listening import Listening, listen, read_token
    from omoide.doors.wire.minds import Minds
    from omoide.fleet import wait_for_servers
    from omoide.settings import load

    log_as_json(logging.INFO)
    gc.set_threshold(2_000, 10, 10)  # a command is over before garbage matters; a server is not
    number = whole("--port", port or PORT, 0, 65_535) or 0
    patience = whole("--wait", wait or PATIENCE, 0, 86_400) or 0
    settings = load(make_home(at.folder()))
    on_server = _profile(profile, settings) == "server"
    listening = Listening(HOST if host is None else host, number, read_token(token_file), tuple(allow_host or ()))

    def issued() -> bool:
        wait_for_servers(settings, patience, _waiting)  # one of them has the tokens
        return bool(passes(at.folder()).all())

    listener = listen(listening, issued)  # first: the port may be taken
    wait_for_servers(settings, patience, _waiting)
    minds = Minds(at.home, at.persona, at.person, spoken())
    from omoide.doors.http.operating import operate
    from omoide.doors.http.serving import serve as serve_http

    serve_http(
        minds, listening, listener, lambda url: _tell(at, url), operated=lambda app: operate(app, minds),
        own_nights=not on_server,
    )  # fmt: skip


def _profile(wanted: str | None, settings: Any) -> str:
    named = "server" if settings.database.url else "embedded"
    if wanted is None or wanted == named:
        return named
    if wanted not in PROFILES:
        raise InvalidInput(
            f"--profile is embedded or server, not {wanted!r}.",
            f"--profile は embedded か server です（{wanted!r} ではありません）。",
        )
    if wanted == "server":
        raise InvalidSettings(
            "the profile server needs a database on a server: set OMOIDE_DATABASE_URL or database.url.",
            "server プロファイルにはサーバー上のデータベースが必要です。OMOIDE_DATABASE_URL か database.url を"
            "設定してください。",
        )
    raise InvalidSettings(
        "database.url or OMOIDE_DATABASE_URL names a server: unset it to serve the home alone.",
        "database.url か OMOIDE_DATABASE_URL がサーバーを指しています。ホームだけで動かすには外してください。",
    )


def _waiting(name: str, fault: OmoideError) -> None:
    why = fault.text(spoken())
    note(say("Waiting for {name}: {why}", "{name} を待っています: {why}", name=name, why=why))


def _tell(at: Place, url: str) -> None:
    if at.json:
        print_json({"url": url})
    else:
        line(url)
    sys.stdout.flush()  # whoever started us waits for it, and we go on
