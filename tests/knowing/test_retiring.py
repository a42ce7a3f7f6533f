"""Putting pages away and bringing them back, and how procedures went: also with others at it, and killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from omoide import Mind
from omoide.domain.disuse import Use
from omoide.domain.learned import KnowledgeFacts, ProcedureFacts
from omoide.errors import NotFound, Refused
from omoide.knowing import (
    injected,
    learned,
    mark_used,
    note_injected,
    one_learned,
    report_outcome,
    restore,
    retire,
    search_learned,
    settle_injected,
    usage,
)
from omoide.knowing.history import changes
from tests.knowing.shelf import by_hand, file_of, teach
from tests.mind.world import Clock, mind_in

ROOT = Path(__file__).parents[2]


@pytest.fixture
def mind(tmp_path: Path):
    with mind_in(tmp_path) as opened:
        yield opened


def found(mind: Mind, cue: str) -> list[str]:
    return [one.item.name for one in search_learned(mind.faculties, mind.settings, cue, now=mind.faculties.clock.now())]


def told(mind: Mind, kind: str, name: str) -> list[tuple[str, str, str]]:
    return [(one.action, one.reason, one.related) for one in changes(mind.faculties, kind, name)]


# ---------------------------------------------------------------- the archive (K3, K6)


def test_what_is_put_away_is_not_found_and_comes_back_with_all_that_was_counted(mind: Mind) -> None:
    # K3, K6: nothing is deleted
    f, s, now = mind.faculties, mind.settings, mind.faculties.clock.now()
    item = teach(mind, "knowledge", "tea", "Hana drinks sencha.", confidence=0.7)
    before = file_of(mind.home, "knowledge", "tea").read_text()
    mark_used(f, [item], now)
    away = retire(f, s, item, now, action="supersede", reason="news", sources=["e1"], into="coffee")
    assert (away.archived, away.text, away.facts.__class__) == (True, "Hana drinks sencha.", KnowledgeFacts)
    assert isinstance(away.facts, KnowledgeFacts)
    assert (away.facts.superseded_by, away.facts.confidence) == ("coffee", 0.7)
    assert (found(mind, "sencha"), learned(f), usage(f)) == ([], [], {})
    assert not file_of(mind.home, "knowledge", "tea").exists()
    assert (mind.home / "personas/aoi/people/me/archive/knowledge/tea.md").exists()
    assert f.store.learned.put_away_at(mind.scope) == {("knowledge", "tea"): now}
    restore(f, s, "knowledge", "TEA", now)
    assert file_of(mind.home, "knowledge", "tea").read_text() == before
    assert (found(mind, "sencha"), learned(f, archived=True)) == (["tea"], [])
    assert usage(f) == {("knowledge", "tea"): Use(1, now)}
    assert told(mind, "knowledge", "tea") == [
        ("created", "learned", ""), ("supersede", "news", "coffee"), ("restored", "", ""),
    ]  # fmt: skip


def test_a_second_page_of_the_name_does_not_write_over_the_first_in_the_archive(mind: Mind) -> None:
    # K6
    f, s, now = mind.faculties, mind.settings, mind.faculties.clock.now()
    for text in ("first", "second"):
        retire(f, s, teach(mind, "procedure", "sew", text), now, action="forget")
    assert one_learned(f, "procedure", "sew", archived=True).text == "second"
    kept = [path.read_text() for path in (mind.home / "personas/aoi/people/me/versions").rglob("*.md")]
    assert sum("first" in text for text in kept) == 2  # as it stood, and as it lay in the archive


def test_what_cannot_be_put_away_or_brought_back_is_said(mind: Mind) -> None:
    # K6, N6
    f, s, now = mind.faculties, mind.settings, mind.faculties.clock.now()
    (mind.home / "skills").mkdir()
    (mind.home / "skills/sew.md").write_text("slowly\n")
    with pytest.raises(Refused, match="by hand for everybody"):
        retire(f, s, one_learned(f, "skill", "sew"), now, action="forget")
    with pytest.raises(NotFound, match="archived"):
        restore(f, s, "knowledge", "tea", now)
    item = teach(mind, "knowledge", "tea", "one")
    retire(f, s, item, now, action="forget")
    teach(mind, "knowledge", "tea", "two")
    with pytest.raises(Refused, match="already"):
        restore(f, s, "knowledge", "tea", now)
    by_hand(mind.home, "knowledge", "tea", "edited meanwhile\n")
    with pytest.raises(Refused, match="changed meanwhile"):
        retire(f, s, item, now, action="forget")
    assert file_of(mind.home, "knowledge", "tea").read_text() == "edited meanwhile\n"
    assert f.store.learned.intents(mind.scope) == {}


def test_a_broken_page_is_put_away_as_it_is(mind: Mind) -> None:
    # T3, K6
    text = "---\nconfidence: [\n---\nHana drinks sencha.\n"
    by_hand(mind.home, "knowledge", "tea", text)
    mind.retire_page("knowledge", "tea")
    assert (mind.home / "personas/aoi/people/me/archive/knowledge/tea.md").read_text() == text
    mind.restore_page("knowledge", "tea")
    assert file_of(mind.home, "knowledge", "tea").read_text() == text


KILLED = """
import os, signal, sys
from omoide.adapters.files.pages import FilePages
from omoide.adapters.sql.learned import SqlLearned
from omoide.knowing import retiring
from tests.mind.world import mind_in
from pathlib import Path

calls = 0
def deadly(real):
    def call(*arguments, **more):
        global calls
        calls += 1
        if calls == int(sys.argv[3]):
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*arguments, **more)
    return call

