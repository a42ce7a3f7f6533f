"""Moving in from the folders of document 003's system (N5): each part, plans, twice as once, odd files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from omoide import Mind
from omoide.domain.learned import KnowledgeFacts, ProcedureFacts
from omoide.domain.page import PageName
from omoide.domain.turn import Scope
from omoide.errors import NotFound
from omoide.knowing import learned, read_learned
from omoide.moving import FoldersRead
from omoide.pages import profile_page, read_page
from tests.mind.world import Clock, at, mind_in

NOW = "2026-03-01T12:00:00"
KNOWLEDGE = """---
created_at: "2026-02-18T03:00:00+09:00"
updated_at: "2026-02-18T03:00:00+09:00"
source_episodes: 3
confidence: 0.9
auto_consolidated: true
version: 2
mood: calm
---

Deploys happen on [[Friday]].
"""
PROCEDURE = """---
description: "[deploy] How to ship"
confidence: 0.75
success_count: 3
failure_count: 1
version: 1
created_at: "2026-02-18T03:00:00+09:00"
updated_at: "2026-02-18T03:00:00+09:00"
auto_distilled: true
protected: false
---

1. Build. 2. Ship.
"""
EVENTS = [
    {"ts": "2026-02-17T14:30:00", "type": "message_received", "content": "おはよう", "from": "user", "channel": "chat"},
    {"ts": "2026-02-17T14:30:05", "type": "response_sent", "content": "おはよう!", "to": "user", "channel": "chat"},
    {"ts": "2026-02-17T15:00:00", "type": "tool_use", "tool": "web_search", "summary": "検索実行"},
]


def put(path: Path, text: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house with one persona, as document 003 lays it out."""
    root = tmp_path / "house"
    anima = root / "animas" / "aoi"
    put(anima / "episodes" / "2026-02-14.md", "# 2026-02-14\n\n## 09:30 朝の打ち合わせ\n\n計画を話した。\n")
    put(anima / "episodes" / "2026-02-15_1.md", "## 10:00 First\n\nWe planned.\n")
    put(anima / "episodes" / "2026-02-15_2.md", "## 18:00 Second\n\nWe shipped.\n")
    put(anima / "knowledge" / "deploys.md", KNOWLEDGE)
    put(anima / "procedures" / "ship.md", PROCEDURE)
    put(anima / "skills" / "review.md", "---\ndescription: Reviewing code\n---\n\nRead it twice.\n")
    put(anima / "skills" / "sewing" / "SKILL.md", "---\ndescription: Sewing\n---\n\nMind the needle.\n")
    lines = [json.dumps(event, ensure_ascii=False) for event in EVENTS]
    put(anima / "activity_log" / "2026-02-17.jsonl", "\n".join([*lines, '{"ts":"2026-02-17T15:00:01","ty']))
    put(anima / "state" / "current_task.md", "- [ ] Water the plants\n")
    put(anima / "state" / "conversation.json", json.dumps({"turns": [
        {"role": "human", "content": "おはよう", "timestamp": "2026-02-17T14:30:00"},
        {"role": "assistant", "content": "おはよう!", "timestamp": "2026-02-17T14:30:05"},
        {"role": "assistant", "content": 7},
    ]}, ensure_ascii=False))  # fmt: skip
    put(anima / "shortterm" / "streaming_journal.jsonl", "\n".join([
        json.dumps({"type": "start", "ts": "2026-02-18T10:00:00", "trigger": "chat", "from": "user"}),
        json.dumps({"type": "text", "text": "The answer "}), json.dumps({"type": "text", "text": "begins with"}),
        '{"type": "te',
    ]))  # fmt: skip
    put(root / "shared" / "users" / "yuki" / "index.md", "# Yuki\n\nLikes green tea.\n")
    put(root / "shared" / "users" / "ken" / "index.md", "# Ken\n")
    put(
        root / "shared" / "resolutions.jsonl",
        json.dumps({"ts": "2026-02-16T09:00:00", "issue": "The printer works again", "resolver": "mio"}) + "\n{brok",
    )
    put(root / "common_skills" / "tea.md", "How to make tea.\n")
    return root


@pytest.fixture
def mind(tmp_path: Path) -> Iterator[Mind]:
    with mind_in(tmp_path / "home", Clock(at(NOW)), persona="aoi", person="yuki", timezone="Asia/Tokyo") as mind:
        yield mind


def counts(done: FoldersRead) -> dict[str, tuple[int, int, int]]:
    return {name: (part.new, part.known, part.skipped) for name, part in done.parts.items()}


ALL = {
    "conversation": (1, 0, 1), "journal": (1, 0, 1), "episodes": (2, 0, 0), "activity_log": (1, 2, 1),
    "knowledge": (1, 0, 0), "procedures": (1, 0, 0), "skills": (3, 0, 0), "current_task": (1, 0, 0),
    "people": (2, 0, 0), "resolutions": (1, 0, 1),
}  # fmt: skip


