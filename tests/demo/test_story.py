"""The example lives are whole: ninety days in the form that is read, without secrets, and every recorded answer has the
words that call for it."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from itertools import pairwise

import pytest

from omoide.adapters.models.recorded import read_recording
from omoide.demo.story import DAYS, read_talks, story
from omoide.language.detect import Language, language_of
from omoide.language.reply_tags import strip
from omoide.perceive.redaction import redact

LANGUAGES: tuple[Language, ...] = ("ja", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_ninety_days_some_of_them_silent(language: Language) -> None:  # I3, W1
    told = story(language)
    days = [talk.day for talk in told.talks]
    assert (told.days, min(days), max(days)) == (DAYS, 1, DAYS)
    assert 5 <= DAYS - len(set(days)) <= 15
    assert 170 <= sum(len(talk.exchanges) for talk in told.talks) <= 320
    assert all((a.day, a.begins) < (b.day, b.begins) for a, b in pairwise(told.talks))


@pytest.mark.parametrize("language", LANGUAGES)
def test_talks_of_a_day_do_not_run_into_each_other(language: Language) -> None:  # W6
    zone = timezone(timedelta(hours=9))
    told = story(language)
    times = [moment for talk in told.talks for moment, _ in talk.on(told.date_of(talk.day, date(2026, 11, 14)), zone)]
    assert all(a < b for a, b in pairwise(times))
    assert times[-1].date() == date(2026, 11, 14)
    begun = [next(iter(talk.on(date(2026, 1, talk.day % 28 + 1), zone)))[0] for talk in told.talks]
    assert all(isinstance(moment, datetime) and moment.utcoffset() == timedelta(hours=9) for moment in begun)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reply_tells_what_was_felt_and_nothing_is_a_secret(language: Language) -> None:  # M2, E8
    for talk in story(language).talks:
        for exchange in talk.exchanges:
            seen = strip(exchange.replied)
            assert seen.emotion is not None
            assert "<" not in seen.visible
            assert redact(exchange.said) == exchange.said
            assert redact(seen.visible) == seen.visible
            assert language_of(seen.visible) == language


def test_both_lives_have_the_same_course() -> None:
    ja, en = (read_recording(story(language).answers) for language in LANGUAGES)
    assert [talk.day for talk in story("ja").talks] == [talk.day for talk in story("en").talks]
    assert len(ja.knowledge) == len(en.knowledge)
    assert len(ja.procedures) == len(en.procedures)
    assert [bool(dream.resolved) for dream in ja.dreams] == [
        bool(dream.resolved) for dream in en.dreams[: len(ja.dreams)]
    ]
    for language, cat, dog in (("ja", "猫", "犬"), ("en", "a cat", " dog")):  # it is a cat that comes in from the rain
        life = story(language)
        said = [exchange.said for talk in life.talks for exchange in talk.exchanges]
        came = next(exchange.said for talk in life.talks if talk.day == 20 for exchange in talk.exchanges)
        assert (cat in came, dog in "\n".join([*said, life.answers])) == (True, False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_calls_for_an_answer_is_said_exactly_once(language: Language) -> None:  # F10
    told = story(language)
    kept = read_recording(told.answers)
    said = "\n".join(exchange.said for talk in told.talks for exchange in talk.exchanges)
    cues = [one.cue for group in (kept.felt, kept.dreams, kept.facts, kept.knowledge, kept.procedures, kept.updates)
            for one in group]  # fmt: skip
    assert len(cues) > 100
    assert {cue: said.count(cue) for cue in cues if said.count(cue) != 1} == {}
    pages = {one.title for one in [*kept.knowledge, *kept.procedures]}
    assert {one.page for one in kept.updates} <= pages
    topics = [question.topic for dream in kept.dreams for question in dream.new_questions]
    goals = [goal.goal for dream in kept.dreams for goal in dream.new_goals]
    for dream in kept.dreams:
        assert all(sum(words in topic for topic in topics) == 1 for words in dream.resolved)
        assert all(sum(words in goal for goal in goals) == 1 for words in (*dream.progress, *dream.completed))
    answered = [words for dream in kept.dreams for words in dream.resolved]
    assert sorted(answered) == sorted(verdict.topic for verdict in kept.verdicts)


@pytest.mark.parametrize("text", ["# 1 9:00\n> a\n< b {joy 0.5}\n", "# 1 09:00\n> a\n< b\n", "# 1 09:00\n> a\n"])
def test_a_text_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"form|shorter|longer"):
        list(read_talks(text))