with mind_in(Path(sys.argv[1])) as mind:
    mind.learned()
    for place, name in (
        (FilePages, "write"), (FilePages, "remove"), (SqlLearned, "intend"), (SqlLearned, "put_away"),
        (SqlLearned, "bring_back"), (retiring, "unindex"), (retiring, "take_in"),
    ):
        setattr(place, name, deadly(getattr(place, name)))
    if sys.argv[2] == "retire":
        mind.retire_page("knowledge", "tea", "why")
    else:
        mind.restore_page("knowledge", "tea")
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
@pytest.mark.parametrize("way", ["retire", "restore"])
def test_killed_at_any_step_a_page_is_in_one_place_and_its_text_is_whole(tmp_path: Path, way: str) -> None:
    # K6, D5: decided or not; what was decided is finished by the next look
    ended, outcomes = 1, set()
    for step in range(1, 12):
        home = tmp_path / f"{way}{step}"
        with mind_in(home) as mind:
            teach(mind, "knowledge", "tea", "Hana drinks sencha.")
            if way == "restore":
                mind.retire_page("knowledge", "tea")
        ended = subprocess.run(
            [sys.executable, "-c", KILLED, str(home), way, str(step)], check=False, cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        ).returncode  # fmt: skip
        with mind_in(home) as mind:
            here, away = mind.learned("knowledge"), mind.learned("knowledge", archived=True)
            assert [one.text for one in here + away] == ["Hana drinks sencha."], step
            assert found(mind, "sencha") == [one.name for one in here], step
            assert mind.faculties.store.learned.intents(mind.scope) == {}, step
            actions = [action for action, *_ in told(mind, "knowledge", "tea")]
            assert len(actions) == len(set(actions)), step
            assert (
                actions[-1]
                == {"retire": ("archived", "created"), "restore": ("restored", "archived")}[way][
                    bool(here) == (way == "retire")
                ]
            ), step
            outcomes.add(bool(here))
        if ended == 0:
            break
    assert ended == 0
    assert outcomes == {True, False}


# ---------------------------------------------------------------- outcomes (K4)


def test_outcomes_are_counted_and_kept_in_the_history(mind: Mind) -> None:
    # K4, R11
    teach(mind, "procedure", "sew", "slowly", description="sew", confidence=0.4, auto_distilled=True)
    mind.report_outcome("sew", True, "a straight seam")
    item = mind.report_outcome("Sew", False)
    assert isinstance(item.facts, ProcedureFacts)
    assert (item.facts.success_count, item.facts.failure_count, item.facts.confidence) == (1, 1, 0.5)
    assert told(mind, "procedure", "sew")[1:] == [
        ("outcome", "succeeded: a straight seam", ""),
        ("outcome", "failed", ""),
    ]
    for name in ("nothing", "tea"):
        teach(mind, "knowledge", "tea", "x")
        with pytest.raises(NotFound, match="no procedure"):
            mind.report_outcome(name, True)


REPORT = """
import sys
from pathlib import Path
from tests.mind.world import mind_in
with mind_in(Path(sys.argv[1])) as mind:
    print("ready", flush=True)
    sys.stdin.readline()
    for _ in range(5):
        mind.report_outcome("sew", sys.argv[2] == "yes")
"""


def test_reports_of_several_processes_at_once_are_all_counted(tmp_path: Path) -> None:
    # K4, X8
    with mind_in(tmp_path) as mind:
        teach(mind, "procedure", "sew", "slowly", description="sew")
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", REPORT, str(tmp_path), says], cwd=ROOT, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
        for says in ("yes", "yes", "no")
    ]  # fmt: skip
    for writer in writers:
        assert writer.stdout
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        assert writer.stdin
        writer.stdin.write("go\n")
        writer.stdin.flush()
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    for writer in writers:
        writer.communicate()
    with mind_in(tmp_path) as mind:
        facts = mind.learned_page("procedure", "sew").facts
        assert isinstance(facts, ProcedureFacts)
        assert (facts.success_count, facts.failure_count, facts.confidence) == (10, 5, 0.6667)
        assert len(told(mind, "procedure", "sew")) == 16
        assert not (tmp_path / "personas/aoi/people/me/conflicts").exists()


def test_what_a_session_was_shown_waits_for_its_end_unless_it_was_reported(tmp_path: Path) -> None:
    # K4
    clock = Clock()
    with mind_in(tmp_path, clock) as mind, mind_in(tmp_path, clock, person="ken") as ken:
        f = mind.faculties
        for name in ("sew", "cook", "wash"):
            teach(mind, "procedure", name, "slowly", description=name)
        note_injected(f, "s1", ["sew", "cook"], clock.now())
        note_injected(f, "s1", ["cook", "wash"], clock.now())
        note_injected(f, "s2", ["cook"], clock.forward(minutes=1))
        assert injected(f, "s1") == ["sew", "cook", "wash"]
        assert (injected(ken.faculties, "s1"), injected(f, "s3")) == ([], [])
        mind.report_outcome("cook", True)
        assert (injected(f, "s1"), injected(f, "s2")) == (["sew", "cook", "wash"], [])  # it was shown there last
        report_outcome(f, mind.settings, "sew", False, clock.now(), session="s2")
        assert injected(f, "s1") == ["sew", "cook", "wash"]
        report_outcome(f, mind.settings, "sew", False, clock.now(), session="s1")
        assert injected(f, "s1") == ["cook", "wash"]
        assert settle_injected(f, "s1") == 2
        assert injected(f, "s1") == []
