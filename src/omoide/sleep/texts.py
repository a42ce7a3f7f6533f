"""Texts fade after levels do (F10, F11): full account to summary, summary to trace, one step at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from omoide.domain.memory import FULL, SUMMARY, TRACE, Memory
from omoide.errors import Postponed, because
from omoide.language.clean import clean
from omoide.language.detect import language_of
from omoide.ports import Faculties, Progress
from omoide.prompts.compress import Compressed, Summarise, Trace
from omoide.settings import Settings


def let_texts_fade(faculties: Faculties, settings: Settings, progress: Progress | None = None) -> dict[str, Any]:
    """Shorten every text that is fuller than its memory's level allows. Batches are written as they are answered.

    A mind that cannot answer postpones: the level has fallen, the text keeps its own level and waits for another night.
    """
    done, postponed, why = {SUMMARY: 0, TRACE: 0}, 0, None
    for text_level in (FULL, SUMMARY):
        waiting = faculties.store.memories.longer_than_held(faculties.scope, text_level)
        for start in range(0, len(waiting), settings.night.batch):
            rows = waiting[start : start + settings.night.batch]
            memories = faculties.store.memories.fetch(faculties.scope, rows)
            questions = [_question(memory, text_level) for memory in memories]
            answers = faculties.thinker.ask_all(questions)
            _write(faculties, memories, questions, answers, text_level + 1)
            failures = [answer for answer in answers if isinstance(answer, Postponed)]
            done[text_level + 1] += len(answers) - len(failures)
            postponed += len(failures)
            why = failures[0] if failures else why
            if progress:
                progress(min(start + len(rows), len(waiting)), len(waiting))
    result: dict[str, Any] = {"summaries": done[SUMMARY], "traces": done[TRACE], "postponed": postponed}
    return result | because(why)


def _question(memory: Memory, text_level: int) -> Summarise | Trace:
    language = language_of(memory.text)
    if text_level == FULL:
        return Summarise(memory.trigger, memory.content, language)
    return Trace(memory.trigger, memory.content, memory.emotion.tags, language)


def _write(
    faculties: Faculties, memories: Sequence[Memory], questions: Sequence[Any], answers: Sequence[Any], text_level: int
) -> None:
    """What was protected, corrected or deleted while a mind was thinking keeps its text (F6)."""
    with faculties.store.transaction():
        now = faculties.store.memories.fetch(faculties.scope, [memory.row for memory in memories])
        open_to_change = {memory.row for memory in now if not memory.protected and memory.text_level < text_level}
        for memory, question, answer in zip(memories, questions, answers, strict=True):
            if isinstance(answer, Compressed) and memory.row in open_to_change:
                faculties.store.memories.rewrite(
                    memory.row,
                    clean(answer.trigger),
                    clean(answer.content),
                    text_level,
                    faculties.thinker.who(question),
                )
