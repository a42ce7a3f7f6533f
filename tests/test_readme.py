"""What the README and the guides show is true: every command and every piece of Python in them is run here."""

# I3, I7, N5, O1

from __future__ import annotations

import io
import re
import shlex
import shutil
from pathlib import Path

import pytest

from omoide.doors.cli import main
from omoide.doors.cli.catalogue import COMMANDS
from omoide.doors.cli.commands import leaf

ROOT = Path(__file__).parents[1]
WALKS = ("README.md", "README.ja.md", "docs/guide.md", "docs/guide.ja.md")
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str, *kinds: str) -> list[str]:
    """Fenced blocks of these kinds, in order."""
    found = re.findall(r"^```(\w+)\n(.*?)^```$", text_of(page), re.MULTILINE | re.DOTALL)
    return [body for kind, body in found if kind in kinds]


@pytest.fixture
def _fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the examples of a checkout and a note, a home that does not exist yet, and nobody who types."""
    shutil.copytree(ROOT / "examples" / "conversations", tmp_path / "examples" / "conversations")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "roses.md").write_text("Roses are cut in February.", encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OMOIDE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OMOIDE_LANG", "en")


class Screen(io.StringIO):
    """What is printed, as a terminal shows it."""

    def isatty(self) -> bool:
        return True


@pytest.mark.usefixtures("_fresh")
@pytest.mark.parametrize("page", WALKS)
def test_every_command_shown_works_and_prints_what_is_shown(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMOIDE_LANG", "ja" if ".ja." in page else "en")
    monkeypatch.setenv("COLUMNS", "100")
    typed = walked(page)
    assert len(typed) >= 7
    for line, shown in typed:
        screen, errors = Screen(), io.StringIO()
        monkeypatch.setattr("sys.stdout", screen)
        monkeypatch.setattr("sys.stderr", errors)
        with pytest.raises(SystemExit) as left:
            main(line[1:])
        told = f"{shlex.join(line)}\n{screen.getvalue()}{errors.getvalue()}"
        assert not left.value.code, told
        if shown and line[1] != "doctor":  # what that one finds goes by the machine
            assert masked(screen.getvalue()) == masked(shown), told


def walked(page: str) -> list[tuple[list[str], str]]:
    """Every command a reader would type, with what the page shows for its answer."""
    found: list[tuple[list[str], str]] = []
    for body in blocks(page, "sh", "console"):
        for part in re.split(r"^(?=(?:\$ )?omoide )", body, flags=re.MULTILINE):
            line, _, shown = part.partition("\n")
            if re.match(r"(\$ )?omoide ", line):
                typed = shlex.split(line.removeprefix("$ "), comments=True)
                found.append((typed, shown.strip() if line.startswith("$ ") else ""))
    return found


def masked(text: str) -> str:
    """Its words. Numbers, bars, curves, paths and where a line is broken may differ."""
    plain = "".join(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).split())
    plain = re.sub(r"/[A-Za-z0-9_./-]+", "/", plain)
    plain = re.sub(r"[─━│┼┤├┬┴┌┐└┘·▏▎▍▌▋▊▉█⠀-⣿]+|…", "", plain)
    return re.sub(r"[\d.,:+-]*\d", "", plain)


@pytest.mark.parametrize("page", PAGES)
def test_every_command_that_is_shown_can_be_typed(page: str) -> None:
    # I11: no option that is gone, and no remark that a shell would hand to the program
    known = {entry.name: entry for entry in COMMANDS}
    for indent, body in re.findall(r"^( *)```\w*\n(.*?)^\1```$", text_of(page), re.MULTILINE | re.DOTALL):
        for line in re.findall(rf"^{indent}(?:\$ )?omoide (.*)$", body, re.MULTILINE):
            words = [word for word in shlex.split(line, comments=True) if not word.startswith("[--")]
            name = " ".join(words[:2]) if " ".join(words[:2]) in known else words[0]
            leaf(known[name]).make_context(name, words[len(name.split()) :])


MODELS = (
    "OpenAI(",
    "Anthropic(",
    "mind.talk(",
)  # a piece with one of these asks a model; the proxy's have a test there


@pytest.mark.usefixtures("_fresh")
@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")])
def test_every_piece_of_python_runs(page: str) -> None:
    for piece in blocks(page, "python"):
        code = compile(piece, page, "exec")
        if not any(word in piece for word in MODELS):
            exec(code, {})


@pytest.mark.usefixtures("_fresh")
@pytest.mark.parametrize("page", ["README.md", "README.ja.md"])
def test_the_first_program_recalls_what_it_was_told(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = blocks(page, "python")
    exec(compile(program, page, "exec"), {})
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "→" in line]
    assert float(line.split()[0]) > 0
    assert ("博物館" if ".ja." in page else "museum") in line


@pytest.mark.parametrize(("english", "japanese"), [WALKS[:2], WALKS[2:]])
def test_both_languages_take_the_same_walk(english: str, japanese: str) -> None:
    def walk(page: str) -> list[tuple[str, list[str]]]:
        return [(line[1], [part for part in line if part.startswith("--")]) for line, _ in walked(page)]

    assert walk(english) == walk(japanese)
    assert text_of(english).count("\n## ") == text_of(japanese).count("\n## ")


@pytest.mark.parametrize("page", PAGES)
def test_no_link_leads_nowhere(page: str) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", text_of(page))
    local = [target for target in targets if not target.startswith(("http://", "https://", "mailto:"))]
    assert [target for target in local if not (ROOT / page).parent.joinpath(target).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_commands_named_in_passing_exist(page: str) -> None:
    known = {entry.name for entry in COMMANDS}
    groups = {name.split()[0] for name in known if " " in name}
    for words in re.findall(r"`omoide ([a-z][a-z -]*)", text_of(page)):
        first, *rest = words.split()
        assert first in known or first in groups, words
        assert first not in groups or not rest or f"{first} {rest[0]}" in known, words


def test_the_make_targets_that_are_shown_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for page in ("README.md", "README.ja.md", "CONTRIBUTING.md"):
        assert set(re.findall(r"^make ([a-z]+)", text_of(page), re.MULTILINE)) <= targets
