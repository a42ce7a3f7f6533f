"""Looking ahead: forgetting curves and costs."""

# F8, F9

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

import pytest

from omoide import open_mind
from omoide.ports import Usage

from .shell import Shell

EVENING = "2024-01-15T18:00:00+09:00"


def test_simulate_answers_in_the_agreed_form(shell: Shell) -> None:
    rows = shell.json("simulate", "--intensity", "100", "--coefficient", "0.995", "--days", "30,90,180,365")
    assert rows == {
        "rows": [
            {"day": 30, "retention": 86.04, "level": 1},
            {"day": 90, "retention": 63.69, "level": 1},
            {"day": 180, "retention": 40.57, "level": 2},
            {"day": 365, "retention": 16.05, "level": 3},
        ]
    }


def test_without_options_it_shows_four_intensities(shell: Shell) -> None:
    """The table of document 002, to within its rounding."""
    rows = shell.json("simulate")["rows"]
    table = {100: [86, 64, 41, 16], 50: [43, 32, 20, 8], 35: [30, 22, 14, 6], 20: [17, 13, 8, 3]}
    for intensity, expected in table.items():
        assert [round(row["retention"]) for row in rows if row["intensity"] == intensity] == expected


def test_half_days_and_categories(shell: Shell) -> None:
    (row,) = shell.json("simulate", "--intensity", "50", "--category", "casual", "--days", "0.5")["rows"]
    assert row == {"day": 0.5, "retention": round(50 * 0.75**0.5, 2), "level": 2}


def test_a_memory_and_the_store_can_be_projected(shell: Shell) -> None:
    memory = shell.remember("The day we met.", "--time", EVENING, "--intensity", "90", "--category", "emotional")
    shell.json("sleep", "--now", "2024-01-16T03:00:00+09:00")
    kept = shell.json("show", memory)
    (row,) = shell.json("simulate", "--memory", memory, "--days", "100")["rows"]
    assert row["retention"] == round(90 * kept["decay_coefficient"] ** (kept["memory_days"] + 100), 2)
    rows = shell.json("simulate", "--store", "--days", "0,36500")["rows"]
    assert rows == [
        {"day": 0, "levels": {"1": 1, "2": 0, "3": 0, "4": 0}},
        {"day": 36500, "levels": {"1": 0, "2": 0, "3": 0, "4": 1}},
    ]


@pytest.mark.parametrize(("name", "begins"), [("c.png", b"\x89PNG"), ("c.svg", b"<?xml")])
def test_curves_can_be_saved(shell: Shell, tmp_path: Path, name: str, begins: bytes) -> None:
    answer = shell("simulate", "--save", str(tmp_path / name))
    assert (answer.code, answer.err) == (0, "")
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_saving_needs_the_extra(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # what an import finds when it is not installed
    assert "omoide[plot]" in shell("simulate", "--save", str(tmp_path / "c.png")).refused(7)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--intensity", "101"],
        ["--intensity", "nan"],
        ["--coefficient", "1.5"],
        ["--days", "30,x"],
        ["--days", ""],
        ["--days", "-1"],
        ["--category", "weather"],
        ["--store", "--memory", "mem_20240101_001"],
        ["--coefficient", "0.9", "--category", "work"],
        ["--save", "curve.gif"],
        ["--save", "no/such/folder/curve.png"],
        ["--store", "--save", "curve.png"],
    ],
)
def test_nonsense_is_refused_in_one_line(shell: Shell, arguments: list[str]) -> None:
    shell("simulate", *arguments).refused(2)


def test_the_cost_of_a_year(shell: Shell) -> None:
    """Document 002's case with Haiku and text-embedding-3-small."""
    year = shell.json("cost", "--model", "anthropic:claude-haiku-4-5", "--embedder", "openai:text-embedding-3-small")
    assert year["embedding"] == {"input_millions": 143.2, "output_millions": 0.0, "dollars": 2.86, "yen": 430.0 - 1}
    assert (year["language_model"]["input_millions"], year["language_model"]["output_millions"]) == (231.3, 18.2)
    assert (year["language_model"]["dollars"], year["total"]["dollars"]) == (322.30, 325.16)
    assert year["measured"] == []
    told = shell("cost", "--model", "anthropic:claude-haiku-4-5", "--embedder", "openai:text-embedding-3-small").out
    assert "325.16" in told
    assert "48,774" in told


def test_a_model_with_its_date_costs_what_it_costs_without(shell: Shell) -> None:
    # F9: ahead and measured
    dated = "anthropic:claude-haiku-4-5-20251001"
    assert shell.json("cost", "--model", dated)["total"]["dollars"] == 322.30
    with open_mind(shell.home) as mind:
        mind.faculties.store.state.add_usage(Usage(dated, "analysis", 1, 1_000_000, 100_000), date(2026, 1, 18))
    (measured,) = shell.json("cost")["measured"]
    assert (measured["model"], measured["dollars"]) == (dated, 1.5)


def test_offline_costs_nothing_and_an_unknown_model_is_named(shell: Shell) -> None:
    assert shell.json("cost")["total"] == {"dollars": 0.0, "yen": 0.0}
    assert "acme:giant" in shell("cost", "--model", "acme:giant").refused(2)
