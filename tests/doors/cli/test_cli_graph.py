"""omoide graph: counted, drawn and spread; and moving in from folders."""

# G3, I3, R14, N5

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from omoide import open_mind
from omoide.pages import write_entity

from .shell import Shell

SVG = "{http://www.w3.org/2000/svg}"
TRICK = '"><script>alert(1)</script> & </svg>'


@pytest.fixture
def lived(shell: Shell) -> Shell:
    with open_mind(shell.home) as mind:
        write_entity(mind.faculties, "Tama", f"Belongs to [[Ken]]. [[{TRICK}]]")
        write_entity(mind.faculties, "Ken", "Has a [[bicycle]].")
        mind.remember("Ken's bicycle was stolen", "Oh no")
    return shell


def test_the_graph_is_counted(lived: Shell) -> None:
    told = lived.json("graph")
    assert (told["nodes"]["entity"], told["nodes"]["memory"], told["edges"]["link"]) == (2, 1, 3)
    assert told["strongest"][0] == {"node": "entity:Ken", "weight": 3.0}
    assert "entity:Ken\t3.0" in lived("graph").out
    assert "人・もの\t2" in lived("graph", "--lang", "ja").out


def test_a_neighbourhood_as_json(lived: Shell) -> None:
    told = lived.json("graph", "show", "tama")
    assert told["node"] == "entity:Tama"
    assert [(one["node"], one["distance"]) for one in told["nodes"]][:2] == [("entity:Tama", 0), ("entity:Ken", 1)]
    assert {"from": "entity:Tama", "to": "entity:Ken", "type": "link", "weight": 1.0, "source": "entity:Tama"} in told[
        "edges"
    ]
    assert len(lived.json("graph", "show", "entity:Tama", "--hops", "2")["nodes"]) > len(told["nodes"])
    assert lived.json("graph", "show", "Tama", "--most", "1") == {
        "node": "entity:Tama",
        "nodes": [{"node": "entity:Tama", "label": "Tama", "distance": 0}],
        "edges": [],
        "more": 2,
    }


def test_a_drawing_is_whole_and_what_it_shows_is_data(lived: Shell, tmp_path: Path) -> None:
    # R14: a name cannot become a part of the drawing
    file = tmp_path / "tama.svg"
    assert lived("graph", "show", "Tama", "--hops", "3", "--out", str(file)).out.strip() == f"Drawn into {file}."
    drawn = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    assert drawn.tag == f"{SVG}svg"
    assert not list(drawn.iter(f"{SVG}script"))
    titles = [title.text for title in drawn.iter(f"{SVG}title")]
    assert titles[0] == "Around Tama"
    assert f"concept: {TRICK.casefold()}" in titles
    texts = [text.text for text in drawn.iter(f"{SVG}text")]
    assert {"Tama", "Ken", "bicycle"} <= set(texts)
    assert "prefers-color-scheme: dark" in file.read_text(encoding="utf-8")


def test_into_a_pipe_goes_the_same_drawing_each_time(lived: Shell) -> None:
    one, other = lived("graph", "show", "Ken").out, lived("graph", "show", "Ken").out
    assert one == other
    assert ElementTree.fromstring(one).tag == f"{SVG}svg"


def test_boxes_do_not_overlap(shell: Shell) -> None:
    with open_mind(shell.home) as mind:
        write_entity(mind.faculties, "Hub", " ".join(f"[[a rather long name {n}]]" for n in range(39)))
    drawn = ElementTree.fromstring(shell("graph", "show", "Hub").out)
    boxes = [
        tuple(float(box.attrib[name]) for name in ("x", "y", "width", "height"))
        for group in drawn.iter(f"{SVG}g")
        for box in group.iter(f"{SVG}rect")
        if float(box.attrib["width"]) > 12
    ]
    assert len(boxes) == 40
    for number, (x, y, w, h) in enumerate(boxes):
        for ox, oy, ow, oh in boxes[number + 1 :]:
            assert x + w <= ox or ox + ow <= x or y + h <= oy or oy + oh <= y


def test_what_a_cue_activates(lived: Shell) -> None:
    told = lived.json("graph", "spread", "How", "is", "Tama?")
    assert (told["cue"], told["spreading"]) == ("How is Tama?", False)
    assert told["activated"][0]["node"] == "entity:Ken"
    assert told["activated"][0]["path"] == ["entity:Tama", "entity:Ken"]
    answer = lived("graph", "spread", "Tama")
    assert "\tKen\tTama\n" in answer.out
    assert "graph.spreading true" in answer.err


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("show", "nobody"), 3, "nobody"),
        (("show", "concept:Ken"), 3, "There is entity:Ken"),
        (("show",), 2, "show"),
        (("paint", "Ken"), 2, "show, spread"),
        (("show", "Ken", "--hops", "0"), 2, "--hops"),
        (("show", "Ken", "--out", "ken.png"), 2, ".svg"),
        (("show", "Ken", "--out", "/nowhere/at/all/ken.svg"), 2, "cannot be written"),
        (("spread", "Ken", "--hops", "2"), 2, "--hops"),
    ],
)
def test_nonsense_is_told_in_a_line(lived: Shell, words: tuple[str, ...], code: int, told: str) -> None:
    assert told in lived("graph", *words).refused(code)


def test_an_empty_graph_says_so(shell: Shell) -> None:
    assert "empty" in shell("graph").out
    assert shell.json("graph") == {"nodes": {}, "edges": {}, "strongest": []}
    assert shell.json("graph", "spread", "tea")["activated"] == []


def test_a_page_with_too_many_links_is_noted(shell: Shell) -> None:
    with open_mind(shell.home) as mind:
        write_entity(mind.faculties, "Index", " ".join(f"[[p{n}]]" for n in range(1_001)))
    assert "entity:Index" in shell("graph").err


def test_moving_in_from_folders(shell: Shell, tmp_path: Path) -> None:
    # N5
    (tmp_path / "aoi" / "episodes").mkdir(parents=True)
    (tmp_path / "aoi" / "episodes" / "2026-02-14.md").write_text("A day.\n", encoding="utf-8")
    (tmp_path / "aoi" / "episodes" / "odd.md").write_text("No date.\n", encoding="utf-8")
    folder = str(tmp_path / "aoi")
    planned = shell("import", "folders", folder, "--plan", "--json")
    assert (planned.code, planned.json["plan"], planned.json["parts"]["episodes"]) == (
        2, True, {"new": 1, "known": 0, "skipped": 0},
    )  # fmt: skip
    assert shell.json("episodes") == {"episodes": []}
    done = shell("import", "folders", folder)
    assert done.code == 2
    assert "episodes/odd.md" in done.err
    assert done.out.splitlines()[:2] == ["what\tnew\tknown\tpassed over", "episodes\t1\t0\t0"]
    assert json.loads(shell("import", "folders", folder, "--json").out)["parts"]["episodes"]["known"] == 1
    assert "nowhere" in shell("import", "folders", "nowhere").refused(3)
    assert "エピソード\t0\t1\t0" in shell("import", "folders", folder, "--lang", "ja").out


def test_the_doctor_tells_of_spreading_over_nothing(shell: Shell) -> None:
    # O5
    def told() -> list[str]:
        return [one["what"] for one in shell.json("doctor")["findings"] if one["severity"] == "warning"]

    with open_mind(shell.home) as mind:
        write_entity(mind.faculties, "Tama", "A cat of [[Ken]].")
    assert "graph" not in told()
    shell("config", "set", "graph.spreading", "true")
    assert "graph" in told()
    shell("graph")
    assert "graph" not in told()
