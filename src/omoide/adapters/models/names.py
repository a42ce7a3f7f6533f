"""Whether the name of a language model can be meant: nothing is opened, and nobody is asked."""

from __future__ import annotations

from omoide.errors import InvalidSettings

# The variables that may hold the key of a provider, the usual one first; others are named in docs/models.md.
KEYS = {
    "anthropic": ("ANTHROPIC_API_KEY",), "openai": ("OPENAI_API_KEY",), "google": ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
}  # fmt: skip


def refuse_unknown(model: str, setting: str) -> None:
    """Written as provider:model, of a provider that the library knows where it is installed."""
    provider, _, name = model.partition(":")
    if provider and name and _is_provider(provider):
        return
    raise InvalidSettings(
        f"setting {setting}: {model!r} names no model; write provider:model, as in"
        f" `omoide config set {setting} anthropic:claude-haiku-4-5`,"
        f" or go back to the offline mind with `omoide config unset {setting}`.",
        f"設定 {setting}: {model!r} というモデルはありません。"
        f"`omoide config set {setting} anthropic:claude-haiku-4-5` のように 提供元:モデル の形で書くか、"
        f"`omoide config unset {setting}` でオフラインの心に戻してください。",
    )


def _is_provider(name: str) -> bool:
    try:
        from pydantic_ai.providers import infer_provider_class

        infer_provider_class(name)
    except ValueError:
        return False
    except ImportError:  # of the library itself, or of what this provider needs: told when it is asked
        return True
    return True
