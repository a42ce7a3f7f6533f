"""Extras: which there are, and the line that installs what one brings (I11).

The line names the libraries, not `omoide[extra]`: so it works wherever this program came from (a clone, a wheel, an
address of git, an index), also when that is gone by now, and leaves the program itself as it is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

# A library of each, by which one sees whether it is installed.
EXTRAS = {
    "archive": "duckdb", "crypt": "pyrage", "documents": "pypdf", "langgraph": "langgraph", "mcp": "mcp",
    "models": "pydantic_ai", "nli": "onnxruntime", "onnx": "onnxruntime", "plot": "matplotlib", "s3": "obstore",
    "scale": "faiss", "server": "psycopg",
}  # fmt: skip


def install_line(extra: str) -> str:
    """What to type so that an extra is there."""
    return pip_line(libraries(extra))


def libraries(extra: str) -> list[str]:
    """What an extra brings, as the installed program knows it; run from a checkout that is not installed, or installed
    before it had this extra, the checkout with it."""
    import re
    from importlib.metadata import PackageNotFoundError, requires

    try:
        declared = [one.partition(";") for one in requires("omoide") or ()]
    except PackageNotFoundError:
        declared = []
    asked_for = re.compile(rf"""\bextra\s*==\s*["']{re.escape(extra)}["']""")
    found = [library.strip() for library, _, when in declared if asked_for.search(when)]
    return found or [f"{Path(__file__).parents[2]}[{extra}]"]


def pip_line(requirements: Sequence[str]) -> str:
    """By the pip of the Python that runs, whatever `pip` alone would mean; uv keeps environments without any."""
    from importlib.util import find_spec
    from shutil import which

    if find_spec("pip") is None:
        words = ["uv", "pip", "install", "--python", sys.executable]
    elif (found := which("pip")) and Path(found).parent == Path(sys.executable).parent:
        words = ["pip", "install"]
    else:
        words = [sys.executable, "-m", "pip", "install"]
    if os.name == "nt":
        from subprocess import list2cmdline

        return list2cmdline([*words, *requirements])
    from shlex import join

    return join([*words, *requirements])
