"""Sets of rows behave as Python's sets do."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from omoide.adapters.rowsets import among, distinct, joined, without

rows = st.lists(st.integers(0, 50), max_size=30).map(lambda values: np.array(values, dtype=np.int64))


@given(rows, rows)
def test_as_python_sets(a: np.ndarray, b: np.ndarray) -> None:  # X1: what an index holds
    one, two = set(a.tolist()), set(b.tolist())
    assert distinct(a).tolist() == sorted(one)
    assert joined(a, b).tolist() == sorted(one | two)
    assert without(a, b).tolist() == sorted(one - two)
    assert among(a, b).tolist() == [value in two for value in a.tolist()]
