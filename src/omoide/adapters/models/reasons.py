"""Why a model did not answer, in one line for a person.

Only what we say ourselves, a status and a provider's error code reach the line: the body of an error may quote the
API key or the conversation.
"""

from __future__ import annotations

import re

from pydantic_ai import exceptions as failures

from omoide.errors import Declined, Postponed
from omoide.extras import pip_line

_WORTH_REPEATING = (
    TimeoutError,
    failures.ModelRateLimitError,
    failures.ModelUnavailableError,
    failures.ModelServerError,
    failures.ModelConnectionError,
)
_POLICY = {"content_policy_violation", "content_filter"}
_REPEATABLE_STATUS = {408, 409, 425}


def is_transient(error: Exception) -> bool:
    """Whether the same request may succeed a little later."""
    if isinstance(error, failures.ModelHTTPError):
        if error.provider_retry_hint is not None:
            return error.provider_retry_hint
        if error.status_code in _REPEATABLE_STATUS:
            return True
    return isinstance(error, _WORTH_REPEATING)


def is_hopeless(error: Exception) -> bool:
    """Whether every other question of this run would fail for the same reason."""
    kinds = (failures.ModelAuthenticationError, failures.ModelNotFoundError, failures.ModelQuotaExceededError)
    return isinstance(error, kinds)


def was_not_billed(error: Exception) -> bool:
    """An error status, or a connection that never stood. After a timeout the provider may charge all the same."""
    never_sent = isinstance(error, failures.ModelConnectionError) and error.phase in ("pool", "connect")
    return isinstance(error, failures.ModelHTTPError) or never_sent


def postponed(error: Exception, model: str, seconds: float, cut_off: bool, refused: bool = False) -> Postponed:
    """The first line that fits; the order goes from the particular to the general."""
    status = f" (HTTP {error.status_code})" if isinstance(error, failures.ModelHTTPError) else ""
    suggested = getattr(error, "suggested_model_id", None)
    if isinstance(error, failures.ModelAuthenticationError):
        return Postponed(
            f"{model} does not accept the API key{status}: check the key and what it may do.",
            f"{model} が API キーを受け付けません{status}。キーとその権限を確かめてください。",
        )
    if isinstance(error, failures.ModelNotFoundError):
        return Postponed(
            f"the provider does not know {model}{status}: correct the model in the settings"
            + (f" (perhaps {suggested})." if suggested else "."),
            f"提供元に {model} がありません{status}。設定のモデル名を直してください"
            + (f"（候補: {suggested}）。" if suggested else "。"),
        )
    if isinstance(error, failures.ModelQuotaExceededError):
        return Postponed(
            f"the account behind {model} has no credit left{status}: top it up; the work waits until then.",
            f"{model} の利用枠が残っていません{status}。補充してください。それまで作業は保留します。",
        )
    if isinstance(error, failures.ModelContextWindowExceededError):
        return Postponed(
            f"the text is too long for {model}{status}: set a model with a larger context.",
            f"文章が {model} には長すぎます{status}。より長い文脈を扱えるモデルを設定してください。",
        )
    return _passing(error, model, seconds, status) or _unusable(error, model, status, cut_off, refused)


def _passing(error: Exception, model: str, seconds: float, status: str) -> Postponed | None:
    if isinstance(error, failures.ModelRateLimitError):
        return Postponed(
            f"{model} takes no more requests for now{status}: try again later, or lower models.concurrency.",
            f"{model} が混み合っています{status}。後でやり直すか、models.concurrency を下げてください。",
        )
    if isinstance(error, TimeoutError):
        return Postponed(
            f"{model} did not answer within {seconds:g} seconds: try again later, or raise models.timeout_seconds.",
            f"{model} が {seconds:g} 秒たっても答えません。models.timeout_seconds を上げるか、後でやり直してください。",
        )
    if isinstance(error, failures.ModelConnectionError):
        return Postponed(
            f"{model} cannot be reached: check the network; the work waits until the next run.",
            f"{model} に接続できません。通信を確かめてください。作業は次回まで保留します。",
        )
    if isinstance(error, failures.ModelUnavailableError | failures.ModelServerError):
        return Postponed(
            f"{model} has trouble on its side{status}: the work waits until the next run.",
            f"{model} 側で障害が起きています{status}。作業は次回まで保留します。",
        )
    return None


def _unusable(error: Exception, model: str, status: str, cut_off: bool, refused: bool) -> Postponed:
    code = getattr(error, "provider_error_code", None) or getattr(error, "provider_error_type", None)
    if refused or isinstance(error, failures.ContentFilterError) or code in _POLICY:
        return Declined(
            f"{model} refused to answer: set another model for this role, or forget the turn.",
            f"{model} が回答を拒みました。この役割に別のモデルを設定するか、その会話を忘れさせてください。",
        )
    if cut_off:
        return Postponed(
            f"the answer of {model} was cut off: raise models.max_tokens.",
            f"{model} の回答が途中で切れました。models.max_tokens を上げてください。",
        )
    if isinstance(error, failures.UnexpectedModelBehavior):
        return Postponed(
            f"{model} gave no usable answer, also when asked again: the work waits; another model may do better.",
            f"{model} は聞き直しても使える答えを返しませんでした。作業は保留します。別のモデルも試してください。",
        )
    detail = status + (f" [{code}]" if code and re.fullmatch(r"[\w.-]{1,60}", code) else "")
    return Postponed(
        f"{model} did not take the request{detail}: check models.* in the settings; the work waits.",
        f"{model} がリクエストを受け付けません{detail}。設定の models.* を確かめてください。作業は保留します。",
    )


def not_set_up(error: Exception, model: str) -> Postponed:
    """A model that cannot even be opened: no key, no such provider, no library for it."""
    provider = model.partition(":")[0]
    if isinstance(error, ImportError):
        command = pip_line([f"pydantic-ai-slim[{provider}]"])
        return Postponed(
            f"{model} needs a library that is not installed: run {command}",
            f"{model} に必要なライブラリがありません: {command} を実行してください",
        )
    variable = re.search(r"`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`", str(error))
    if variable:
        name = variable.group(1)
        return Postponed(
            f"{model} needs the environment variable {name}: set it; the work waits until then.",
            f"{model} には環境変数 {name} が必要です。設定してください。それまで作業は保留します。",
        )
    return Postponed(
        f"{model} cannot be opened: write it as provider:model, such as anthropic:claude-haiku-4-5;"
        " `omoide doctor` names the setting.",
        f"{model} を開けません。anthropic:claude-haiku-4-5 のように 提供元:モデル の形で書いてください。"
        "どの設定かは `omoide doctor` で分かります。",
    )
