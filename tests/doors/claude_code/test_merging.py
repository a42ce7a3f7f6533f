"""Our entries go into any settings file and come out again, and nothing else in it moves."""

# I1

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.doors.claude_code import entries, merging
from omoide.doors.claude_code.files import changed, undone
from omoide.doors.claude_code.json_text import drop, find, parts, put
from omoide.errors import InvalidInput, Refused

WARM = entries.hooks("/opt/omoide", (), warm=True)
COLD = entries.hooks("/opt/omoide", (), warm=False)
FOREIGN = {"type": "command", "command": "notify-send 'omoide hook is nice'", "timeout": 1}

scalars = st.none() | st.booleans() | st.integers(-9, 9) | st.text('ab"\\{}[],: \n日é', max_size=6)


def _nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(inner, max_size=3) | st.dictionaries(st.text("ab日", max_size=2), inner, max_size=3)


trees = st.recursive(scalars, _nested, max_leaves=6)
group = st.fixed_dictionaries({"hooks": st.lists(st.just(FOREIGN), max_size=2)}, optional={"matcher": st.just("Bash")})
groups = st.lists(group, max_size=2)
hook_sections = st.dictionaries(st.sampled_from([*entries.EVENTS, "Stop"]), groups, max_size=3)


@st.composite
def files(draw: st.DrawFn) -> str:
    """Settings as people and programs write them."""
    tree = draw(st.dictionaries(st.text("abc日", min_size=1, max_size=3), trees, max_size=3))
    if draw(st.booleans()):
        tree["hooks"] = draw(hook_sections)
    indent: Any = draw(st.sampled_from([None, 2, 4, "\t"]))
    text = json.dumps(tree, indent=indent, ensure_ascii=draw(st.booleans()))
    text = text.replace("\n", "\r\n") if draw(st.booleans()) else text
    return text + draw(st.sampled_from(["", "\n"]))


@given(files())
@settings(max_examples=150, deadline=None)
def test_what_goes_in_comes_out(text: str) -> None:
    added = merging.with_hooks(text, WARM, "f")
    assert merging.with_hooks(added, WARM, "f") == added, "a second time changes nothing"
    tree = json.loads(added)
    for event, hook in WARM.items():
        ours = [h for group in tree["hooks"][event] for h in group["hooks"] if entries.is_our_hook(h)]
        assert ours == [hook]
    removed = merging.without_hooks(added, "f")
    assert merging.bare(json.loads(removed)) == merging.bare(json.loads(text))
    if json.loads(text).get("hooks") and all(json.loads(text)["hooks"].values()):
        assert removed == text, "to the byte wherever hooks stood before"


@given(files(), st.booleans())
@settings(max_examples=40, deadline=None)
def test_a_file_is_as_before_to_the_byte(tmp_path_factory: pytest.TempPathFactory, text: str, marked: bool) -> None:
    path = tmp_path_factory.mktemp("f") / "settings.json"
    path.write_bytes((("\ufeff" if marked else "") + text).encode())
    before = path.read_bytes()

    def ours(now: str) -> bool:
        return merging.without_hooks(now, "f") != now

    for wanted in (COLD, WARM):
        changed(path, lambda now, wanted=wanted: merging.with_hooks(now, wanted, "f"), ours).make()
        assert path.with_name("settings.json.before-omoide").read_bytes() == before
    undone(
        path,
        lambda now: merging.without_hooks(now, "f"),
        lambda a, b: merging.bare(merging.read(a, "f")) == merging.bare(merging.read(b, "f")),
    ).make()
    assert path.read_bytes() == before
    assert [kept.name for kept in path.parent.iterdir()] == ["settings.json"]


def test_an_older_entry_is_replaced_where_it_stands() -> None:
    older = {"type": "command", "command": "C:\\Users\\Jo\\Scripts\\omoide.exe", "args": ["hook", "session-end"]}
    shell = {"type": "command", "command": "'/home/jo/my env/bin/omoide' hook session-end"}
    ends = [{"hooks": [FOREIGN, older, FOREIGN]}, {"hooks": [shell]}]
    text = json.dumps({"hooks": {"SessionEnd": ends, "Stop": [{"hooks": [older]}]}})
    tree = json.loads(merging.with_hooks(text, COLD, "f"))
    assert tree["hooks"]["SessionEnd"] == [{"hooks": [FOREIGN, COLD["SessionEnd"], FOREIGN]}]
    assert "Stop" not in tree["hooks"], "an event that is no longer used is left"


