"""From one embedder to the next (X5): all vectors are made anew, and then change places with the old ones at once."""

from __future__ import annotations

from dataclasses import replace

from omoide.encode.vectors import embed_texts
from omoide.errors import Busy
from omoide.ports import Faculties, Progress
from omoide.settings import Settings

_AT_ONCE = 1_000


def change_embedder(
    faculties: Faculties, settings: Settings, progress: Progress | None = None
) -> tuple[Faculties, int]:
    """Of all scopes in the home, since an embedder is the home's. Returns the faculties with which life goes on, and
    how many vectors were made. Stopped at any moment, those that were made stay, and the old ones serve, unless the one
    that made them is gone: then the present one has no successor, and makes what it has not made."""
    successor = faculties.successor
    if successor is None and not faculties.store.coming.left(faculties.embedder.name):
        return faculties, 0
    new = faculties if successor is None else replace(
        faculties, embedder=successor.embedder, nearest=successor.nearest,
        nearest_passages=successor.nearest_passages, successor=None,
    )  # fmt: skip
    try:
        with faculties.locks.hold("reindex"):
            return new, _make_all(new, settings, progress)
    except Busy as busy:
        raise Busy(
            "another process is making the vectors of the new embedder: wait until it is done, then try again.",
            "別のプロセスが新しいベクトルを作っています。終わるのを待ってからやり直してください。",
        ) from busy


def _make_all(new: Faculties, settings: Settings, progress: Progress | None) -> int:
    coming, name, made = new.store.coming, new.embedder.name, 0
    total = coming.left(name)
    while True:
        for kind in coming.kinds:
            after = 0
            while waiting := coming.waiting(kind, name, after, _AT_ONCE):
                coming.put(kind, [row for row, _ in waiting], embed_texts(new, settings, [t for _, t in waiting]), name)
                after, made = waiting[-1][0], made + len(waiting)
                if progress:
                    progress(made, max(total, made))
        if coming.adopt(name):  # not while something new is without: what was said meanwhile comes next
            return made
