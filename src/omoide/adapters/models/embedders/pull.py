"""Fetch a model from the hub into the home: resumable, verified, whole or not at all.

Files are fetched here rather than by the hub's own downloader, which starts a broken file anew in a new process.
HF_ENDPOINT and HF_TOKEN are read by the hub's library as usual.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from omoide.adapters.models.embedders import BUILTIN
from omoide.adapters.models.embedders.catalogue import MANIFEST, hub_model, model_folder
from omoide.adapters.models.embedders.graph import OnnxGraph
from omoide.adapters.models.embedders.transport import transport_errors
from omoide.errors import InvalidInput, MissingExtra, NotFound, OmoideError, Postponed, StoreDamaged
from omoide.ports import Progress

# Full precision first: int8 files are made for certain processors and go wrong on others.
GRAPHS = ("onnx/model.onnx", "model.onnx", "onnx/model_quantized.onnx", "model_quantized.onnx")
POOLING = "1_Pooling/config.json"
CHUNK = 1 << 18


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file of a repository, with what it must hash to: SHA-256 of a large file, git's SHA-1 of a small one."""

    path: str
    size: int
    sha256: str | None
    git_sha1: str | None


def pull(model: str, folder: Path, progress: Progress | None = None, *, endpoint: str | None = None) -> Path:
    """Download what is missing of a model; returns its folder. Call again after an interruption to go on."""
    if model in BUILTIN or model.startswith(("openai:", "google:")):
        raise InvalidInput(
            f"{model} needs no download: choose it with `omoide config set embedding.model {model}`.",
            f"{model} はダウンロード不要です。`omoide config set embedding.model {model}` で選べます。",
        )
    repository = hub_model(model).repository
    hub = Hub(endpoint)
    revision, files = hub.files(repository)
    graph, needed = choose(repository, files)
    target = model_folder(repository, folder)
    hub.fetch_all(repository, revision, needed, target, progress)
    pooling = _pooling(target)
    dimensions = OnnxGraph(target, graph, pooling).run(["思い出"]).shape[1]
    manifest = {
        "repository": repository, "revision": revision, "model": graph, "pooling": pooling, "dimensions": dimensions,
    }  # fmt: skip
    write_manifest(target, manifest)
    return target


def write_manifest(target: Path, manifest: dict[str, Any]) -> None:
    """Last of all: where it stands, the model is whole."""
    fresh = target / f"{MANIFEST}.new"
    fresh.write_text(json.dumps(manifest, indent=2), encoding="utf-8")
    os.replace(fresh, target / MANIFEST)


def choose(
    repository: str, files: dict[str, RemoteFile], also: tuple[str, ...] = (POOLING,)
) -> tuple[str, list[RemoteFile]]:
    """The graph to fetch, and all files with it; of `also` those that are there."""
    graph = next((path for path in GRAPHS if path in files), None)
    if graph is None or "tokenizer.json" not in files:
        raise InvalidInput(
            f"{repository} has no ONNX file or no tokenizer.json: choose a repository that has both.",
            f"{repository} に ONNX ファイルか tokenizer.json がありません。両方あるリポジトリを選んでください。",
        )
    beside = [path for path in (f"{graph}_data", f"{graph}.data", *also) if path in files]
    return graph, [files[path] for path in (graph, "tokenizer.json", *beside)]


def _pooling(target: Path) -> str:
    path = target / POOLING
    chosen = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return "cls" if chosen.get("pooling_mode_cls_token") else "mean"


