"""The example life leaves something on every page, goes on where it was killed, and touches no home with memories."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest

from omoide import Mind, open_mind
from omoide.adapters.models.recorded import read_recording
from omoide.demo import live_demo, wanted, whose
from omoide.demo.living import FILE, live
from omoide.demo.story import Story, story
from omoide.domain.page import PageName
from omoide.domain.turn import Scope
from omoide.doors.cli import main
from omoide.errors import StoreDamaged
from omoide.pages import entity_names, read_page

NOW = datetime.fromisoformat("2026-11-15T12:00:00+09:00")
BEGUN = {"language": "en", "last_day": "2026-11-10", "lived": False}  # five days ago, and killed at once
SCOPE = Scope("Juno", "Mara")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole life, once: it takes as long as all other tests of this folder together."""
    home = tmp_path_factory.mktemp("demo")
    (home / FILE).write_text(json.dumps(BEGUN), encoding="utf-8")
    seen: list[tuple[int, int]] = []
    assert wanted(home)
    assert live_demo(home, "ja", NOW, lambda done, total: seen.append((done, total))) == SCOPE
    assert seen == [(day, 90) for day in range(1, 91)]
    return home


@pytest.fixture
def mind(home: Path) -> Iterator[Mind]:
    with open_mind(home, persona=SCOPE.persona, person=SCOPE.person) as mind:
        yield mind


def test_what_was_begun_is_ended_in_its_language_and_on_its_dates(home: Path, mind: Mind) -> None:  # F7
    assert (wanted(home), whose(home)) == (False, SCOPE)
    assert json.loads((home / FILE).read_text(encoding="utf-8")) == BEGUN | {"lived": True}
    turns = mind.conversation(1_000)
    assert (turns[0].time.date(), turns[-1].time.date()) == (date(2026, 8, 13), date(2026, 11, 10))
    assert len(turns) == sum(len(talk.exchanges) for talk in story("en").talks)
    nights = mind.nights(200)
    assert len(nights) == 90
    assert mind.faculties.store.runs.last_night(SCOPE) == date(2026, 11, 11).toordinal()


def test_memories_stand_on_all_levels_and_some_came_back(mind: Mind) -> None:  # F2, F4, F6
    counts = mind.counts()
    assert counts.total == len(mind.conversation(1_000))
    assert all(counts.by_level[level] >= 5 for level in (1, 2, 3, 4)), counts
    assert counts.protected >= 1
    steps = [mind.faculties.store.runs.get(SCOPE, date(2026, 11, 11).toordinal() - back) for back in range(90)]
    assert sum(run.steps["revival"]["revived"] for run in steps if run) >= 3
    memories = mind.list()
    assert {memory.made_by for memory in memories} == {"offline", "recorded"}
    assert any(memory.recalls for memory in memories)


def test_every_recorded_answer_was_given_and_is_marked(mind: Mind) -> None:  # D2, D3, K5, T2, M3, F10
    kept = read_recording(story("en").answers)
    insights = mind.insights()
    told = {dream.insight for dream in kept.dreams} | {v.text for v in kept.verdicts if v.kind == "insight"}
    assert ({one.insight for one in insights}, {one.made_by for one in insights}) == (told, {"recorded"})
    pages = {kind: {page.name: page for page in mind.learned(kind)} for kind in ("knowledge", "procedure")}
    assert set(pages["knowledge"]) == {one.title for one in kept.knowledge}
    assert set(pages["procedure"]) == {one.title for one in kept.procedures}
    every = pages["knowledge"] | pages["procedure"]
    assert {one.page: every[one.page].text.strip() for one in kept.updates} == {
        one.page: one.text for one in kept.updates
    }
    facts = Counter(proposal.status for proposal in mind.proposals(None))
    assert facts.total() == len(kept.facts)
    assert set(facts) == {"accepted", "pending"}
    accepted = {proposal.name for proposal in mind.proposals("accepted")}
    assert set(entity_names(mind.faculties)) == accepted


def test_the_inner_life_has_moved(mind: Mind) -> None:  # M2, M3, M4, P1, P3, P5
    assert {goal.status for goal in mind.goals(None)} == {"active", "completed", "abandoned"}
    assert {goal.term for goal in mind.goals()} == {"short", "long"}
    assert mind.questions()
    assert mind.questions(resolved=True)
    assert len(mind.mood()) == len(mind.conversation(1_000))
    kinds = Counter(episode.kind for episode in mind.episodes(archived=None))
    assert {"day", "week", "bonding", "achievement", "discovery"} <= set(kinds)
    assert kinds["day"] == len({talk.day for talk in story("en").talks})
    assert mind.strategy()


