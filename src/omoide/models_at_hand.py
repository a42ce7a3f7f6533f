"""Which models there are on this machine, beside those that a mind is composed of: named, fetched, tried."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from omoide.errors import OmoideError
from omoide.ports import Progress


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


def judge_problem(home: Path, name: str) -> OmoideError | None:
    """Why a judge could not be asked now; None when it could."""
    from omoide.adapters.models.nli import make_judge

    try:
        make_judge(name, home).judge([("思い出", "思い出")])
    except OmoideError as error:
        return error
    return None
