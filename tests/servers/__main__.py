"""`python -m tests.servers up [KIND ...]`, `down`, and `hold FOLDER PID KIND ...`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.servers import ground
from tests.servers.kinds import KINDS
from tests.servers.processes import Process, start_of, until

_WHOLE_DAY = 86_400.0


def main(task: str, *words: str) -> None:
    if task == "up":
        print(json.dumps(shown(ground.up(words or tuple(KINDS))), indent=1))
    elif task == "down":
        print(json.dumps(ground.down()))
    elif task == "hold":
        hold(Path(words[0]), int(words[1]), words[2:])
    else:
        sys.exit(__doc__)


def shown(addresses: dict[str, str]) -> dict[str, str]:
    """To people the database of a plain role: walls between persons bind no superuser, whom the tests need."""
    if "database" not in addresses:
        return addresses
    from tests.servers.databases import Databases

    return addresses | {"database": Databases(addresses["database"]).own()}


def hold(folder: Path, pid: int, kinds: tuple[str, ...]) -> None:
    """Keep servers for a test run: they go when it does, also when it was killed."""
    run = Process(pid, start_of(pid))
    try:
        ground.up(kinds, folder)
        until(lambda: not run.alive, _WHOLE_DAY, must=False)
    finally:
        ground.down(folder)


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["help"]))
