"""How much a run may ask of models: a ceiling on calls and one on dollars (D5).

A ceiling that several calls at once can overshoot is none. So a call reserves the most it can cost before it is sent,
and settles what it did cost afterwards; what does not fit is postponed. One Budget is shared by all thinkers of a run.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping

from omoide.domain.cost import Price, price_of
from omoide.errors import Postponed


class Budget:
    """Counts calls and dollars of one run; 0 means no ceiling. Threads may share it."""

    def __init__(self, max_calls: int = 0, max_dollars: float = 0.0, prices: Mapping[str, Price] | None = None) -> None:
        self._max_calls = max_calls
        self._max_dollars = max_dollars
        self._prices = dict(prices or {})
        self._lock = threading.Lock()
        self._calls = 0
        self._spent = 0.0
        self._reserved = 0.0

    @property
    def calls(self) -> int:
        """Requests sent, repeated ones included."""
        return self._calls

    @property
    def dollars(self) -> float:
        return self._spent

    def reserve(self, model: str, input_tokens: int, output_tokens: int) -> float:
        """Make room for one call that uses at most so much; returns the dollars set aside for it."""
        most = self._most(model, input_tokens, output_tokens)
        with self._lock:
            if self._max_calls and self._calls >= self._max_calls:
                raise Postponed(
                    f"the ceiling of {self._max_calls} model calls per run is reached; the rest waits for the next "
                    "run. Raise models.max_calls to do more at once.",
                    f"1回の実行で呼べるモデルの上限（{self._max_calls}回）に達しました。残りは次回に行います。"
                    "一度に進めるには models.max_calls を上げてください。",
                )
            if self._max_dollars and self._spent + self._reserved + most > self._max_dollars:
                raise Postponed(
                    f"the next call could pass the ceiling of ${self._max_dollars:g} per run; the rest waits for the "
                    "next run. Raise models.max_dollars to do more at once.",
                    f"次の呼び出しで1回の実行の上限（{self._max_dollars:g}ドル）を超える恐れがあります。"
                    "残りは次回に行います。一度に進めるには models.max_dollars を上げてください。",
                )
            self._calls += 1
            self._reserved += most
        return most

    def settle(self, reserved: float, dollars: float) -> None:
        """A call has ended: what was set aside for it is free again, what it cost is spent."""
        with self._lock:
            self._reserved = max(self._reserved - reserved, 0.0)
            self._spent += dollars

    def price(self, model: str, input_tokens: int, output_tokens: int) -> float:
        """US dollars; 0 for a model without a price."""
        return float((price_of(self._prices, model) or Price()).of(input_tokens, output_tokens))

    def _most(self, model: str, input_tokens: int, output_tokens: int) -> float:
        if self._max_dollars and price_of(self._prices, model) is None:
            raise Postponed(
                f"models.max_dollars is set but {model} has no price, so the ceiling cannot be kept: "
                f'set prices."{model}".input and .output, or max_dollars = 0.',
                f"models.max_dollars がありますが {model} の価格が未設定のため上限を守れません。"
                f'prices."{model}" の input と output を設定するか、max_dollars を 0 にしてください。',
            )
        return self.price(model, input_tokens, output_tokens)
