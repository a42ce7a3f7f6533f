"""The readers of data sets and the counting of the recall harness, on small files written here.

R12, X6
"""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bench.finding import jsquad, locomo, longmemeval, persona_chat, tables
from bench.finding.measures import all_found, any_found, bootstrap, distinct, ndcg, recall
from bench.finding.run import OURS, run, run_apart, run_nights
from bench.finding.talk import Exchange, Question, Talk, Utterance, exchanges

START = datetime(2026, 1, 5, 20, tzinfo=UTC)


def write(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


def said(*pairs: str) -> list[Utterance]:
    return [Utterance(str(n), speaker, f"text {n}") for n, speaker in enumerate(pairs)]


def test_turns_are_what_a_person_said_with_the_reply() -> None:
    spoken = said("b", "a", "b", "a", "a", "b", "a")
    turns = list(exchanges("s", START, "a", spoken))
    assert [tuple(one.id for one in turn.utterances) for turn in turns] == [
        ("0",), ("1", "2"), ("3",), ("4", "5"), ("6",),
    ]  # fmt: skip
    assert [(turn.time - START).seconds for turn in turns] == [0, 60, 120, 180, 240]


def test_a_list_is_cut_at_distinct_utterances() -> None:
    found = distinct(["a", "b", "a", "c", "d"], 3)
    assert found == ["a", "b", "c"]
    gold = frozenset(["c", "x"])
    assert (recall(found, gold, 3), recall(found, gold, 2), any_found(found, gold, 3)) == (0.5, 0.0, 1.0)
    assert (all_found(found, gold, 3), all_found(found, frozenset("ab"), 2)) == (0.0, 1.0)
    assert ndcg(["c"], frozenset("c"), 10) == 1.0
    assert ndcg(["a", "c"], frozenset("c"), 10) == pytest.approx(0.6309, abs=1e-4)


def test_an_interval_holds_its_mean_and_is_the_same_each_time() -> None:
    values = [0.0, 1.0, 1.0, 0.0, 1.0]
    figure = bootstrap(values)
    assert figure == bootstrap(values)
    assert figure.low <= figure.value == 0.6 <= figure.high
    assert bootstrap([]).count == 0


def sample(name: str, a: str, b: str, topic: str) -> dict:
    talk = [
        {"speaker": a, "dia_id": "D1:1", "text": f"Hi {b}, I started {topic} lessons.", "blip_caption": f"a {topic}"},
        {"speaker": b, "dia_id": "D1:2", "text": "How wonderful! Who teaches you?"},
        {"speaker": a, "dia_id": "D1:3", "text": "Old Mr Brown from the corner shop."},
    ]
    asked = [
        {"question": f"What lessons did {a} start?", "answer": topic, "evidence": ["D1:1"], "category": 4},
        {"question": f"Who teaches {a}?", "answer": "Mr Brown", "evidence": ["D1:02; D1:3"], "category": 1},
        {"question": "Nothing?", "answer": "", "evidence": ["D9:9"], "category": 2},
        {"question": f"What did {b} start?", "evidence": ["D1:1"], "category": 5},
    ]
    told = {"speaker_a": a, "speaker_b": b, "session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": talk}
    return {"sample_id": name, "conversation": told, "qa": asked}


def test_locomo(tmp_path: Path) -> None:
    names = [("Ann", "Bob", "violin"), ("Cyd", "Dan", "judo"), ("Eve", "Fay", "chess"), ("Gus", "Hal", "golf")]
    path = write(tmp_path / "locomo.json", [sample(f"conv-{n}", *some) for n, some in enumerate(names)])
    assert [talk.name for talk in locomo.read(path, "tune")] == ["conv-0", "conv-1"]
    eve, gus = locomo.read(path, "report")
    assert (eve.name, eve.person, eve.persona) == ("conv-2", "Eve", "Fay")
    assert eve.exchanges[0].said.text.endswith("[photo: a chess]")  # type: ignore[union-attr]
    assert eve.exchanges[0].time == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    assert [(q.kind, sorted(q.gold), q.refuse) for q in eve.questions] == [
        ("single-hop", ["D1:1"], False), ("multi-hop", ["D1:2", "D1:3"], False), ("adversarial", ["D1:1"], True),
    ]  # fmt: skip
    assert eve.never[0] == "What lessons did Gus start?"
    assert eve.never_renamed[0] == "What lessons did Eve start?"
    assert gus.name == "conv-3"


def test_longmemeval(tmp_path: Path) -> None:
    def one(name: str) -> dict:
        return {
            "question_id": name, "question_type": "single-session-user", "question": "What is my dog called?",
            "answer": "Rex", "question_date": "2023/05/30 (Tue) 23:40", "haystack_session_ids": ["s1", "s2"],
            "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 10:00"],
            "haystack_sessions": [
                [{"role": "user", "content": "My dog Rex is ill.", "has_answer": True},
                 {"role": "assistant", "content": "I hope he gets well."}],
                [{"role": "user", "content": "Plan a trip to Kyoto."}, {"role": "assistant", "content": "Gladly."}],
            ],
            "answer_session_ids": ["s1"],
        }  # fmt: skip

    path = write(tmp_path / "lme.json", [one("q1"), one("q2_abs")])
    known, unknown = longmemeval.read(path, "all")
    assert known.questions == (Question("What is my dog called?", "single-session-user", frozenset(["s1"])),)
    assert [known.ids(exchange) for exchange in known.exchanges] == [["s1"], ["s2"]]
    assert (unknown.questions, unknown.never) == ((), ("What is my dog called?",))
    tally = run([known, unknown], "builtin", 0.3, ablate=False)
    assert tally.values[OURS, "all", "all@5"] == [1.0]