def test_pages_tasks_topics_and_the_graph_are_there(mind: Mind) -> None:  # T1, W7, G3, G4, U1
    for kind in ("core_memory", "notepad", "main_diary", "secret_diary", "current_task"):
        assert read_page(mind.faculties, PageName(kind)).text.strip(), kind
    tasks = read_page(mind.faculties, PageName("current_task")).text
    assert "- [ ]" in tasks
    assert "- [x]" in tasks
    assert mind.topics()
    assert "dry jokes" in mind.profile().text
    assert [Path(document.name).name for document in mind.documents()] == ["Caring for instruments.md"]
    assert not mind.backups.list()


def test_the_command_line_says_what_was_recorded(home: Path, capsys: pytest.CaptureFixture[str]) -> None:  # F10
    with pytest.raises(SystemExit):
        main(["dreams", "--limit", "1", "--home", str(home), "--persona", "Juno", "--person", "Mara", "--lang", "en"])
    assert capsys.readouterr().out.splitlines()[0] == "2026-11-11 03:30  day  a song I cannot hear  made by recorded"


def short() -> Story:
    """The first week: enough for a dream, knowledge and a proposal."""
    told = story("en")
    return replace(told, days=7, talks=tuple(talk for talk in told.talks if talk.day <= 7))


def remembered(home: Path) -> dict[str, object]:
    with open_mind(home, persona="Juno", person="Mara") as mind:
        return {
            "memories": [replace(memory, id="") for memory in mind.list()],
            "insights": [replace(insight, id="") for insight in mind.insights()],
            "questions": mind.questions(None),
            "said": [(turn.time, turn.said, turn.replied) for turn in mind.conversation(100)],
            "knowledge": [(page.name, page.text) for page in mind.learned("knowledge")],
            "diary": read_page(mind.faculties, PageName("main_diary")).text,
            "nights": [night.night for night in mind.nights()],
            "mood": [(felt.timestamp, felt.emotion) for felt in mind.mood()],
        }


KILLED = """
import os, signal, sys
from datetime import date, datetime
from pathlib import Path
from omoide import Mind
from tests.demo.test_living import NOW, short
from omoide.demo.living import live

perceive, heard = Mind.perceive, []
def until(self, *given, **named):
    heard.append(1)
    if len(heard) == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
    return perceive(self, *given, **named)
Mind.perceive = until
live(Path(sys.argv[1]), short(), date(2026, 11, 14), NOW)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_killed_on_the_way_it_ends_as_if_nothing_had_happened(tmp_path: Path) -> None:  # F7, E5
    root = Path(__file__).parents[2]
    for turn in ("8", "5"):  # killed, and killed again before it came as far
        environment = os.environ | {"PYTHONPATH": str(root)}
        child = subprocess.run(
            [sys.executable, "-c", KILLED, str(tmp_path / "killed"), turn], env=environment, cwd=root
        )
        assert child.returncode == -signal.SIGKILL
    for name in ("killed", "whole"):
        live(tmp_path / name, short(), date(2026, 11, 14), NOW)
    assert remembered(tmp_path / "killed") == remembered(tmp_path / "whole")
    assert remembered(tmp_path / "whole")["insights"]


@pytest.mark.parametrize("held", ["omoide.db", "personas", "people"])
def test_a_home_that_holds_anything_is_left_alone(tmp_path: Path, held: str) -> None:  # I3
    (tmp_path / "settings.toml").write_text("", encoding="utf-8")
    assert wanted(tmp_path)
    assert wanted(tmp_path / "not there yet")
    (tmp_path / held).mkdir()
    assert (wanted(tmp_path), whose(tmp_path)) == (False, None)


def test_a_home_whose_rows_are_on_a_server_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMOIDE_DATABASE__URL", "postgresql://localhost/omoide")
    assert not wanted(tmp_path)


def test_what_cannot_be_read_is_said_with_a_remedy(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("{", encoding="utf-8")
    with pytest.raises(StoreDamaged, match="delete it"):
        wanted(tmp_path)
