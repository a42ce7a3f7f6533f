"""A judge under onnxruntime."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from threading import Lock

from omoide.adapters.models.embedders.catalogue import MANIFEST, model_folder
from omoide.adapters.models.nli.graph import JudgeGraph
from omoide.errors import NotFound
from omoide.ports import Verdict


class OnnxJudge:
    """Loads its model at the first question: a mind that is never asked to judge does not pay for it."""

    def __init__(self, repository: str, folder: Path, *, batch: int = 16) -> None:
        self.name = f"nli:{repository}"
        self._repository = repository
        self._folder = model_folder(repository, folder)
        self._batch = batch
        self._graph: JudgeGraph | None = None
        self._lock = Lock()

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        """A premise that is longer than the model can read is read in parts that overlap. The part that says most, for
        or against, speaks for the whole: in most of a long text there is nothing about a single statement."""
        if not pairs:
            return []
        with self._lock:  # its tokenizer keeps a state of its own
            graph = self._graph = self._graph or JudgeGraph(self._folder, self._file())
            windows = [(number, window) for number, pair in enumerate(pairs) for window in graph.windows(*pair)]
        # Windows of like length share a batch, so that little is padded.
        order = sorted(range(len(windows)), key=lambda i: len(windows[i][1]))
        best: dict[int, Verdict] = {}
        for start in range(0, len(order), self._batch):
            some = order[start : start + self._batch]
            for i, verdict in zip(some, graph.run([windows[i][1] for i in some]), strict=True):
                number = windows[i][0]
                if number not in best or verdict.neutral < best[number].neutral:
                    best[number] = verdict
        return [best[number] for number in range(len(pairs))]

    def _file(self) -> str:
        try:
            return json.loads((self._folder / MANIFEST).read_text(encoding="utf-8"))["model"]
        except (FileNotFoundError, ValueError, KeyError) as error:
            command = f"`omoide models pull {self.name}`"
            raise NotFound(
                f"the judge {self._repository} is not here yet: run {command}.",
                f"判定モデル {self._repository} はまだありません。{command} を実行してください。",
            ) from error
