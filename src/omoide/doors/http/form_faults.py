"""What is wrong with a request's form, in the language of whoever sent it: pydantic speaks English alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from omoide.doors.http.values import MEMORY, TELLING

# By pydantic's names of what can be wrong; what stands in braces is in the context of the fault.
_JA = {
    "missing": "必要です",
    "extra_forbidden": "この名前の項目はありません",
    "json_invalid": "JSON として読み取れません",
    "string_type": "文字列にしてください",
    "string_too_short": "{min_length} 文字以上にしてください",
    "string_too_long": "{max_length} 文字以下にしてください",
    "string_pattern_mismatch": "次の形にしてください: {pattern}",
    "bool_type": "true か false にしてください",
    "bool_parsing": "true か false にしてください",
    "int_type": "整数にしてください",
    "int_parsing": "整数にしてください",
    "int_from_float": "整数にしてください",
    "float_type": "数にしてください",
    "float_parsing": "数にしてください",
    "finite_number": "有限の数にしてください",
    "greater_than_equal": "{ge} 以上にしてください",
    "greater_than": "{gt} より大きくしてください",
    "less_than_equal": "{le} 以下にしてください",
    "less_than": "{lt} より小さくしてください",
    "literal_error": "次のいずれかにしてください: {expected}",
    "enum": "次のいずれかにしてください: {expected}",
    "list_type": "リストにしてください",
    "dict_type": "オブジェクトにしてください",
    "model_attributes_type": "オブジェクトにしてください",
    "too_short": "{min_length} 個以上にしてください",
    "too_long": "{max_length} 個以下にしてください",
    "timezone_aware": "時差を付けてください（例: 2026-02-01T03:00:00+09:00）",
}
# What a pattern wants, in words: a pattern itself tells few people anything.
_PATTERNS = {
    TELLING: ("must not be only blanks", "空白だけにはできません"),
    MEMORY: ("must be the id of a memory, such as mem_20260118_001", "mem_20260118_001 のような ID にしてください"),
}
_TIMES = "2026-02-01T03:00:00+09:00 のように書いてください（日だけなら 2026-02-01）"


def in_words(fault: Mapping[str, Any], language: str) -> dict[str, str]:
    """Where it is, and what is wrong there."""
    where = ".".join(map(str, fault["loc"]))
    en, ja = _PATTERNS.get((fault.get("ctx") or {}).get("pattern", ""), (fault["msg"], ""))
    return {"where": where, "what": (ja or _ja(fault)) if language == "ja" else en}


def _ja(fault: Mapping[str, Any]) -> str:
    kind, context = fault["type"], fault.get("ctx") or {}
    if kind.startswith(("datetime_", "date_")) or "2026-02-01" in fault["msg"]:
        return _TIMES
    if kind == "value_error" and "whole number" in fault["msg"]:
        return _JA["int_type"]
    # A kind that we do not know still says what it is: better in English than nothing.
    return _JA[kind].format(**context) if kind in _JA else f"この値は使えません（{fault['msg']}）"
