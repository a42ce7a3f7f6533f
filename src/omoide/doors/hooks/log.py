"""What went wrong in a hook, one JSON line each, since nobody reads what a hook prints. `omoide doctor` tells it.

Lines hold what happened and what to do, never what was said. The file stays small. When the home itself cannot be
written, they go to a folder for temporary files.
"""

from __future__ import annotations

import json
import os
from heapq import merge
from pathlib import Path
from typing import Any

from omoide.errors import OmoideError
from omoide.home import make_folder

MOST_BYTES = 256 * 1024
RECENT_BYTES = 16 * 1024  # looked through at every prompt that went well
_FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)


class Log:
    def __init__(self, home: Path) -> None:
        self.home = home
        self.path = home / "log" / "hooks.log"

    def problem(self, hook: str, error: BaseException) -> None:
        """An error of ours in its own words; of any other only its kind and place, since its words may quote."""
        if isinstance(error, OmoideError):
            self._add(hook, type(error).__name__, error.en, error.ja)
        else:
            where = _where(error)
            kind = f"{type(error).__name__}{f' ({error.strerror})' if isinstance(error, OSError) else ''}"
            self._add(
                hook,
                type(error).__name__,
                f"{kind} at {where}; if it happens again, please report this line.",
                f"{where} で {kind}。繰り返すときは、この行を報告してください。",
            )

    def late(self, hook: str, deadline_ms: int) -> None:
        self._add(
            hook,
            "Late",
            f"a prompt went on without memories: none came to mind within {deadline_ms} ms. If that happens often, use "
            "the plugin (a warm process), or raise it with `omoide config set hooks.deadline_ms 1000`.",
            f"{deadline_ms} ミリ秒以内に思い出せず、記憶なしで進みました。度々起きるなら、プラグイン（常駐プロセス）を"
            "使うか `omoide config set hooks.deadline_ms 1000` で延ばしてください。",
        )

    def fine(self, hook: str) -> None:
        """Something that failed before works again. Nothing is written when nothing had failed."""
        if any(line.get("hook") == hook for line in self.unsolved()):
            self._add(hook, "", "", "")

    def unsolved(self) -> list[dict[str, Any]]:
        """The last line of each hook that has not worked since."""
        last = {line["hook"]: line for line in self.lines(RECENT_BYTES)}
        return [line for line in last.values() if line["what"]]

    def lines(self, most: int = MOST_BYTES) -> list[dict[str, Any]]:
        """What the ends of the logs tell about this home, oldest first, wherever it was written. In one file lines
        stand in their order, whatever the clock said (O6)."""
        read = merge(_read(self.path, most), _read(spare_path(), most), key=lambda line: line["at"])
        return [line for line in read if line["home"] == str(self.home)]

    def _add(self, hook: str, what: str, en: str, ja: str) -> None:
        from datetime import UTC, datetime

        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        values = {"at": at, "home": str(self.home), "hook": hook, "what": what, "en": en, "ja": ja}
        line = json.dumps(values, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        if not _append(self.path, line):
            _append(spare_path(), line)


def spare_path() -> Path:
    folder = os.environ.get("TMPDIR") or os.environ.get("TEMP") or "/tmp"
    owner = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    return Path(folder) / f"omoide-{owner}" / "hooks.log"


def _append(path: Path, line: bytes) -> bool:
    """In one write, so that lines of processes that fail at once do not mix."""
    try:
        make_folder(path.parent)
        if hasattr(os, "getuid") and path.parent.lstat().st_uid != os.getuid():
            return False  # somebody else's folder under a name that anyone can guess
        _shorten(path)
        file = os.open(path, _FLAGS, 0o600)
        try:
            return os.write(file, line) == len(line)
        finally:
            os.close(file)
    except OSError:
        return False


def _shorten(path: Path) -> None:
    """Keep the newer half of a log that has grown too long."""
    if not path.exists() or path.stat().st_size < MOST_BYTES:
        return
    kept = path.read_bytes()[-MOST_BYTES // 2 :].partition(b"\n")[2]
    fresh = path.with_suffix(f".{os.getpid()}.new")
    fresh.write_bytes(kept)
    os.replace(fresh, path)


def _read(path: Path, most: int) -> list[dict[str, Any]]:
    """Lines that can be read; a broken one tells nothing."""
    try:
        with path.open("rb") as file:
            file.seek(max(os.fstat(file.fileno()).st_size - most, 0))
            raw = file.read()
    except OSError:
        return []
    found = []
    for line in raw.splitlines():
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if isinstance(value, dict) and {"at", "home", "hook", "what", "en", "ja"} <= value.keys():
            found.append(value)
    return found


def _where(error: BaseException) -> str:
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else "?"
