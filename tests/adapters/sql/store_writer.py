"""A process that writes to a store; run by test_store_processes.py.

It waits for a line before each opening, so that several start together, and acknowledges a line per commit.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from omoide.adapters.sql.store import SqlStore
from omoide.errors import StoreDamaged
from tests.adapters.sql.store_things import FIRST_NIGHT, NOON, memory, turn


def say(*words: object) -> None:
    print(*words, flush=True)


def write(store: SqlStore, name: str, number: int, size: int) -> str:
    """A turn and its memory in one transaction, as the encoder writes them."""
    key = f"{name}-{number}"
    with store.transaction():
        store.turns.add(turn(key=key, said=f"{key} " + "あ" * size))
        store.turns.settle([key], "encoded")
        made = store.memories.new_id(NOON.date())
        store.memories.add(memory(id=made, sources=(key,), content="い" * size), FIRST_NIGHT)
    return made


def main(task: str, path: Path, name: str, count: int, size: int) -> None:
    say("ready")
    if task == "open":
        for round_ in range(count):
            sys.stdin.readline()
            SqlStore(path.with_name(f"{round_}.db")).close()
            say("opened", round_)
        return
    sys.stdin.readline()
    if task == "stranger" and os.getuid() == 0:
        os.setuid(65_534)  # root may do everything; nobody may not
    if task == "full":
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, 2_000_000))
    try:
        store = SqlStore(path)
        for number in range(count):
            say(f"{name}-{number}", write(store, name, number, size))
    except StoreDamaged as error:
        say("StoreDamaged", error.en)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
