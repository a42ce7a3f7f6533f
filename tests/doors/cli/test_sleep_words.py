"""What a night did is told in words of both languages."""

from __future__ import annotations

import re
from pathlib import Path

from omoide.doors.cli.sleep_words import step_name, told
from omoide.doors.cli.words import speak
from tests.mind.world import mind_in

LETTERS = re.compile("[A-Za-z]")


def test_whatever_a_night_counts_has_words_in_japanese(tmp_path: Path) -> None:  # F7
    with mind_in(tmp_path) as mind:
        mind.remember("I adopted a cat named Mochi!", "Congratulations!", intensity=80)
        steps = mind.sleep(now=mind.faculties.clock.now()).steps
    assert {"topics", "episodes"} <= steps.keys()
    assert {"topics", "new", "episodes"} <= steps["topics"].keys()
    speak("ja")
    try:
        said = [step_name(step) for step in steps]
        said += [told(step, key, 1) for step, did in steps.items() for key in did if not key.endswith("_ja")]
    finally:
        speak("en")
    assert [words for words in said if LETTERS.search(words)] == []
