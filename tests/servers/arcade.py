"""ArcadeDB as a process of its own. Its Java threads do not end by themselves, so it leaves without them."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any


def main(folder: str, bolt: str, http: str) -> None:
    import arcadedb_embedded  # type: ignore[import-not-found]

    over = threading.Event()
    server: Any = arcadedb_embedded.create_server(
        root_path=str(Path(folder) / "data"),
        root_password=os.environ["SECRET"],
        config={
            "host": "127.0.0.1", "http_port": int(http), "bolt_port": int(bolt),
            "server_plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
        },
    )  # fmt: skip
    server.start()
    server.create_database("omoide")
    for sign in (signal.SIGTERM, signal.SIGINT):  # after Java has set its own
        signal.signal(sign, lambda *_: over.set())
    (Path(folder) / "ready").touch()
    over.wait()
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
