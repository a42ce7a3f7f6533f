"""What the offline mind answers, and what it leaves for later."""

import subprocess
import sys
from dataclasses import dataclass
from typing import ClassVar

import pytest

from omoide.adapters.models.offline import OfflineMind
from omoide.errors import NoModel, Postponed
from omoide.ports import Wording
from omoide.prompts.analyse_turn import AnalyseTurn, TurnAnalysis
from omoide.prompts.compress import Compressed, Summarise, Trace


@dataclass(frozen=True, slots=True)
class Riddle:
    role: ClassVar[str] = "reply"
    answer: ClassVar[type] = str

    def render(self) -> Wording:
        return Wording("", "What am I?")


# F10: what it makes is marked
def test_it_says_who_it_is():
    assert OfflineMind().who(Riddle()) == "offline"


# F10: what it cannot do it postpones, and says what to do in both languages
def test_any_other_question_is_postponed():
    with pytest.raises(Postponed) as caught:
        OfflineMind().ask(Riddle())
    assert "models.reply" in caught.value.en
    assert "models.reply" in caught.value.ja
    assert caught.value.en != caught.value.ja


# F10
def test_many_questions_are_answered_in_order_with_progress():
    seen: list[tuple[int, int]] = []
    questions = [
        Summarise("こんにちは", "元気です。", "ja"),
        Riddle(),
        AnalyseTurn("hello", "hi", "en"),
        Trace("Emi, Osaka", "trip", ("joy",), "en"),
    ]
    answers = OfflineMind().ask_all(questions, lambda done, of: seen.append((done, of)))
    assert [type(answer) for answer in answers] == [Compressed, NoModel, TurnAnalysis, Compressed]
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert OfflineMind().ask_all([]) == []


# Z1, F10: no model of any kind is behind it, and word lists wait until they are needed
def test_importing_it_loads_neither_models_nor_word_lists():
    script = """
import sys
from omoide.adapters.models.offline import OfflineMind
from omoide.adapters.models.offline import lexicon, situation, topics
OfflineMind()
assert not {"pydantic_ai", "onnxruntime", "torch", "openai", "anthropic"} & set(sys.modules)
caches = (lexicon.english, lexicon.japanese, lexicon.symbols, situation._patterns, topics.dull)
assert [cache.cache_info().currsize for cache in caches] == [0] * 5
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)
