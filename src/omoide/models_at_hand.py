"""Which models there are on this machine, beside those that a mind is composed of: named, fetched, tried."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from omoide.compose import ROLES
from omoide.errors import OmoideError
from omoide.ports import Progress
from omoide.settings import Settings


def known_models(home: Path) -> Any:
    from omoide.adapters.models.embedders.catalogue import known_models
    from omoide.adapters.models.nli.pull import known_judges

    return (*known_models(home), *known_judges(home))


def pull_model(home: Path, name: str, progress: Progress | None = None) -> Path:
    from omoide.adapters.models import nli

    if name.startswith(nli.PREFIX):
        from omoide.adapters.models.nli.pull import pull
    else:
        from omoide.adapters.models.embedders.onnx import pull
    return pull(name, home, progress)


def refuse_unknown_name(settings: Settings, key: str) -> None:
    """Raise when this key names a model that there cannot be; nothing is opened or fetched for that."""
    section, _, name = key.partition(".")
    if key == "embedding.model":
        from omoide.adapters.models.embedders import refuse_unknown as refuse_embedder

        refuse_embedder(settings.embedding.model)
    elif section == "models" and name in ROLES and (model := getattr(settings.models, name)):
        from omoide.adapters.models.names import refuse_unknown as refuse_model

        refuse_model(model, key)
    elif key == "models.nli" and settings.models.nli:
        from omoide.adapters.models.nli import refuse_unknown as refuse_judge

        refuse_judge(settings.models.nli)


def missing_key(model: str) -> str:
    """The variable that must hold the key of this model, when neither it nor another that may does."""
    from omoide.adapters.models.names import KEYS

    variables = KEYS.get(model.partition(":")[0], ())
    return "" if any(os.environ.get(variable) for variable in variables) else variables[0] if variables else ""


def embedder_problem(home: Path, settings: Settings) -> OmoideError | None:
    """Why the embedder of the settings could not be used; None when it could. Nothing is sent or fetched for that."""
    from omoide.adapters.models.embedders import make_embedder

    chosen = settings.embedding
    try:
        make_embedder(chosen.model, dimensions=chosen.dimensions, batch=chosen.batch, cache=0, folder=home)
    except OmoideError as error:
        return error
    return None


def judge_problem(home: Path, name: str) -> OmoideError | None:
    """Why a judge could not be asked now; None when it could."""
    from omoide.adapters.models.nli import make_judge

    try:
        make_judge(name, home).judge([("思い出", "思い出")])
    except OmoideError as error:
        return error
    return None