class Hub:
    """The few calls to the hub that a pull needs; its errors become ours."""

    def __init__(self, endpoint: str | None) -> None:
        try:
            import huggingface_hub
            from huggingface_hub import errors, utils
        except ImportError as error:
            raise MissingExtra("huggingface-hub", "onnx") from error
        self._library: Any = huggingface_hub
        self._utils: Any = utils
        self._endpoint = endpoint
        self._errors: Any = errors

    def files(self, repository: str) -> tuple[str, dict[str, RemoteFile]]:
        """The newest revision, and its files by path."""
        try:
            info = self._library.HfApi(endpoint=self._endpoint).model_info(repository, files_metadata=True)
        except self._errors.RepositoryNotFoundError as error:
            raise NotFound(
                f"the hub has no public model {repository}: check the name (owner/model).",
                f"ハブに公開モデル {repository} がありません。名前（所有者/モデル）を確かめてください。",
            ) from error
        except self._errors.HFValidationError as error:
            raise InvalidInput(f"{error}", f"モデルの名前が正しくありません: {error}") from error
        except transport_errors() as error:
            raise _offline(repository, error) from error
        return info.sha, {
            s.rfilename: RemoteFile(s.rfilename, s.size or 0, s.lfs.sha256 if s.lfs else None, s.blob_id)
            for s in info.siblings or []
        }

    def fetch_all(
        self, repository: str, revision: str, files: list[RemoteFile], target: Path, progress: Progress | None
    ) -> None:
        total, before = sum(file.size for file in files), 0
        for file in files:
            self.fetch(repository, revision, file, target, before, total, progress)
            before += file.size

    def fetch(
        self, repository: str, revision: str, file: RemoteFile, target: Path, before: int, total: int,
        progress: Progress | None,
    ) -> None:  # fmt: skip
        """One file, going on where a part of it lies already."""
        path = target / file.path
        part = path.with_name(f"{path.name}.part")
        if not _matches(path, file):  # missing, or of an older revision
            path.parent.mkdir(parents=True, exist_ok=True)
            url = self._library.hf_hub_url(repository, file.path, revision=revision, endpoint=self._endpoint)
            try:
                for written in self._stream(url, part):
                    if progress:
                        progress(before + written, total)
            except transport_errors() as error:
                raise _offline(repository, error) from error
            _verify(part, file)
            os.replace(part, path)
        if progress:
            progress(before + file.size, total)

    def _stream(self, url: str, part: Path) -> Any:
        """Append what is still missing; yields the length so far."""
        have = part.stat().st_size if part.exists() else 0
        # Compressed answers have no length and cannot be resumed.
        headers = {**self._utils.build_hf_headers(), "Accept-Encoding": "identity"}
        if have:
            headers["Range"] = f"bytes={have}-"
        with self._utils.get_session().stream("GET", url, headers=headers, follow_redirects=True) as answer:
            if answer.status_code == 416:  # nothing is missing: a pull was stopped just before it verified
                return
            self._utils.hf_raise_for_status(answer)
            if answer.status_code != 206:
                have = 0
            with part.open("r+b" if have else "wb") as out:
                out.seek(have)
                for chunk in answer.iter_bytes():
                    out.write(chunk)
                    yield out.tell()


def _matches(path: Path, file: RemoteFile) -> bool:
    """Whether a file is here and is what the hub says."""
    if not path.exists() or path.stat().st_size != file.size:
        return False
    digest = hashlib.sha256() if file.sha256 else hashlib.sha1(f"blob {file.size}\0".encode(), usedforsecurity=False)
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest() == (file.sha256 or file.git_sha1 or digest.hexdigest())


def _verify(part: Path, file: RemoteFile) -> None:
    """A file that is not what the hub says is deleted, so that the next pull starts it anew."""
    if not _matches(part, file):
        part.unlink(missing_ok=True)
        raise StoreDamaged(
            f"{file.path} arrived damaged and was deleted: run the same command again.",
            f"{file.path} が壊れて届いたので削除しました。同じコマンドをもう一度実行してください。",
        )


def _offline(repository: str, error: BaseException) -> OmoideError:
    return Postponed(
        f"{repository} cannot be fetched now ({error}): check the connection and run the same command again; "
        "what has arrived is kept.",
        f"今は {repository} を取得できません（{error}）。接続を確かめて同じコマンドをもう一度実行してください。"
        "届いた分は残っています。",
    )
