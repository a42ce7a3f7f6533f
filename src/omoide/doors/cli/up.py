"""omoide up: everything over HTTP, for one browser and many programs."""

from __future__ import annotations

import gc
import logging
import sys
from typing import Annotated

from typer import Option

from omoide.doors.cli.example_life import with_example_life
from omoide.doors.cli.inputs import whole
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, print_json
from omoide.doors.cli.words import say, spoken

HOST, PORT = "127.0.0.1", "8378"


def up(
    at: Place,
    host: Annotated[
        str | None,
        Option(
            metavar=say("ADDRESS", "アドレス"),
            help=say("Where to listen (127.0.0.1).", "待ち受けるアドレス（127.0.0.1）。"),
        ),
    ] = None,
    port: Annotated[
        str | None,
        Option(metavar="N", help=say("On which port (8378; 0: any).", "ポート番号（8378、0: 空き番号）。")),
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
    no_browser: Annotated[bool, Option("--no-browser", help=say("Open no browser.", "ブラウザーを開かない。"))] = False,
    empty: Annotated[
        bool, Option("--empty", help=say("Start without the example life.", "例の人生なしで、空から始める。"))
    ] = False,
) -> None:
    logging.basicConfig(level=logging.WARNING, format="omoide up: %(message)s")  # on stderr
    gc.set_threshold(2_000, 10, 10)  # a command is over before garbage matters; a server is not
    from omoide.compose import passes, scope_of
    from omoide.doors.wire.listening import Listening, listen, read_token
    from omoide.doors.wire.minds import Minds

    number = whole("--port", port or PORT, 0, 65_535) or 0
    listening = Listening(HOST if host is None else host, number, read_token(token_file), tuple(allow_host or ()))
    listener = listen(listening, issued=lambda: bool(passes(at.folder()).all()))  # first: the port may be taken
    whom = with_example_life(at, empty)
    minds = Minds(at.home, whom.persona, whom.person, spoken(), unnamed=scope_of(at.persona, at.person))
    from omoide.doors.http.serving import serve

    serve(minds, listening, listener, lambda url: _tell(at, url, no_browser))


def _tell(at: Place, url: str, no_browser: bool) -> None:
    if at.json:
        print_json({"url": url})
    else:
        line(url)
    sys.stdout.flush()  # whoever started us waits for it, and we go on
    if not no_browser:
        import webbrowser

        webbrowser.open(url)
