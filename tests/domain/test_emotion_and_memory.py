"""What a memory and its feeling may be.

E2, E5, E10, E11, R13
"""

from __future__ import annotations

import math
from dataclasses import fields, replace
from datetime import datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.calibration import IDENTITY, Calibration
from omoide.domain.emotion import NEGATIVE_TAGS, OTHER_TAGS, POSITIVE_TAGS, TAGS, Emotion
from omoide.domain.memory import CATEGORIES, RELATION_TYPES, Memory
from omoide.domain.turn import Scope

CREATED = datetime.fromisoformat("2026-01-20T18:00:00+09:00")
NEW = Memory(
    id="mem_20260120_001", scope=Scope("aoi", "yuki"), created=CREATED, trigger="said", content="felt", intensity=45,
    emotion=Emotion("positive", 25, ("satisfaction", "curiosity")), category="work", coefficient=0.8815, days=0.375,
    retention=45.0,
)  # fmt: skip


def test_the_closed_list_of_tags() -> None:  # E2
    assert POSITIVE_TAGS == (
        "joy", "satisfaction", "relief", "excitement", "gratitude", "pride", "hope", "love", "curiosity",
    )  # fmt: skip
    assert NEGATIVE_TAGS == (
        "sadness", "anger", "frustration", "anxiety", "fear", "disgust", "regret", "loneliness", "guilt",
        "resignation",
    )  # fmt: skip
    assert OTHER_TAGS == ("nostalgia", "surprise", "confusion", "determination")
    assert len(set(TAGS)) == 23


def test_the_closed_lists_of_categories_and_relations() -> None:  # E1, G1
    assert CATEGORIES == ("casual", "work", "decision", "emotional")
    assert RELATION_TYPES == ("continues", "references", "derived_from", "contradicts", "same_topic")


@pytest.mark.parametrize("arousal", [-1, 101, math.nan, math.inf, True, "50", None])
def test_arousal_is_a_number_from_0_to_100(arousal) -> None:  # E10
    with pytest.raises(ValueError, match="arousal must be a number from 0 to 100"):
        Emotion("neutral", arousal)


@pytest.mark.parametrize("arousal", [0, 30, 100])
def test_arousal_is_kept_on_its_scale(arousal: int) -> None:  # E10
    assert Emotion("neutral", arousal).arousal == arousal


def test_unknown_feelings_are_refused_by_name() -> None:  # E2
    with pytest.raises(ValueError, match="unknown emotion tag 'boredom'"):
        Emotion("neutral", 30, ("joy", "boredom"))
    with pytest.raises(ValueError, match="valence must be one of positive, negative, neutral, not 'mixed'"):
        Emotion("mixed")  # type: ignore[arg-type]


def test_a_new_memory() -> None:  # E11
    assert NEW.retention == NEW.intensity
    assert (NEW.level, NEW.text_level) == (1, 1)
    assert (NEW.recalls, NEW.recalled, NEW.recalled_for) == (0, False, None)
    assert (NEW.relations, NEW.archived, NEW.archived_at) == ((), False, None)
    assert (NEW.protected, NEW.revival_requested_at) == (False, None)
    assert NEW.text == "said felt"