@pytest.mark.parametrize(
    ("hook", "ours"),
    [
        ({"type": "command", "command": "/usr/bin/omoide", "args": ["--home", "/x", "hook", "session-end"]}, True),
        ({"type": "command", "command": "OMOIDE.EXE", "args": ["hook", "session-end"]}, True),
        ({"type": "command", "command": '"C:\\Program Files\\omoide.exe" hook session-end'}, True),
        ({"type": "mcp_tool", "server": "omoide", "tool": "prime_prompt"}, True),
        ({"type": "mcp_tool", "server": "omoide", "tool": "status"}, False),
        ({"type": "command", "command": "/usr/bin/omoide", "args": ["sleep"]}, False),
        ({"type": "command", "command": "/usr/bin/not-omoide", "args": ["hook", "session-end"]}, False),
        ({"type": "command", "command": "~/.local/bin/omoide --home /x hook session-end || true"}, True),
        ({"type": "command", "command": "echo my-omoide hook session-end"}, False),
        ({"type": "command", "command": "notify 'omoide hook session-end'"}, False),
        ({"type": "command", "command": "omoide hook is nice"}, False),
        ("omoide hook session-end", False),
    ],
)
def test_ours_are_known_and_others_are_left_alone(hook: Any, ours: bool) -> None:
    assert entries.is_our_hook(hook) is ours


def test_edits_keep_the_form_of_the_text() -> None:
    text = '{\n    "a": [1,2],\n    "b": {"c": {}}\n}\n'
    assert put(text, ("b", "d"), [3]) == '{\n    "a": [1,2],\n    "b": {"c": {}, "d": [3]}\n}\n'
    assert put(text, ("e", "f"), 1) == '{\n    "a": [1,2],\n    "b": {"c": {}},\n    "e": {\n        "f": 1\n    }\n}\n'
    assert put(text, ("a", 1), "x") == '{\n    "a": [1,"x"],\n    "b": {"c": {}}\n}\n'
    assert drop(text, ("a",)) == '{\n    "b": {"c": {}}\n}\n'
    assert drop(text, ("b",)) == '{\n    "a": [1,2]\n}\n'
    assert drop(text, ("b", "c")) == '{\n    "a": [1,2],\n    "b": {}\n}\n'
    assert drop(text, ("b", "z")) == text
    twice = '{"a": 1, "a": 2}'
    found = find(twice, ("a",))
    assert found is not None
    assert twice[found.value : found.end] == "2"
    assert [part.key for part in parts(twice, 0)] == ["a", "a"]


@pytest.mark.parametrize("text", ["[1]", '"x"', '{"hooks": []}', '{"hooks": {"SessionEnd": {}}}', '{"a": 1,}', "{"])
def test_a_file_of_another_shape_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="Nothing was changed"):
        merging.with_hooks(text, WARM, "f")


def test_a_server_of_somebody_else_is_not_replaced() -> None:
    entry = entries.server("/opt/omoide", ())
    with pytest.raises(Refused, match="another MCP server"):
        merging.with_server('{"mcpServers": {"omoide": {"command": "docker"}}}', entry, "f")
    text = '{"x": 1, "mcpServers": {"other": {"command": "o"}}}'
    added = merging.with_server(text, entry, "f")
    assert json.loads(added)["mcpServers"] == {"other": {"command": "o"}, "omoide": entry}
    assert merging.without_server(added, "f") == text
    assert merging.without_server('{"mcpServers": {"omoide": {"command": "docker"}}}', "f").count("docker") == 1


def test_a_file_that_was_changed_in_between_keeps_that_change(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"model": "a"}')
    changed(path, lambda text: merging.with_hooks(text, WARM, "f"), lambda text: False).make()
    path.write_text(path.read_text().replace('"a"', '"b"'))
    undone(path, lambda text: merging.without_hooks(text, "f"), lambda a, b: json.loads(a) == json.loads(b)).make()
    assert (path.read_text(), [p.name for p in tmp_path.iterdir()]) == ('{"model": "b"}', ["settings.json"])
