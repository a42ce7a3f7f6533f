"""Which embedder serves (X5): the one that made the vectors there are, until those of another have been made.

Vectors of two embedders cannot be compared. So a change of `embedding.model` changes nothing by itself: the old one
goes on serving as long as it can be loaded, and `omoide reindex` makes way for the new one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from omoide.adapters.models.embedders import BUILTIN
from omoide.errors import OmoideError
from omoide.ports import Finding

if TYPE_CHECKING:
    from omoide.ports import Embedder


@dataclass(frozen=True, slots=True)
class Serving:
    """`wanted` is the one of the settings, when another still serves. `notice` is what a person should know."""

    embedder: Embedder
    wanted: Embedder | None = None
    notice: Finding | None = None


def choose(wanted: Embedder, made: Mapping[str, int], make: Callable[[str, int], Embedder]) -> Serving:
    """`made` says how many vectors each embedder made; empty when the wanted one made all. `make` is given a model and
    its dimensions."""
    if not made:
        return Serving(wanted)
    old = max(made, key=lambda name: (made[name], name == wanted.name))
    if old == wanted.name:
        return Serving(wanted)
    model, _, dimensions = old.partition("@")  # as an embedder of a service is named whose vectors are shortened
    try:
        serves = make(model, int(dimensions) if dimensions.isdecimal() else 0)
        if model not in BUILTIN:
            serves.embed(["思い出"], "cue")  # only now is the model loaded, or the service asked
    except OmoideError as error:
        return Serving(wanted, notice=_words_only(old, wanted.name, error))
    if serves.name != old:
        return Serving(wanted, notice=_words_only(old, wanted.name, None))
    return Serving(serves, wanted, _not_yet(old, wanted.name))


def _not_yet(old: str, new: str) -> Finding:
    return Finding(
        "warning", "embedder",
        f"embedding.model is {new}, but the vectors were made by {old}, which goes on serving: run `omoide reindex` to"
        " change over, or set embedding.model back.",
        f"embedding.model は {new} ですが、ベクトルは {old} のものなので、引き続き {old} を使います。"
        "`omoide reindex` で切り替わります（戻すなら embedding.model を元に）。",
    )  # fmt: skip


def _words_only(old: str, new: str, error: OmoideError | None) -> Finding:
    why = (f": {error.en.rstrip('.')}", f"（{error.ja}）") if error else ("", "")
    return Finding(
        "warning", "embedder",
        f"the vectors were made by {old}, which cannot be used now{why[0]}. Until `omoide reindex` has made those of"
        f" {new}, older memories are found by their words alone.",
        f"ベクトルは {old} のものですが、いまは使えません{why[1]}。`omoide reindex` で {new} のものを作るまで、"
        "以前の記憶は言葉だけで探します。",
    )  # fmt: skip