def test_longmemeval_finds_one_session_among_fifty(tmp_path: Path) -> None:
    # R12: the published form, as long as its haystacks are; asked on the day that the file names
    start = datetime(2023, 5, 1, 9, tzinfo=UTC)
    sessions: list[list[dict[str, Any]]] = [
        [{"role": "user", "content": f"Tell me about topic {n}."}, {"role": "assistant", "content": f"It is {n} {n}."},
         {"role": "user", "content": ""}]
        for n in range(50)
    ]  # fmt: skip
    sessions[7].append({"role": "user", "content": "I keep the gramophone in the attic.", "has_answer": True})
    one = {
        "question_id": "q1", "question_type": "single-session-user", "question": "Where is my gramophone?",
        "answer": "In the attic", "question_date": "2023/06/30 (Fri) 23:40",
        "haystack_session_ids": [f"s{n}" for n in range(50)],
        "haystack_dates": [(start + timedelta(days=n)).strftime("%Y/%m/%d (%a) %H:%M") for n in range(50)],
        "haystack_sessions": sessions, "answer_session_ids": ["s7"],
    }  # fmt: skip
    (talk,) = longmemeval.read(write(tmp_path / "lme.json", [one]), "all")
    assert talk.until == datetime(2023, 6, 30, 23, 40, tzinfo=UTC)
    assert len(talk.exchanges) == 51
    tally = run([talk], "builtin", 0.3, ablate=False)
    assert tally.values[OURS, "all", "all@5"] == [1.0]


def test_jsquad(tmp_path: Path) -> None:
    paragraph = {"context": "梅雨 [SEP] 梅雨は雨の多い期間。", "qas": [{"question": "梅雨とは？"}]}
    path = write(tmp_path / "j.json", {"data": [{"paragraphs": [paragraph] * 2}] * 10})
    whole, held_back = jsquad.read(path, "all")
    assert whole.exchanges[0].said == Utterance("0:0", "me", "梅雨。梅雨は雨の多い期間。")
    assert (len(whole.exchanges), len(whole.questions), len(whole.never)) == (20, 20, 0)
    assert (len(held_back.exchanges), len(held_back.questions), len(held_back.never)) == (18, 0, 2)
    assert len({exchange.session for exchange in whole.exchanges}) == 20
    asked = [
        (len(whole.exchanges), len(whole.questions)) for whole, _ in (jsquad.read(path, s) for s in ("tune", "report"))
    ]
    assert asked == [(20, 4), (20, 16)]  # all paragraphs are told, whichever questions are asked