def test_every_part_finds_its_place(mind: Mind, house: Path) -> None:
    # N5, P7, K2, L1, L4, U1, J1
    done = mind.import_folders(house)
    assert (counts(done), done.problems) == (ALL, ())
    assert [(e.date, e.summary, e.made_by) for e in mind.episodes()] == [
        ("2026-02-14", "# 2026-02-14\n\n## 09:30 朝の打ち合わせ\n\n計画を話した。", "import:003"),
        ("2026-02-15", "## 10:00 First\n\nWe planned.\n\n## 18:00 Second\n\nWe shipped.", "import:003"),
    ]
    deploys = read_learned(mind.faculties, "knowledge", "deploys")
    assert deploys is not None
    assert isinstance(deploys.facts, KnowledgeFacts)
    assert (deploys.text.strip(), deploys.facts.confidence, deploys.facts.version, deploys.facts.other) == (
        "Deploys happen on [[Friday]].", 0.9, 2, {"mood": "calm"},
    )  # fmt: skip
    assert "source_episodes: 3" in read_page(mind.faculties, PageName("knowledge", "deploys")).text
    ship = read_learned(mind.faculties, "procedure", "ship")
    assert ship is not None
    assert isinstance(ship.facts, ProcedureFacts)
    assert (ship.description, ship.facts.success_count, ship.facts.failure_count) == ("[deploy] How to ship", 3, 1)
    assert [one.name for one in learned(mind.faculties, "skill")] == ["review", "sewing", "tea"]
    assert read_page(mind.faculties, PageName("current_task")).text == "- [ ] Water the plants\n"
    assert profile_page(mind.faculties).text.strip() == "# Yuki\n\nLikes green tea."
    ken = replace(mind.faculties, scope=Scope("aoi", "ken"))
    assert profile_page(ken).text.strip() == "# Ken"
    (resolved,) = mind.faculties.store.resolutions.recent("yuki")
    assert (resolved.persona, resolved.matter, resolved.ts) == (
        "mio",
        "The printer works again",
        at("2026-02-16T09:00:00"),
    )
    assert [(turn.said, turn.replied, turn.time) for turn in mind.conversation(10)] == [
        ("おはよう", "おはよう!", at("2026-02-17T14:30:00")),
        ("", "The answer begins with", at("2026-02-18T10:00:00")),
    ]


def test_events_come_to_their_days_and_no_message_twice(mind: Mind, house: Path) -> None:
    # N5, L1
    mind.import_folders(house)
    days = mind.faculties.activity.days(mind.scope)
    log = [event for day in days for _, event in mind.faculties.activity.on(mind.scope, day)]
    assert sorted((event.ts.isoformat(), event.type, event.content or event.summary) for event in log) == [
        ("2026-02-17T14:30:00+09:00", "message_received", "おはよう"),
        ("2026-02-17T14:30:00+09:00", "response_sent", "おはよう!"),
        ("2026-02-17T15:00:00+09:00", "tool_use", "検索実行"),
        ("2026-02-18T10:00:00+09:00", "response_sent", "The answer begins with"),
    ]


def test_twice_is_the_same_as_once(mind: Mind, house: Path) -> None:
    # N5, E7
    mind.import_folders(house)
    before = snapshot(mind)
    again = mind.import_folders(house / "animas" / "aoi")
    assert counts(again) == {name: (0, new + known, skipped) for name, (new, known, skipped) in ALL.items()}
    assert again.problems == ()
    assert snapshot(mind) == before


def test_a_plan_counts_a_matter_again_that_came_back(mind: Mind, house: Path) -> None:
    # N5, L4: the same within a day is an echo, later it is news; the plan says what moving in does
    told = [
        {
            "ts": f"2026-02-{day}T09:00:00",
            "issue": "The rent is paid" if day != "03" else "The RENT is paid!",
            "resolver": "mio",
        }
        for day in ("01", "01", "03", "02", "20")
    ]
    put(house / "shared" / "resolutions.jsonl", "\n".join(json.dumps(one) for one in told))
    for plan in (True, False):
        assert counts(mind.import_folders(house, plan=plan))["resolutions"] == (3, 2, 0), plan
    assert counts(mind.import_folders(house, plan=True))["resolutions"] == (0, 5, 0)


def test_a_plan_says_it_all_and_changes_nothing(mind: Mind, house: Path) -> None:
    # N5
    before = snapshot(mind)
    planned = mind.import_folders(house, plan=True)
    assert counts(planned) == ALL | {"activity_log": (3, 0, 1)}  # the conversation would bring two of them
    assert snapshot(mind) == before


def snapshot(mind: Mind) -> object:
    files = sorted(path for path in mind.home.rglob("*") if path.suffix in (".md", ".jsonl"))
    rows = (mind.episodes(), mind.conversation(50), mind.list(), mind.faculties.store.resolutions.recent("yuki"))
    return rows, {path.relative_to(mind.home).as_posix(): path.read_bytes() for path in files}