def test_every_field_of_the_design_has_its_place() -> None:  # E11
    places = {
        "id": "id", "created": "created", "memory_days": "days", "recalled_since_last_batch": "recalled_for",
        "recall_count": "recalls", "emotional_intensity": "intensity", "decay_coefficient": "coefficient",
        "category": "category", "keywords": "keywords", "current_level": "level", "trigger": "trigger",
        "content": "content", "relations": "relations", "retention_score": "retention", "archived_at": "archived_at",
        "protected": "protected", "revival_requested": "revival_requested_at",
        "revival_requested_at": "revival_requested_at",
    }  # fmt: skip
    felt = {"emotional_valence": "valence", "emotional_arousal": "arousal", "emotional_tags": "tags"}
    assert set(places.values()) <= {field.name for field in fields(Memory)}
    assert set(felt.values()) == {field.name for field in fields(Emotion)}
    assert len(places) + len(felt) + 1 == 22  # the embedding is kept in a table of its own


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("intensity", -1), ("intensity", 101), ("intensity", math.nan), ("intensity", True),
        ("category", "chatter"),
        ("coefficient", 0.0), ("coefficient", 1.01), ("coefficient", math.nan),
        ("days", math.nan), ("days", math.inf), ("retention", math.nan),
        ("level", 0), ("level", 5),
        ("created", datetime(2026, 1, 20, 18)), ("archived_at", datetime(2026, 1, 20)),
    ],
)  # fmt: skip
def test_impossible_memories_are_refused(field: str, value) -> None:  # E1, E5, E10
    with pytest.raises(ValueError, match=r"must"):
        replace(NEW, **{field: value})


@pytest.mark.parametrize("intensity", [0, 100])
def test_the_ends_of_the_scale_are_allowed(intensity: int) -> None:  # E1
    assert replace(NEW, intensity=intensity, coefficient=1.0, days=-2.5).intensity == intensity


MEASURED = Calibration(
    same=((0.5, 0.0), (0.9, 0.85), (1.0, 1.0)), related=((0.2, 0.0), (0.6, 0.75), (1.0, 1.0)),
    relevant=((0.1, 0.0), (0.5, 1.0)),
)  # fmt: skip


def test_a_cosine_is_read_on_the_scale_that_is_asked_for() -> None:  # R13
    cosines = np.array([-1.0, 0.1, 0.3, 0.6, 0.9, 1.0])
    assert MEASURED.read(cosines, "same").tolist() == pytest.approx([0, 0, 0, 0.2125, 0.85, 1])
    assert MEASURED.read(cosines, "related").tolist() == pytest.approx([0, 0, 0.1875, 0.75, 0.9375, 1])
    assert MEASURED.read(cosines, "relevant").tolist() == pytest.approx([0, 0, 0.5, 1, 1, 1])
    assert IDENTITY.read(cosines, "relevant").tolist() == pytest.approx([0, 0.1, 0.3, 0.6, 0.9, 1])
    assert IDENTITY.read(np.array([]), "same").tolist() == []


@pytest.mark.parametrize(
    "points",
    [
        ((0.0, 0.0),),
        ((0.5, 0.0), (0.5, 1.0)),
        ((0.0, 0.5), (1.0, 0.4)),
        ((0.0, 0.0), (1.0, 1.2)),
        ((0.0, -0.1), (1.0, 1.0)),
    ],
)
def test_a_calibration_must_rise_from_0_to_1(points: tuple) -> None:  # R13
    with pytest.raises(ValueError, match="a calibration"):
        Calibration(points, IDENTITY.related, IDENTITY.relevant)


def test_a_threshold_is_turned_back_into_a_cosine() -> None:  # R13
    assert MEASURED.cosine_for(0.85, "same") == pytest.approx(0.9)
    assert MEASURED.cosine_for(0.75, "related") == pytest.approx(0.6)
    assert MEASURED.cosine_for(0.0, "related") == 0.2
    assert MEASURED.cosine_for(1.0, "relevant") == 0.5
    half = Calibration(IDENTITY.same, IDENTITY.related, ((0.0, 0.0), (1.0, 0.5)))
    assert half.cosine_for(0.6, "relevant") > 1  # no cosine reads as so much


@given(st.floats(0, 1))
def test_the_cosine_of_a_threshold_reads_as_the_threshold(value: float) -> None:  # R13
    assert MEASURED.read(np.array([MEASURED.cosine_for(value, "same")]), "same")[0] == pytest.approx(value, abs=1e-9)


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=20))
def test_a_reading_is_absolute_and_keeps_the_order(cosines: list[float]) -> None:  # R13
    read = MEASURED.read(np.sort(np.array(cosines)), "related")
    assert np.all((read >= 0) & (read <= 1))
    assert np.all(np.diff(read) >= 0)
