"""Forgetting: all memories at once, and how they will be. The numbers go to the browser once; it does the sums (F8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import numpy as np
from fastapi import Path, Response
from fastapi.responses import JSONResponse

from omoide.domain.emotion import TAGS
from omoide.domain.memory import TRACE
from omoide.doors.cli.words import say
from omoide.doors.dashboard.looking import Looking, MindLooked
from omoide.doors.dashboard.rendering import HEADERS, fragment, page
from omoide.doors.dashboard.routing import page_router
from omoide.doors.dashboard.showing import FILTERS
from omoide.errors import NotFound

if TYPE_CHECKING:
    from omoide.domain.retention import LevelRules
    from omoide.mind import Mind
    from omoide.sleep import Cloud

router = page_router()
ARCHIVED, PROTECTED = 8, 16  # beside the level, which takes the three lowest bits
SOON = 8
# Emotions that are near each other have one colour; the last family is for what was felt without a name.
FAMILIES: dict[str, tuple[tuple[str, str], tuple[str, ...]]] = {
    "joy": (("joy", "喜び"), ("joy", "satisfaction", "excitement", "pride")),
    "warmth": (("warmth", "ぬくもり"), ("love", "gratitude", "relief", "hope")),
    "wonder": (("wonder", "驚き・関心"), ("curiosity", "surprise", "confusion", "determination", "nostalgia")),
    "sadness": (("sadness", "悲しみ"), ("sadness", "regret", "loneliness", "guilt", "resignation")),
    "anger": (("anger", "怒り"), ("anger", "frustration", "disgust")),
    "fear": (("fear", "不安・恐れ"), ("anxiety", "fear")),
    "calm": (("unnamed", "名のない気持ち"), ()),
}
_PLACES = {tag: place for place, (_, tags) in enumerate(FAMILIES.values()) for tag in tags}
_FAMILY = np.array([*(_PLACES[tag] for tag in TAGS), len(FAMILIES) - 1], dtype=np.uint8)


@router.get("/forgetting")
def forgetting(look: Looking, mind: MindLooked) -> Response:
    return page(
        look, mind, "forgetting.html", counts=mind.counts(), levels=mind.settings.levels,
        families={name: say(*words) for name, (words, _) in FAMILIES.items()},
    )  # fmt: skip


@router.get("/forgetting/cloud")
def cloud(mind: MindLooked) -> Response:
    return Response(packed(mind.cloud()), media_type="application/octet-stream", headers=HEADERS)


def packed(cloud: Cloud) -> bytes:
    """Little-endian columns, the widest first so that each begins where its type wants: a count, then intensity,
    coefficient and age as 64-bit floats (half as many bits would call for other levels), days lived as a 32-bit one,
    rows as 32-bit integers, and a byte each for level and marks, family of emotions, recalls."""
    marks = cloud.level + ARCHIVED * cloud.archived + PROTECTED * cloud.protected
    columns = [
        np.array([len(cloud), 0], "<u4"), *(c.astype("<f8") for c in (cloud.intensity, cloud.coefficient, cloud.age)),
        cloud.lived.astype("<f4"), cloud.row.astype("<u4"), marks.astype("u1"), _FAMILY[cloud.tag],
        np.minimum(cloud.recalls, 255).astype("u1"),
    ]  # fmt: skip
    return b"".join(column.tobytes() for column in columns)


@router.get("/forgetting/soon")
def soon(mind: MindLooked) -> Response:
    """What falls next, for below the canvas: looked for while somebody looks at that."""
    return fragment("soon.html", soon=_soon(mind))


@router.get("/forgetting/{row}")
def one(look: Looking, mind: MindLooked, row: Annotated[int, Path(ge=1, le=2**31)]) -> Response:
    """What a point on the canvas is."""
    for memory in mind.faculties.store.memories.fetch(mind.scope, [row]):
        shown = {
            "id": memory.id,
            "text": FILTERS["one_line"](memory.trigger, 120),
            "when": FILTERS["clock"](memory.created, mind.settings.zone(look.scope.person)),
            "emotion": FILTERS["emotion"](memory.emotion.tags[0]) if memory.emotion.tags else "",
        }
        return JSONResponse(shown, headers=HEADERS)
    raise NotFound("that memory is gone.", "その記憶はもうありません。")


def _soon(mind: Mind) -> list[tuple[float, int, object]]:
    """The memories that fall next, each with the days that are left and the level it falls to."""
    held = mind.cloud()
    if not len(held):
        return []
    bound = _bounds(held.level, mind.settings.levels)
    with np.errstate(divide="ignore", invalid="ignore"):
        days = np.log(bound / held.intensity) / np.log(held.coefficient) - held.age
    falling = ~held.archived & ~held.protected & np.isfinite(days) & (days > 0)
    first = np.flatnonzero(falling)[np.argsort(days[falling], kind="stable")][:SOON]
    memories = {m.row: m for m in mind.faculties.store.memories.fetch(mind.scope, held.row[first].tolist())}
    return [
        (float(days[place]), int(held.level[place]) + 1, memories[int(held.row[place])])
        for place in first
        if int(held.row[place]) in memories
    ]


def _bounds(level: np.ndarray, rules: LevelRules) -> np.ndarray:
    """The retention below which each leaves the level that it has."""
    return np.array([rules.full_above, rules.summary_above, rules.trace_above])[np.minimum(level, TRACE) - 1]
