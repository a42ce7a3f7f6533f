"""The embedders that are known by name; any other hub model with an ONNX file can be used by its full name."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

MANIFEST = "omoide.json"  # written last by a pull: where it stands, the model is whole


@dataclass(frozen=True, slots=True)
class HubModel:
    """A model that runs here after a download. Some were trained with words before cues and memories."""

    repository: str
    dimensions: int
    megabytes: int
    languages: str
    cue_prefix: str = ""
    memory_prefix: str = ""


@dataclass(frozen=True, slots=True)
class ApiModel:
    """A model that runs at a service; `resizable` ones can be asked for shorter vectors."""

    name: str
    dimensions: int
    resizable: bool = True


@dataclass(frozen=True, slots=True)
class KnownModel:
    """One line of `omoide models list`."""

    name: str
    where: Literal["built in", "local", "service"]
    dimensions: int
    megabytes: int
    languages: str
    installed: bool


HUB = (
    HubModel("intfloat/multilingual-e5-small", 384, 490, "ja, en, 100+", "query: ", "passage: "),
    HubModel("sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2", 384, 480, "ja, en, 50+"),
    HubModel("cl-nagoya/ruri-v3-30m", 256, 150, "ja", "検索クエリ: ", "検索文書: "),
)
API = (
    ApiModel("openai:text-embedding-3-small", 1536),
    ApiModel("openai:text-embedding-3-large", 3072),
    ApiModel("google:gemini-embedding-001", 3072),
    ApiModel("google:text-embedding-004", 768),
)
CLIENTS = {"openai": "openai", "google": "google.genai"}


def hub_model(name: str) -> HubModel:
    """By repository, with or without "onnx:", or by its last part; relatives of known models share their prefixes."""
    repository = name.removeprefix("onnx:").strip("/")
    for known in HUB:
        if repository.lower() in (known.repository.lower(), known.repository.rpartition("/")[2].lower()):
            return known
    short = repository.rpartition("/")[2].lower()
    if "e5-" in short and "instruct" not in short:
        return HubModel(repository, 0, 0, "", "query: ", "passage: ")
    if "ruri-v3" in short:
        return HubModel(repository, 0, 0, "ja", "検索クエリ: ", "検索文書: ")
    return HubModel(repository, 0, 0, "")


def model_folder(repository: str, folder: Path) -> Path:
    """Where a pulled model lies; a repository's name cannot lead anywhere else."""
    safe = "".join(c if c.isalnum() or c in "-_." else "--" for c in repository).strip(".")
    return folder / "models" / safe


def is_pulled(repository: str, folder: Path) -> bool:
    return (model_folder(repository, folder) / MANIFEST).exists()


def client_installed(provider: str) -> bool:
    package, *inner = CLIENTS[provider].split(".")
    # find_spec imports the outer package of a dotted name; ask for that one first, it may be missing.
    return find_spec(package) is not None and (not inner or find_spec(CLIENTS[provider]) is not None)


def known_models(folder: Path) -> tuple[KnownModel, ...]:
    """For `omoide models list`. A service counts as installed when its client is."""
    local = [
        KnownModel(
            f"onnx:{m.repository}", "local", m.dimensions, m.megabytes, m.languages, is_pulled(m.repository, folder)
        )
        for m in HUB
    ]
    service = [
        KnownModel(m.name, "service", m.dimensions, 0, "ja, en, 100+", client_installed(m.name.partition(":")[0]))
        for m in API
    ]
    return (KnownModel("builtin", "built in", 256, 0, "ja, en", True), *local, *service)
