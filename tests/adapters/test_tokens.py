"""Counting tokens."""

from __future__ import annotations

from omoide.adapters.models import tokens
from omoide.adapters.models.tokens import Tokens


def test_all_minds_of_a_process_count_with_one_vocabulary() -> None:
    # R1: it takes a tenth of a second to load, and a server has a mind for each persona and person
    tokens._tokenizer.cache_clear()
    assert len({Tokens().count("雪の札幌 and a dog") for _ in range(3)}) == 1
    assert tokens._tokenizer.cache_info().misses == 1
