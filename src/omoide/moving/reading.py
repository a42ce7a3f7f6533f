"""Reading one file of another system: what it holds, and what became of its entries."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from omoide.errors import InvalidInput, OmoideError

LARGEST = 500_000_000  # bytes


@dataclass(slots=True)
class Tally:
    new: int = 0
    known: int = 0
    aside: int = 0  # kept to be written out again, with no place in Omoide
    problems: list[OmoideError] = field(default_factory=list)

    def odd(self, file: str, where: str, why: object) -> None:
        en, ja = (why.en, why.ja) if isinstance(why, OmoideError) else (str(why), str(why))
        self.problems.append(
            InvalidInput(
                f"{file}, {where}: {en.rstrip('.')}; kept aside as it is.",
                f"{file} の {where}: {ja.rstrip('。')}。そのまま保管しました。",
            )
        )


def read_json(path: Path, shown: str) -> Any:
    try:
        if path.stat().st_size > LARGEST:
            raise ValueError("larger than any such file")
        return json.loads(path.read_bytes().decode("utf-8-sig"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(
            f"{shown} is not JSON in UTF-8 ({error}): mend it and import again; the other files are taken in.",
            f"{shown} を UTF-8 の JSON として読めません（{error}）。直して取り込み直してください。ほかは取り込みます。",
        ) from error
    except OSError as error:
        raise InvalidInput(
            f"{shown} cannot be read ({error.strerror}): check its permissions; the other files are taken in.",
            f"{shown} を読めません（{error.strerror}）。権限を確かめてください。ほかのファイルは取り込みます。",
        ) from error


def expect(value: Any, kind: type, file: str) -> Any:
    if isinstance(value, kind):
        return value
    en, ja = ("a list", "配列") if kind is list else ("an object", "オブジェクト")
    raise InvalidInput(
        f"{file} should hold {en}: mend it and import again; the other files are taken in.",
        f"{file} は{ja}のはずです。直してもう一度取り込んでください。ほかのファイルは取り込みます。",
    )


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")
