"""Embedders that run at a service: OpenAI and Google. The key comes from the environment and goes nowhere else."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from typing import Literal

import numpy as np

from omoide.adapters.models.embedders.calibrations import calibration_of
from omoide.adapters.models.embedders.catalogue import API, client_installed
from omoide.adapters.models.embedders.services import Service, Unavailable, connect
from omoide.errors import InvalidSettings, MissingExtra, Postponed

MOST_AT_ONCE = 20
PAUSE_SECONDS = 2.0
RETRIES = 3
FIRST_WAIT_SECONDS = 2.0
LONGEST_WAIT_SECONDS = 60.0
# A token is at least one byte, so this never passes the limit of 8,192 tokens.
MOST_BYTES = 8_191
SILENT_SECONDS = 30.0  # for so long no cue asks a service again that did not answer one


class ApiEmbedder:
    """Batches of at most 20 texts with a pause between them (R15). Nothing is loaded or sent before the first text."""

    remote = True

    def __init__(
        self, model: str, *, dimensions: int = 0, batch: int = MOST_AT_ONCE, folder: Path | None = None,
        pause: float = PAUSE_SECONDS, wait: Callable[[float], None] = time.sleep,
        watch: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self._provider, _, self._model = model.partition(":")
        if not client_installed(self._provider):
            raise MissingExtra(f"{self._provider} client", "models")
        known = next((m for m in API if m.name == model), None)
        if known is None and not dimensions:
            raise InvalidSettings(
                f"setting embedding.dimensions: say how many {model} makes, with"
                " `omoide config set embedding.dimensions NUMBER`.",
                f"設定 embedding.dimensions: {model} の次元数を"
                " `omoide config set embedding.dimensions 数` で指定してください。",
            )
        self.dimensions = dimensions or (known.dimensions if known else 0)
        self._shortened = known is not None and self.dimensions != known.dimensions
        # Vectors of another length are of another embedder, and must not be compared with these (X5).
        self.name = f"{model}@{self.dimensions}" if self._shortened else model
        self.calibration = calibration_of(self.name, folder)
        self._batch = min(batch, MOST_AT_ONCE)
        self._pause = pause
        self._wait = wait
        self._watch = watch
        self._sent_at = -math.inf  # when the last batch of memories was answered
        self._silent_until = -math.inf
        self._service: Service | None = None
        self._lock = Lock()

    def embed(self, texts: Sequence[str], kind: Literal["cue", "memory"]) -> np.ndarray:
        """Unit vectors; an empty text gives a zero vector and is not sent. Raises Postponed after three retries."""
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        full = [i for i, text in enumerate(texts) if text.strip()]
        for start in range(0, len(full), self._batch):
            self._rest(start > 0, kind)
            part = full[start : start + self._batch]
            vectors[part] = self._patiently([_cut(texts[i]) for i in part], kind)
            self._sent_at = self._watch() if kind == "memory" else self._sent_at
        return vectors

    def _rest(self, between: bool, kind: Literal["cue", "memory"]) -> None:
        """A pause between two batches, also when they were asked for one by one, as an index does. A cue never rests:
        somebody waits for it."""
        rest = self._pause if between else self._pause - (self._watch() - self._sent_at)
        if rest > 0 and (between or kind == "memory"):
            self._wait(rest)

    def _patiently(self, texts: list[str], kind: Literal["cue", "memory"]) -> np.ndarray:
        """Ask again after 2, 4 and 8 seconds, or after what the service says; then leave it for later. For a cue
        somebody waits: it is asked once, and not at all while the service is known to be silent."""
        wait, retries = FIRST_WAIT_SECONDS, RETRIES if kind == "memory" else 0
        if kind == "cue" and self._watch() < self._silent_until:
            raise Postponed(f"{self.name} did not answer a moment ago.", f"{self.name} は先ほど応答しませんでした。")
        for attempt in range(retries + 1):
            try:
                return self._checked(self._connected().embed(texts, kind), len(texts))
            except Unavailable as error:
                asked = error.retry_after if error.retry_after is not None else wait
                if not error.transient or attempt == retries or asked > LONGEST_WAIT_SECONDS:
                    if error.transient:
                        self._silent_until = self._watch() + SILENT_SECONDS
                    raise Postponed(
                        f"{self.name} did not answer: {error.en}. The texts wait and are embedded next time.",
                        f"{self.name} が応答しません: {error.ja}。本文は残り、次回あらためて埋め込みます。",
                    ) from error
                self._wait(asked)
                wait *= 2
        raise AssertionError("the last attempt returns or raises")

    def _connected(self) -> Service:
        with self._lock:
            if self._service is None:
                self._service = connect(self._provider, self._model, self.dimensions if self._shortened else 0)
            return self._service

    def _checked(self, answer: list[list[float]], asked: int) -> np.ndarray:
        lengths = {len(vector) for vector in answer}
        if len(answer) != asked or lengths != {self.dimensions}:
            got = ", ".join(map(str, sorted(lengths))) or "0"
            raise InvalidSettings(
                f"setting embedding.dimensions: {self.name} sent {len(answer)} vectors of {got} dimensions, expected "
                f"{asked} of {self.dimensions}; correct the model or the dimensions.",
                f"設定 embedding.dimensions: {self.name} は {got} 次元のベクトルを {len(answer)} 個返しました（期待は "
                f"{self.dimensions} 次元を {asked} 個）。モデルか次元数を直してください。",
            )
        vectors = np.array(answer, dtype=np.float32)
        lengths_of = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not math.isfinite(float(lengths_of.sum())):
            raise Postponed(
                f"{self.name} sent vectors that are not numbers; the texts wait and are embedded next time.",
                f"{self.name} が数でないベクトルを返しました。本文は残り、次回あらためて埋め込みます。",
            )
        return vectors / np.maximum(lengths_of, 1e-12)


def _cut(text: str) -> str:
    return text if len(text) * 4 <= MOST_BYTES else text.encode()[:MOST_BYTES].decode(errors="ignore")
