"""Front matter, as persons write it: read where it can be, and left alone where it cannot."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from omoide.domain.learned import KnowledgeFacts, ProcedureFacts, SkillFacts
from omoide.domain.learned_facts import changed_facts, read_facts, told_facts
from omoide.language.front_matter import join, part, rejoin

FILE = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
TOKYO = timezone(timedelta(hours=9))


def test_facts_and_text_are_told_apart() -> None:
    # T3, K2
    read = part('---\ncreated_at: "2026-02-18T03:00:00+09:00"\nconfidence: 0.9\ntags: [a, b]\n---\n\nお茶。\n')
    assert (read.fields, read.body, read.problem) == (
        {"created_at": "2026-02-18T03:00:00+09:00", "confidence": 0.9, "tags": ["a", "b"]}, "お茶。\n", None,
    )  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["", "just text\n", "---\nhello\n---\nrules, no facts\n", "----\na: 1\n----\n", "- a\n---\n", "---\n", "a: 1\n"],
)
def test_a_page_without_front_matter_is_a_page(text: str) -> None:
    # T3
    read = part(text)
    assert (read.fields, read.body, read.head, read.problem) == ({}, text, None, None)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("---\na: [1\n---\nhi\n", "cannot be read"),
        ("---\na: 1\nnever closed\n", "never closed"),
        ("---\na: &x [1]\nb: *x\n---\n", "references"),
        ("---\na: " + "[" * 600 + "\n---\n", "too long"),
        ("---\na: " + "x" * 30_000 + "\n---\n", "too long"),
        ("---\n\ta: 1\n---\n", "cannot be read"),
        ("---\na: !!python/object:os.system x\n---\n", "cannot be read"),
        ("---\nday: 2026-99-99T00:00:00Z\n---\n", "cannot be read"),
    ],
)
def test_broken_front_matter_keeps_its_text_and_says_what_is_wrong(text: str, reason: str) -> None:
    # T3, T4: nothing is executed, nothing unfolds, nothing is lost
    read = part(text)
    assert (read.fields, read.body, read.head) == ({}, text, None)
    assert read.problem is not None
    assert reason in read.problem[0]
    assert read.problem[1]


def test_a_change_touches_only_its_own_lines() -> None:
    # T3: comments, order and unknown keys of a person stay
    page = (
        "---\n# mine\nowner: Hana   # do not touch\nconfidence: 0.4\nsteps:\n  - one\n  - two\nnote: |\n  a\n\n  b\n"
        "version: 1\n---\n\nbody\n"
    )
    assert rejoin(part(page), {"confidence": 0.5, "version": None, "success_count": 1}, "new body") == (
        "---\n# mine\nowner: Hana   # do not touch\nconfidence: 0.5\nsteps:\n  - one\n  - two\nnote: |\n  a\n\n  b\n"
        "success_count: 1\n---\n\nnew body\n"
    )


def test_where_lines_cannot_be_told_apart_all_is_written_anew() -> None:
    # T3
    again = part(rejoin(part("---\n{a: 1, b: 2}\n---\nx\n"), {"b": 3}, "x"))
    assert (again.fields, again.body) == ({"a": 1, "b": 3}, "x\n")


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(st.characters(codec="utf-8"), max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", min_size=1), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.dictionaries(st.from_regex(r"[a-z_]{1,8}", fullmatch=True), plain, min_size=1, max_size=5),
    st.dictionaries(st.from_regex(r"[a-z_]{1,8}", fullmatch=True), plain, max_size=3),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=50),
)
@example({"a": "\x85😀"}, {"b": "\u2028𐀀"}, "")  # an end of a line to YAML, beside what is written as it is
@example({"a": 1}, {"b": "\xa0"}, "")
@hypothesis_settings(max_examples=150)
def test_what_is_written_is_what_is_read(fields: dict, changes: dict, body: str) -> None:  # type: ignore[type-arg]
    # T3
    page = join(fields, body)
    read = part(page)
    assert (read.fields, read.body.rstrip("\n"), read.problem) == (fields, body.strip("\n"), None)
    again = part(rejoin(read, changes, body))
    expected = {key: value for key, value in (fields | changes).items() if value is not None or key not in changes}
    assert {k: v for k, v in again.fields.items() if v is not None} == {
        k: v for k, v in expected.items() if v is not None
    }


# ---------------------------------------------------------------- the facts of K2


def test_all_facts_of_knowledge_are_read() -> None:
    # K2
    told = part(
        "---\ncreated_at: 2026-02-18T03:00:00+09:00\nupdated_at: 2026-02-19\n"
        "source_episodes: [episode_2026-02-17_001]\nconfidence: 0.9\nauto_consolidated: true\n"
        "version: 2\nsuperseded_by: new\nsupersedes: old\nowner: Hana\n---\n"
    ).fields
    facts, odd = read_facts("knowledge", told, FILE)
    assert odd == ()
    assert facts == KnowledgeFacts(
        created_at=datetime(2026, 2, 18, 3, tzinfo=TOKYO), updated_at=datetime(2026, 2, 19).astimezone(),
        source_episodes=("episode_2026-02-17_001",), confidence=0.9, auto_consolidated=True, version=2,
        superseded_by="new", supersedes=("old",), other={"owner": "Hana"},
    )  # fmt: skip


def test_all_facts_of_a_procedure_are_read_and_told() -> None:
    # K2
    facts = ProcedureFacts(
        description="Deploy", confidence=0.5, success_count=1, failure_count=1, version=2,
        created_at=datetime(2026, 2, 18, 3, tzinfo=TOKYO), updated_at=FILE, auto_distilled=True, protected=True,
    )  # fmt: skip
    told = told_facts(facts)
    assert told == {
        "description": "Deploy", "confidence": 0.5, "success_count": 1, "failure_count": 1, "version": 2,
        "created_at": "2026-02-18T03:00:00+09:00", "updated_at": "2026-01-02T03:04:05+00:00", "auto_distilled": True,
        "protected": True,
    }  # fmt: skip
    assert read_facts("procedure", part(join(told, "x")).fields, FILE) == (facts, ())


def test_a_page_of_document_003_names_no_episodes() -> None:
    # K2, E9: there source_episodes is a count
    assert read_facts("knowledge", {"source_episodes": 3}, FILE)[0] == KnowledgeFacts(created_at=FILE, updated_at=FILE)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("confidence", "high"), ("confidence", 1.5), ("confidence", True), ("version", -1), ("version", 1.5),
        ("created_at", "yesterday"), ("updated_at", [1]), ("source_episodes", {"a": 1}),
        ("auto_consolidated", "perhaps"), ("supersedes", [["a"]]), ("confidence", float("nan")),
        ("confidence", float("inf")),
    ],
)  # fmt: skip
def test_what_cannot_be_understood_is_not_guessed(key: str, value: object) -> None:
    # K2, T4
    facts, odd = read_facts("knowledge", {key: value}, FILE)
    assert (facts, odd) == (KnowledgeFacts(created_at=FILE, updated_at=FILE), (key,))


def test_only_what_differs_is_changed() -> None:
    # K2, T3
    before = KnowledgeFacts(confidence=0.7, supersedes=("a",), other={"owner": "Hana", "x": 1})
    after = KnowledgeFacts(confidence=0.9, superseded_by="b", other={"owner": "Hana"})
    assert changed_facts(before, after) == {"confidence": 0.9, "superseded_by": "b", "supersedes": None, "x": None}
    assert changed_facts(SkillFacts("a"), SkillFacts("a")) == {}
    assert changed_facts(before, before) == {}


def test_dates_of_every_form_are_read() -> None:
    # K2, E5
    forms = ["2026-02-18", "2026-02-18 03:00:00", "2026-02-18T03:00:00Z", "2026-02-18T03:00:00+09:00"]
    read = [read_facts("skill", {"created_at": form}, FILE)[0].created_at for form in forms]
    assert all(moment and moment.tzinfo for moment in read)
    assert [moment.astimezone(UTC).date() for moment in read[2:] if moment] == [date(2026, 2, 18), date(2026, 2, 17)]
