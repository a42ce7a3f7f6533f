"""Files that lie somewhere on a disk, taken into a home that keeps its files elsewhere (X2, N4): nothing that is there
is lost, and what is there already is not taken twice.

What is missing is put. Of a log, the lines that are missing. A page for everybody is only ever written by hand, so what
is handed in is the newer hand's. A page of one person that says something else goes to its conflicts/.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from pathlib import PurePosixPath

from omoide.adapters.files.folder import Folder
from omoide.adapters.files.page_copies import all_of
from omoide.adapters.files.page_paths import numbered

_ASIDE = ("versions", "conflicts")


def take_in(source: Folder, target: Folder, now: datetime) -> Mapping[str, int]:
    """How many were `taken`, and how many were put in `conflicts`."""
    done: Counter[str] = Counter()
    for here in all_of(source):
        there, content = target.here(here), source.read(here)
        if not target.is_file(there):
            target.write(there, content)
        elif (present := target.read(there)) == content:
            continue
        elif there.endswith(".jsonl"):
            known = set(present.splitlines())
            if not (fresh := [line for line in content.splitlines() if line not in known]):
                continue
            target.append(there, b"".join(line + b"\n" for line in fresh))
        elif (beside := _aside(there)) is None:
            target.write(there, content)
        else:
            kept = target.names(beside)
            if content in [target.read(f"{beside}/{name}") for name in kept]:
                continue
            target.write(f"{beside}/{numbered(kept, now)}", content)
            done["conflicts"] += 1
            continue
        done["taken"] += 1
    return done


def _aside(path: str) -> str | None:
    """Where what differs from a page goes, and what differs from an earlier version of it; None for a page that is
    everybody's."""
    parts = PurePosixPath(path).with_suffix("").parts
    own = 4 if parts[0] == "personas" and parts[2:3] == ("people",) else 1 if parts[0] == "people" else 0
    if not own:
        return None
    if parts[own] in _ASIDE:
        return "/".join(parts[:-1])
    return "/".join((*parts[:own], "conflicts", *parts[own:]))
