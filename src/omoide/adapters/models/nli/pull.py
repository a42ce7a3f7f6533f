"""Fetch a judge from the hub: as embedders are fetched, and tried once before it counts as whole."""

from __future__ import annotations

from pathlib import Path

from omoide.adapters.models.embedders.catalogue import KnownModel, is_pulled, model_folder
from omoide.adapters.models.embedders.pull import Hub, choose, write_manifest
from omoide.adapters.models.nli import DEFAULT, PREFIX, repository_of
from omoide.adapters.models.nli.graph import JudgeGraph
from omoide.errors import InvalidInput
from omoide.ports import Progress

CONFIG = "config.json"


def pull(model: str, folder: Path, progress: Progress | None = None, *, endpoint: str | None = None) -> Path:
    """Download what is missing of a judge; returns its folder. Call again after an interruption to go on."""
    repository = repository_of(model)
    hub = Hub(endpoint)
    revision, files = hub.files(repository)
    graph, needed = choose(repository, files, also=(CONFIG,))
    if CONFIG not in files:
        raise InvalidInput(
            f"{repository} has no {CONFIG}, which says what its answers mean: choose another model.",
            f"{repository} に {CONFIG}（答えの意味の一覧）がありません。別のモデルを選んでください。",
        )
    target = model_folder(repository, folder)
    hub.fetch_all(repository, revision, needed, target, progress)
    judge = JudgeGraph(target, graph)
    judge.run(judge.windows("思い出", "思い出"))
    write_manifest(target, {"repository": repository, "revision": revision, "model": graph})
    return target


def known_judges(folder: Path) -> tuple[KnownModel, ...]:
    """For `omoide models list`."""
    return (KnownModel(f"{PREFIX}{DEFAULT}", "local", 0, 1_120, "ja, en, 100", is_pulled(DEFAULT, folder)),)
