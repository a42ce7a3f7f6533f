"""The built-in embedder, calibrations, the cache, and the choice of an embedder."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.calibrate import judge, read_pairs
from omoide.adapters.models.embedders import make_embedder
from omoide.adapters.models.embedders.builtin import MOST_CHARACTERS, BuiltinEmbedder
from omoide.adapters.models.embedders.cached import Cached
from omoide.adapters.models.embedders.calibrations import OWN_FILE, calibration_of, is_fitted, write_calibration
from omoide.adapters.models.embedders.catalogue import known_models
from omoide.adapters.models.embedders.fitting import Judged, fit
from omoide.domain.calibration import IDENTITY, Calibration
from omoide.errors import InvalidSettings

BUILTIN = BuiltinEmbedder()
# A change of any rule of the built-in embedder changes the vector of this text, and needs a new name (X5).
FROZEN = "猫のミケが膝の上で眠って、とても幸せだった。We shipped the optimisation on Friday."


def likeness(one: str, other: str) -> float:
    first, second = BUILTIN.embed([one, other], "memory")
    return float(first @ second)


# X5
def test_vectors_are_the_same_in_another_process_with_another_hash_seed() -> None:
    code = (
        "import sys; from omoide.adapters.models.embedders.builtin import BuiltinEmbedder as B;"
        "sys.stdout.buffer.write(B().embed([sys.argv[1]], 'cue').tobytes())"
    )
    answers = [
        subprocess.run(
            [sys.executable, "-c", code, FROZEN],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        )
        for seed in ("1", "2")
    ]
    here = BUILTIN.embed([FROZEN], "cue").tobytes()
    assert [answer.stdout for answer in answers] == [here, here]


# X5
def test_the_rules_behind_the_name_are_frozen() -> None:
    [vector] = BUILTIN.embed([FROZEN], "memory")
    heavy = {int(at): round(float(vector[at]), 2) for at in np.flatnonzero(np.abs(vector) > 0.13)}
    assert (BUILTIN.name, heavy) == (
        "builtin-3",
        {0: -0.45, 9: 0.27, 20: 0.13, 36: 0.19, 45: -0.13, 76: -0.13, 109: 0.16},
    )


# X6
@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_any_text_gives_a_unit_vector_or_none_at_all(text: str) -> None:
    [vector] = BUILTIN.embed([text], "cue")
    assert vector.dtype == np.float32
    assert vector.shape == (256,)
    assert np.isfinite(vector).all()
    length = float(np.linalg.norm(vector))
    assert length == 0 or length == pytest.approx(1, abs=1e-5)
    if not any(letter.isalnum() for letter in text):
        assert length == 0


# X6
def test_each_text_has_its_own_vector_whatever_stands_beside_it() -> None:
    texts = ["猫が好き", "", "I like cats", "\ud800", "ＷＩＤＥ　ｃａｔｓ"]
    together = BUILTIN.embed(texts, "memory")
    alone = np.concatenate([BUILTIN.embed([text], "memory") for text in texts])
    np.testing.assert_array_equal(together, alone)
    assert BUILTIN.embed([], "cue").shape == (0, 256)


# X6
def test_width_case_accents_and_inflection_do_not_matter() -> None:
    assert likeness("ＷＩＤＥ　ｃａｔｓ", "wide cats") == pytest.approx(1, abs=1e-5)
    assert likeness("Café in ＺÜRICH", "cafe in zurich") == pytest.approx(1, abs=1e-5)
    assert likeness("ｶﾚｰを食べる", "カレーを食べる") == pytest.approx(1, abs=1e-5)
    assert likeness("嬉しかった", "うれしい") > 0.8
    assert likeness("ねこを飼った", "猫を飼う") > 0.8


# X6
def test_a_name_that_no_word_list_knows_is_like_itself() -> None:
    assert likeness("ゾゾルパ", "ゾゾルパ") == pytest.approx(1, abs=1e-5)
    assert likeness("ゾゾルパ", "ゾゾルプ") > likeness("ゾゾルパ", "ヌペムリ") + 0.3


# X6
def test_no_turns_a_sentence_round() -> None:
    assert likeness("私は肉を食べます", "私は肉を食べません") < likeness("私は肉を食べます", "私は肉を食べました")
    assert likeness("I do eat meat", "I do not eat meat") < likeness("I do eat meat", "I did eat meat") - 0.03


# X6
@pytest.mark.parametrize(
    ("cue", "answer", "other"),
    [
        ("前にパフォーマンスの話をした", "速度改善のために最適化した", "夕飯にカレーを食べた"),
        ("I feel glad", "とても嬉しい", "とても悲しい"),
        ("仕事を辞めたい", "I want to quit my job", "I want to eat bread"),
        ("my cat is sick", "猫の具合が悪い", "車の調子がいい"),
        ("how did the exam go", "I passed the test", "I bought a shirt"),
    ],
)
def test_simple_synonyms_and_translations_meet(cue: str, answer: str, other: str) -> None:
    assert likeness(cue, answer) > likeness(cue, other) + 0.1


# X6
def test_a_whole_book_is_read_from_both_ends_only() -> None:
    book = "始まりは猫。" + "x" * 1_000_000 + "終わりは犬。"
    half = MOST_CHARACTERS // 2
    np.testing.assert_array_equal(
        BUILTIN.embed([book], "memory"), BUILTIN.embed([f"{book[:half]} {book[-half:]}"], "memory")
    )


# R13
def test_the_shipped_points_hold_on_pairs_that_were_not_fitted() -> None:
    held_out = judge(BUILTIN, read_pairs()[1::2])
    read = BUILTIN.calibration.read
    assert is_fitted("builtin-3")
    assert np.mean(read(held_out.same, "same") >= 0.85) >= 0.8
    assert np.mean(read(held_out.topic, "same") >= 0.85) <= 0.05
    assert np.mean(read(held_out.near, "same") >= 0.85) <= 0.15
    assert np.mean(read(held_out.unrelated, "same") >= 0.85) <= 0.001
    assert np.mean(read(held_out.same, "related") >= 0.75) >= 0.95
    assert np.mean(read(held_out.unrelated, "related") >= 0.75) <= 0.01
    assert np.mean(read(held_out.answer, "relevant") >= 0.25) >= 0.8
    assert np.mean(read(held_out.answer, "relevant") >= 0.5) >= 0.6
    assert np.mean(read(held_out.unrelated, "relevant") < 0.2) >= 0.98


# R13
def test_the_shipped_points_are_those_that_the_shipped_pairs_give() -> None:
    assert fit(judge(BUILTIN, read_pairs()[0::2])) == BUILTIN.calibration


# R13
@settings(max_examples=25, deadline=None)
@given(shift=st.floats(-0.1, 0.6), spread=st.floats(0.05, 0.35), seed=st.integers(0, 1000))
def test_a_threshold_means_the_same_however_an_embedder_spreads_its_cosines(
    shift: float, spread: float, seed: int
) -> None:
    chance = np.random.default_rng(seed)
    plain = {"same": 2.4, "topic": 1.2, "near": 1.0, "answer": 1.4, "unrelated": 0.0}
    raw = {kind: chance.normal(mean, 0.3, 400) for kind, mean in plain.items()}
    judged = Judged(**{kind: np.clip(shift + spread * values / 3, -1, 1) for kind, values in raw.items()})
    scales = fit(judged)
    assert np.mean(scales.read(judged.unrelated, "relevant") < 0.2001) >= 0.98
    assert np.mean(scales.read(judged.answer, "relevant") >= 0.5) >= 0.7
    assert np.mean(scales.read(judged.same, "same") >= 0.5) >= 0.7
    assert np.mean(scales.read(judged.unrelated, "same") >= 0.85) <= 0.01


# R13
def test_an_embedder_that_tells_nothing_apart_is_refused() -> None:
    lower = np.linspace(0, 0.1, 20)
    with pytest.raises(ValueError, match="no higher cosines"):
        fit(Judged(same=lower, topic=lower, near=lower, answer=lower, unrelated=lower + 0.5))


# R13
def test_a_home_s_own_points_come_before_the_shipped_ones(tmp_path: Path) -> None:
    name = "openai:text-embedding-3-small"
    shipped = calibration_of(name, tmp_path)
    assert not is_fitted(name, tmp_path)
    assert calibration_of(f"{name}@256", tmp_path) == shipped  # a shortened model is much like the full one
    own = Calibration(*(((0.1, 0.0), (0.9, 1.0)),) * 3)
    write_calibration(name, own, tmp_path / OWN_FILE)
    write_calibration("onnx:someone/else", IDENTITY, tmp_path / OWN_FILE)
    assert calibration_of(name, tmp_path) == calibration_of(f"{name}@256", tmp_path) == own
    assert calibration_of("onnx:someone/else", tmp_path) == IDENTITY
    assert is_fitted(name, tmp_path)
    assert calibration_of(name) == shipped
    assert calibration_of("onnx:never/heard-of") not in (shipped, IDENTITY)


# R13
@pytest.mark.parametrize("text", ["{", "[]", '{"builtin-3": {"same": [[0, 0]]}}', '{"builtin-3": 3}'])
def test_points_that_cannot_be_read_name_their_file(tmp_path: Path, text: str) -> None:
    (tmp_path / OWN_FILE).write_text(text)
    with pytest.raises(InvalidSettings) as caught:
        make_embedder("builtin", dimensions=0, batch=1, cache=0, folder=tmp_path)
    assert str(tmp_path / OWN_FILE) in caught.value.en
    assert str(tmp_path / OWN_FILE) in caught.value.ja


class Counting:
    """A real embedder that notes what it is asked."""

    name, dimensions, calibration = BUILTIN.name, BUILTIN.dimensions, BUILTIN.calibration

    def __init__(self) -> None:
        self.asked: list[tuple[str, list[str]]] = []

    def embed(self, texts: Sequence[str], kind: Literal["cue", "memory"]) -> np.ndarray:
        self.asked.append((kind, list(texts)))
        return BUILTIN.embed(texts, kind)


# X4
def test_the_cache_asks_once_and_forgets_what_was_used_longest_ago() -> None:
    inner = Counting()
    cached = Cached(inner, 2)
    np.testing.assert_array_equal(cached.embed(["a1", "b1", "a1"], "cue"), BUILTIN.embed(["a1", "b1", "a1"], "cue"))
    cached.embed(["a1"], "cue")  # used again, so b1 is now the oldest
    cached.embed(["c1"], "cue")
    cached.embed(["a1", "b1"], "cue")
    cached.embed(["a1"], "memory")  # another kind is another vector
    assert inner.asked == [("cue", ["a1", "b1"]), ("cue", ["c1"]), ("cue", ["b1"]), ("memory", ["a1"])]
    assert (cached.name, cached.dimensions, cached.calibration) == (inner.name, inner.dimensions, inner.calibration)
    assert Cached(inner).size == 500
    assert cached.embed([], "cue").shape == (0, 256)


# X4
def test_nobody_can_change_what_is_kept() -> None:
    cached = Cached(Counting(), 5)
    cached.embed(["cat"], "cue")[:] = 7
    cached.embed(["cat"], "cue")[:] = 7
    np.testing.assert_array_equal(cached.embed(["cat"], "cue"), BUILTIN.embed(["cat"], "cue"))


# X4
def test_threads_share_a_cache_that_is_smaller_than_what_they_ask() -> None:
    cached = Cached(Counting(), 5)
    texts = [f"text {i}" for i in range(40)]
    expected = BUILTIN.embed(texts, "cue")
    wrong: list[int] = []

    def ask(start: int) -> None:
        for step in range(60):
            at = (start * 7 + step) % len(texts)
            if not np.array_equal(cached.embed([texts[at]], "cue")[0], expected[at]):
                wrong.append(at)

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(cached._kept) == 5


# X6
def test_the_default_needs_no_model_library(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib; from omoide.adapters.models.embedders import make_embedder;"
        "make_embedder('builtin', dimensions=0, batch=1, cache=9, folder=pathlib.Path('.')).embed(['猫'], 'cue');"
        "print(sorted({'onnxruntime', 'openai', 'google', 'huggingface_hub', 'tokenizers', 'pydantic', 'msgspec',"
        " 'Stemmer', 'importlib.resources'} & set(sys.modules)))"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert answer.stdout.strip() == "[]"


# X6
@pytest.mark.parametrize("model", ["", "bert", "onnx:", "openai", "google:", "builtin-2"])
def test_an_unknown_embedder_lists_what_is_possible(tmp_path: Path, model: str) -> None:
    with pytest.raises(InvalidSettings) as caught:
        make_embedder(model, dimensions=0, batch=1, cache=0, folder=tmp_path)
    for known in known_models(tmp_path):
        assert known.name in caught.value.en
        assert known.name in caught.value.ja


# X6
def test_the_built_in_embedder_has_one_length(tmp_path: Path) -> None:
    assert make_embedder("builtin", dimensions=256, batch=1, cache=0, folder=tmp_path).dimensions == 256
    with pytest.raises(InvalidSettings, match="256"):
        make_embedder("builtin", dimensions=1536, batch=1, cache=0, folder=tmp_path)
    first, *_ = known_models(tmp_path)
    assert (first.name, first.dimensions, first.installed) == ("builtin", 256, True)
