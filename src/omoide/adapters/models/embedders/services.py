"""The two services behind ApiEmbedder, each through its official client, which also reads its own variables."""

from __future__ import annotations

import os
from typing import Any, Literal, Protocol

from omoide.adapters.models.embedders.transport import transport_errors
from omoide.errors import MissingExtra

TIMEOUT_SECONDS = 60.0
TRANSIENT = {408, 409, 429}


class Unavailable(Exception):
    """The service gave no vectors. A transient failure may pass by itself; `retry_after` is what the service asks."""

    def __init__(self, en: str, ja: str, *, transient: bool, retry_after: float | None = None) -> None:
        super().__init__(en)
        self.en, self.ja = en, ja
        self.transient = transient
        self.retry_after = retry_after


class Service(Protocol):
    def embed(self, texts: list[str], kind: Literal["cue", "memory"]) -> list[list[float]]: ...


def connect(provider: str, model: str, dimensions: int) -> Service:
    """`dimensions` is 0 unless the service is asked for shorter vectors."""
    return OpenAiService(model, dimensions) if provider == "openai" else GoogleService(model, dimensions)


class OpenAiService:
    """Also for servers that speak its protocol, by OPENAI_BASE_URL."""

    def __init__(self, model: str, dimensions: int) -> None:
        try:
            import openai
        except ImportError as error:
            raise MissingExtra("openai client", "models") from error
        _require_key("OPENAI_API_KEY")
        self._errors: Any = openai
        self._client = openai.OpenAI(max_retries=0, timeout=TIMEOUT_SECONDS)
        self._asked: dict[str, Any] = {"model": model} | ({"dimensions": dimensions} if dimensions else {})

    def embed(self, texts: list[str], kind: Literal["cue", "memory"]) -> list[list[float]]:
        try:
            answer = self._client.embeddings.create(input=texts, encoding_format="float", **self._asked)
        except self._errors.APIStatusError as error:
            raise _refused(error.status_code, error.response.headers.get("retry-after"), "OPENAI_API_KEY") from error
        except self._errors.APIError as error:
            raise _unreachable() from error
        return [item.embedding for item in sorted(answer.data, key=lambda item: item.index)]


class GoogleService:
    """GOOGLE_API_KEY or GEMINI_API_KEY; cues and memories are embedded for different tasks."""

    def __init__(self, model: str, dimensions: int) -> None:
        try:
            from google import genai
            from google.genai import errors, types
        except ImportError as error:
            raise MissingExtra("google client", "models") from error
        _require_key("GOOGLE_API_KEY", "GEMINI_API_KEY")
        self._errors: Any = errors
        self._types: Any = types
        patience = types.HttpRetryOptions(attempts=1)
        options = types.HttpOptions(timeout=int(TIMEOUT_SECONDS * 1000), retry_options=patience)
        self._client = genai.Client(http_options=options)
        self._model, self._dimensions = model, dimensions or None

    def embed(self, texts: list[str], kind: Literal["cue", "memory"]) -> list[list[float]]:
        # One content per text: newer models would take a plain list for the parts of a single text.
        contents = [self._types.Content(parts=[self._types.Part(text=text)]) for text in texts]
        config = self._types.EmbedContentConfig(
            task_type="RETRIEVAL_QUERY" if kind == "cue" else "RETRIEVAL_DOCUMENT",
            output_dimensionality=self._dimensions,
        )
        try:
            answer = self._client.models.embed_content(model=self._model, contents=contents, config=config)
        except self._errors.APIError as error:
            headers = getattr(error.response, "headers", None) or {}
            raise _refused(error.code, headers.get("retry-after"), "GOOGLE_API_KEY") from error
        except transport_errors() as error:
            raise _unreachable() from error
        return [item.values or [] for item in answer.embeddings or []]


def _require_key(*names: str) -> None:
    if not any(os.environ.get(name) for name in names):
        raise Unavailable(
            f"no key: set {' or '.join(names)} in the environment",
            f"キーがありません。環境変数 {' か '.join(names)} を設定してください",
            transient=False,
        )


def _refused(status: int, retry_after: str | None, key: str) -> Unavailable:
    """What a status means for the one who asked; the service's own words may quote the key and are left out."""
    if status in (401, 403):
        return Unavailable(
            f"the key in {key} was refused ({status}): correct it",
            f"{key} のキーが受け付けられませんでした（{status}）。正しいものにしてください",
            transient=False,
        )
    transient = status in TRANSIENT or status >= 500
    return Unavailable(
        f"status {status}" if transient else f"status {status}: check the setting embedding.model",
        f"状態 {status}" if transient else f"状態 {status}。設定 embedding.model を確かめてください",
        transient=transient,
        retry_after=_seconds(retry_after),
    )


def _unreachable() -> Unavailable:
    return Unavailable("no connection", "接続できません", transient=True)


def _seconds(retry_after: str | None) -> float | None:
    """The header as seconds; a date in it is rare and counts as not said."""
    try:
        return max(float(retry_after), 0.0) if retry_after else None
    except ValueError:
        return None