def test_days_that_are_told_stay_as_they_are(mind: Mind, house: Path) -> None:
    # N5, P7
    mind.import_folders(house)
    told = mind.episodes()
    put(house / "animas" / "aoi" / "episodes" / "2026-02-14.md", "Something else.\n")
    assert counts(mind.import_folders(house, plan=True))["episodes"] == (0, 2, 0)
    assert counts(mind.import_folders(house))["episodes"] == (0, 2, 0)
    assert mind.episodes() == told


def test_odd_files_are_named_and_the_others_come_in(mind: Mind, house: Path, tmp_path: Path) -> None:
    # N5, T4
    anima = house / "animas" / "aoi"
    put(tmp_path / "secret.md", "of somebody else")
    (anima / "knowledge" / "out.md").symlink_to(tmp_path / "secret.md")
    put(anima / "knowledge" / "broken.md", "---\nconfidence: [0.9\n---\n\nStill worth reading.\n")
    put(anima / "knowledge" / "picture.md", b"\x89PNG\r\n\x1a\n\x00\x00")
    put(anima / "knowledge" / "con.md", "A device.")
    put(anima / "knowledge" / "bare.md", "No front matter at all.\n")
    put(anima / "knowledge" / ".hidden.md", "not ours")
    put(anima / "episodes" / "someday.md", "No date.\n")
    put(anima / "activity_log" / "2026-02-18.jsonl", b'{"ts":"yesterday","type":"error"}\n[1]\n\xff\xfe\n\n')
    put(anima / "state" / "conversation.json", "{")
    done = mind.import_folders(house)
    told = sorted(re.sub(r"^animas/aoi/([\w/.]+).*", r"\1", problem.en) for problem in done.problems)
    assert told == [
        "episodes/someday.md", "knowledge/broken.md", "knowledge/con.md", "knowledge/out.md", "knowledge/picture.md",
        "state/conversation.json",
    ]  # fmt: skip
    assert all(problem.ja != problem.en for problem in done.problems)
    assert counts(done)["knowledge"] == (3, 0, 0)
    assert counts(done)["activity_log"] == (3, 0, 4)
    pages = {item.name: item for item in learned(mind.faculties, "knowledge")}
    assert sorted(pages) == ["bare", "broken", "deploys"]
    assert pages["broken"].problem
    assert "Still worth reading." in read_page(mind.faculties, PageName("knowledge", "broken")).text
    assert "of somebody else" not in json.dumps(sorted(str(snapshot(mind))))


def test_a_page_that_says_something_else_stays_and_the_text_goes_beside_it(mind: Mind, house: Path) -> None:
    # N5, T1
    put(mind.home / "personas/aoi/people/yuki/knowledge/deploys.md", "By hand.\n")
    done = mind.import_folders(house)
    assert counts(done)["knowledge"] == (0, 0, 1)
    assert len(done.problems) == 1
    assert "conflicts" in done.problems[0].en
    assert read_page(mind.faculties, PageName("knowledge", "deploys")).text == "By hand.\n"
    again = mind.import_folders(house)
    assert (counts(again)["knowledge"], again.problems) == ((0, 1, 0), ())


def test_secrets_stay_outside(mind: Mind, house: Path) -> None:
    # E8
    key = "sk-ant-api03-" + "a1B2" * 20
    anima = house / "animas" / "aoi"
    put(anima / "knowledge" / "keys.md", f"The key is {key}.\n")
    put(anima / "episodes" / "2026-02-16.md", f"We used {key}.\n")
    put(
        anima / "activity_log" / "2026-02-19.jsonl",
        json.dumps({"ts": "2026-02-19T10:00:00", "type": "tool_use", "tool": "curl", "args": {"key": key}}) + "\n",
    )
    put(house / "shared" / "users" / "yuki" / "index.md", f"Their key: {key}")
    mind.import_folders(house)
    mind.close()
    kept = b"".join(path.read_bytes() for path in sorted(mind.home.rglob("*")) if path.is_file())
    assert key.encode() not in kept


def test_which_persona_is_meant(mind: Mind, house: Path, tmp_path: Path) -> None:
    put(house / "animas" / "mio" / "episodes" / "2026-02-14.md", "Mio's day.\n")
    assert mind.import_folders(house, plan=True).folder == house / "animas" / "aoi"
    (house / "animas" / "aoi").rename(house / "animas" / "other")
    with pytest.raises(NotFound, match="mio, other"):
        mind.import_folders(house)
    with pytest.raises(NotFound, match="none of the folders"):
        mind.import_folders(tmp_path)


def test_what_must_not_be_remembered_is_not_moved_in(tmp_path: Path, house: Path) -> None:
    # N2, N5: neither from the log nor from what was resolved
    with mind_in(
        tmp_path / "home", Clock(at(NOW)), persona="aoi", person="yuki", timezone="Asia/Tokyo",
        privacy={"never": ["printer"]},
    ) as mind:  # fmt: skip
        assert counts(mind.import_folders(house))["resolutions"] == (0, 0, 2)
        assert mind.faculties.store.resolutions.recent("yuki") == []