def test_a_japanese_set_is_made_from_dialogues_the_same_way_each_time(tmp_path: Path) -> None:
    lines = []
    for number in range(6):
        texts = [
            ("AA", f"趣味は将棋ですか、それとも登山{'部' * (number % 2)}ですか？"),
            ("AB", f"最近はギター教室に通って楽しく続けています。第{number}回"),
            ("AA", f"先日は京都旅行で湯豆腐{number}を食べました"),
            ("AB", "将棋も京都旅行も良いですね"),
        ]
        spoken = [
            {"speaker": who, "text": text, "time": f"2022-08-{number + 1:02}T14:5{n}:18.360000"}
            for n, (who, text) in enumerate(texts)
        ]
        lines.append(json.dumps({"dialogue_id": number, "interlocutors": ["AA", "AB"], "utterances": spoken}))
    path = tmp_path / "chat.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    (talk,) = persona_chat.read(path, "tune")
    assert [talk] == persona_chat.read(path, "tune")
    assert (talk.person, talk.persona, len(talk.exchanges)) == ("AA", "AB", 12)
    ids = {one.id for exchange in talk.exchanges for one in exchange.utterances}
    assert talk.questions
    assert all(question.gold <= ids for question in talk.questions)
    assert "dated" in {question.kind for question in talk.questions}


@pytest.fixture
def small() -> Talk:
    texts = [("I bought a violin.", "Show me!"), ("It rains.", "Again."), ("My uncle came.", "From Kobe?")]
    turns = tuple(
        Exchange("s", START.replace(minute=n), Utterance(f"{n}a", "ann", a), Utterance(f"{n}b", "bob", b))
        for n, (a, b) in enumerate(texts)
    )
    asked = (Question("violin", "word", frozenset(["0a"])), Question("uncle", "word", frozenset(["2a"])))
    return Talk("small", "bob", "ann", turns, asked, never=("quantum chromodynamics",))


def test_every_method_answers_in_one_run_and_the_record_tells_all(small: Talk, tmp_path: Path) -> None:
    tally = run([small], "builtin", 0.3, ablate=True)
    methods = {method for method, _, measure in tally.values if measure == "recall@10"}
    assert {OURS, "BM25", "BM25, previous + current", "dense", "rank fusion"} <= methods
    assert tally.values[OURS, "word", "recall@5"] == tally.values["BM25", "word", "recall@5"] == [1.0, 1.0]
    assert tally.values["false recall", "never said", "share"] == [0.0]
    tables.publish("small", tally, {"recall": {}}, ["--x"], tmp_path)
    record = json.loads((tmp_path / "finding-small.json").read_text(encoding="utf-8"))
    assert {"version", "machine", "settings", "command", "figures"} <= record.keys()
    assert "word, 2 questions" in tables.table(tally)
    assert "never said: 0.000" in tables.shares(tally)


def test_talks_apart_give_the_same_figures(small: Talk) -> None:
    talks = [small, replace(small, name="again")]
    alone, apart = (
        {
            key: values
            for key, values in run_apart(talks, "builtin", 0.3, False, None, jobs).values.items()
            if key[2] != "ms"
        }
        for jobs in (1, 2)
    )
    assert alone == apart


def test_remembering_after_nights_is_told_by_level(small: Talk) -> None:
    tally = run_nights([replace(small, never=())], "builtin", 30)
    kinds = {kind for method, kind, _ in tally.values if method == "30 nights, relevance"}
    assert any(kind.startswith("evidence at level") for kind in kinds)
    assert len(tally.values["30 nights, relevance", "all", "recall@10"]) == 2  # each question once
