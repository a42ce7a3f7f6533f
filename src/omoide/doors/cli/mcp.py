"""omoide mcp"""

from __future__ import annotations

import gc
import logging
import sys
from importlib.util import find_spec
from typing import Annotated

from typer import Option

from omoide.doors.cli.inputs import whole
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import note, print_json
from omoide.doors.cli.words import say, spoken
from omoide.errors import InvalidInput, MissingExtra

HOST, PORT = "127.0.0.1", "8377"


def mcp(
    at: Place,
    http: Annotated[
        bool,
        Option("--http", help=say("Serve over HTTP, not stdin and stdout.", "標準入出力でなく HTTP を使う。")),
    ] = False,
    host: Annotated[
        str | None,
        Option(
            metavar=say("ADDRESS", "アドレス"),
            help=say("Where to listen (127.0.0.1).", "待ち受けるアドレス（127.0.0.1）。"),
        ),
    ] = None,
    port: Annotated[
        str | None,
        Option(metavar="N", help=say("On which port (8377; 0: any).", "ポート番号（8377、0: 空き番号）。")),
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
) -> None:
    if not http and any(option is not None for option in (host, port, token_file, allow_host or None)):
        raise InvalidInput(
            "--host, --port, --token-file and --allow-host need --http.",
            "--host・--port・--token-file・--allow-host は --http と一緒に使います。",
        )
    if find_spec("mcp") is None:
        raise MissingExtra("mcp", "mcp")
    logging.basicConfig(level=logging.WARNING, format="omoide mcp: %(message)s")  # on stderr
    gc.set_threshold(2_000, 10, 10)  # a command is over before garbage matters; a server is not
    from omoide.compose import passes
    from omoide.doors.mcp.lean import load_server_half
    from omoide.doors.mcp.thrift import use_one_arena
    from omoide.doors.wire.doorkeeper import Doorkeeper
    from omoide.doors.wire.listening import Listening, listen, read_token

    use_one_arena()
    keeper = Doorkeeper(at.home, at.persona, at.person, spoken())
    if not http:
        load_server_half()
        from omoide.doors.mcp.stdio import serve

        return serve(keeper)
    number = whole("--port", port or PORT, 0, 65_535) or 0
    listening = Listening(HOST if host is None else host, number, read_token(token_file), tuple(allow_host or ()))
    listener = listen(listening, issued=lambda: bool(passes(keeper.whose.home).all()))
    load_server_half()
    from omoide.doors.mcp.http import serve as serve_http

    serve_http(keeper, listening, listener, lambda url: _tell(at, url))


def _tell(at: Place, url: str) -> None:
    if at.json:
        print_json({"url": url})
        return sys.stdout.flush()  # whoever started us waits for it, and we go on
    note(say("listening on {url}", "{url} で待ち受けています", url=url))
