"""Where to listen, and with which token: looked at before anything large is loaded, so that a mistake is told soon."""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from omoide.errors import InvalidInput, Refused

VARIABLE = "OMOIDE_TOKEN"
SHORTEST = 16


@dataclass(frozen=True, slots=True)
class Listening:
    host: str
    port: int
    token: str
    names: tuple[str, ...] = ()


def listen(at: Listening, issued: Callable[[], bool] = lambda: False) -> socket.socket:
    """A socket on exactly the addresses that were looked at: a name could mean another one a moment later. `issued`
    says whether tokens were given out for the home; it is asked where one is needed and none was named."""
    try:
        family, _, _, _, address = socket.getaddrinfo(
            at.host or None, at.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError as error:
        raise InvalidInput(
            f"{at.host} is no address of this machine ({error.strerror}); use 127.0.0.1, or one that it has.",
            f"{at.host} はこの機械のアドレスではありません（{error.strerror}）。127.0.0.1 などを指定してください。",
        ) from error
    alone = ipaddress.ip_address(str(address[0]).partition("%")[0]).is_loopback
    if not (alone or at.token or issued()):
        raise Refused(
            f"{at.host or address[0]} can be reached from other machines and needs a token: "
            f"make one with `omoide token create`, or set {VARIABLE} or --token-file.",
            f"{at.host or address[0]} は他の機械からも届くため、トークンが必要です。"
            f"`omoide token create` で作るか、{VARIABLE} か --token-file で指定してください。",
        )
    # Named as TCP, so that the server sends small pieces at once: else each first one waits 40 ms for the next.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # on Windows it would let two servers share a port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise Refused(
            f"port {at.port} of {at.host} cannot be used ({error.strerror}); choose another with --port, or 0 for any.",
            f"{at.host} のポート {at.port} は使えません（{error.strerror}）。--port で別の番号を指定してください。",
        ) from error
    return listener


def beyond_this_machine(listener: socket.socket) -> bool:
    return not ipaddress.ip_address(str(listener.getsockname()[0]).partition("%")[0]).is_loopback


def read_token(file: str | None) -> str:
    """From the file, else from the environment; empty when there is neither."""
    if file:
        try:
            token = Path(file).expanduser().read_text(encoding="utf-8-sig").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidInput(
                f"the token file {file} cannot be read; check the path and its permissions.",
                f"トークンのファイル {file} を読めません。パスと権限を確かめてください。",
            ) from error
    else:
        token = os.environ.get(VARIABLE, "").strip()
        if not token:
            return ""
    if len(token) < SHORTEST or not token.isascii() or not token.isprintable() or " " in token:
        raise InvalidInput(
            f"the token must be {SHORTEST} or more ASCII characters without blanks, as `openssl rand -hex 32` makes.",
            f"トークンは空白のない ASCII {SHORTEST} 文字以上にしてください（例: `openssl rand -hex 32`）。",
        )
    return token
