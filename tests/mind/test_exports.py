"""Moving in from ChatGPT and Claude (N5): the branch that was shown, once, whatever else the file holds."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from omoide import Mind
from omoide.errors import InvalidInput
from tests.mind.world import Clock, at, mind_in

NOON = 1_767_582_000  # 2026-01-05 12:00 in Tokyo


def node(parent: str | None, role: str, text: Any, seconds: float | None, **more: Any) -> dict[str, Any]:
    content = {"content_type": "text", "parts": [text]} if isinstance(text, str) else text
    time = None if seconds is None else NOON + seconds
    return {
        "parent": parent,
        "message": {"author": {"role": role}, "create_time": time, "content": content, "recipient": "all", **more},
    }


CHATGPT = [
    {
        "title": "A cat",
        "create_time": NOON,
        "current_node": "f",
        "mapping": {
            "root": {"parent": None, "message": None},
            "a": node("root", "system", "You are helpful.", None),
            "b": node("a", "user", "I found a kitten in the rain", 1),
            "thrown": node("b", "assistant", "An answer that was asked for again", 2),
            "c": node("b", "assistant", {"content_type": "thoughts", "thoughts": []}, 3),
            "d": node("c", "assistant", '{"query": "vets"}', 4, recipient="web"),
            "e": node("d", "tool", "Millbrook Vets, open until six", 5),
            "f": node("e", "assistant", "Keep it warm; a vet is open until six.", None),
        },
    },
    {
        "title": "A picture",
        "create_time": NOON + 86_400,
        "mapping": {
            "b": node(
                "nowhere", "user",
                {"content_type": "multimodal_text", "parts": [{"asset": "file"}, "What bird is this?"]}, 86_401,
            ),
            "c": node("b", "assistant", "A wagtail.", 86_402, metadata={"is_visually_hidden_from_conversation": False}),
            "h": node("c", "user", "hidden", 86_400, metadata={"is_visually_hidden_from_conversation": True}),
        },
    },
]  # fmt: skip

CLAUDE = [
    {
        "uuid": "1",
        "name": "Tea",
        "created_at": "2026-01-05T03:00:00Z",
        "chat_messages": [
            {"sender": "human", "text": "Which tea keeps me awake least?", "created_at": "2026-01-05T03:00:01Z"},
            {
                "sender": "assistant",
                "text": "all of it, thoughts too",
                "content": [
                    {"type": "thinking", "thinking": "hm"},
                    {"type": "text", "text": "Hojicha."},
                    {"type": "tool_use", "name": "search"},
                    {"type": "text", "text": "It is roasted."},
                ],
                "created_at": "2026-01-05T03:00:05Z",
            },
        ],
    }
]


def said(mind: Mind) -> list[tuple[str, str, str]]:
    return [(turn.time.isoformat(), turn.said, turn.replied) for turn in mind.conversation(10)]


def written(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def home(tmp_path: Path) -> Mind:
    return mind_in(tmp_path / "home", Clock(at("2026-02-01T12:00:00")), timezone="Asia/Tokyo")


def test_only_the_branch_that_is_shown_moves_in(tmp_path: Path) -> None:
    # N5
    file = written(tmp_path / "conversations.json", CHATGPT)
    with home(tmp_path) as mind:
        done = mind.import_export(file, "chatgpt")
        assert (done.turns, done.memories, done.failed) == (2, 2, 0)
        assert said(mind) == [
            ("2026-01-05T12:00:01+09:00", "I found a kitten in the rain", "Keep it warm; a vet is open until six."),
            ("2026-01-06T12:00:01+09:00", "What bird is this?", "A wagtail."),
        ]


def test_claude_tells_what_was_said_without_thoughts_and_tools(tmp_path: Path) -> None:
    # N5
    file = written(tmp_path / "conversations.json", CLAUDE)
    with home(tmp_path) as mind:
        mind.import_export(file, "claude")
        expected = ("2026-01-05T12:00:01+09:00", "Which tea keeps me awake least?", "Hojicha.\nIt is roasted.")
        assert said(mind) == [expected]


def test_twice_is_once_and_a_zip_is_the_same(tmp_path: Path) -> None:
    # N5, E7
    packed = tmp_path / "export.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("export/conversations.json", json.dumps(CHATGPT))
        archive.writestr("export/chat.html", "<html>")
    with home(tmp_path) as mind:
        assert mind.import_export(packed, "chatgpt").memories == 2
        again = mind.import_export(written(tmp_path / "conversations.json", CHATGPT), "chatgpt")
        assert (again.turns, again.memories, again.skipped) == (2, 0, 2)


def test_a_long_history_moves_in_by_its_parts_in_their_order(tmp_path: Path) -> None:
    # N5: ChatGPT cuts a long history into conversations-000.json, conversations-001.json and so on
    later = {"create_time": NOON + 9, "mapping": {"b": node(None, "user", "And now it purrs", 9)}}
    later["mapping"]["c"] = node("b", "assistant", "It feels at home.", 10)
    parts = {"conversations-10.json": [later], "conversations-9.json": CHATGPT, "user.json": {}}
    packed, folder = tmp_path / "export.zip", tmp_path / "unpacked"
    folder.mkdir()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("export/older/conversations-000.json", "not ours")
        for name, part in parts.items():
            archive.writestr(f"export/{name}", json.dumps(part))
            written(folder / name, part)
    with home(tmp_path) as mind:
        done = mind.import_export(packed, "chatgpt")
        assert (done.memories, done.failed) == (3, 0)
        assert mind.show(done.ids[-1]).created == at("2026-01-05T12:00:09")
        again = mind.import_export(folder, "chatgpt")
        assert (again.turns, again.memories, again.skipped) == (3, 0, 3)
        alone = mind.import_export(folder / "conversations-10.json", "chatgpt")
        assert (alone.turns, alone.skipped) == (1, 1)


def test_a_folder_without_conversations_is_no_export(tmp_path: Path) -> None:
    written(tmp_path / "conversations-old.json", [])
    with home(tmp_path) as mind, pytest.raises(InvalidInput, match="holds no list of conversations"):
        mind.import_export(tmp_path, "chatgpt")


def test_what_cannot_be_read_is_named_and_the_rest_moves_in(tmp_path: Path) -> None:
    # N5
    circle = {"create_time": NOON, "current_node": "b", "mapping": {"b": node("c", "user", "round", 9)}}
    circle["mapping"]["c"] = node("b", "assistant", "and round", 8)
    file = written(tmp_path / "c.json", [{"title": "no mapping"}, "a text", circle, CHATGPT[0]])
    with home(tmp_path) as mind:
        done = mind.import_export(file, "chatgpt")
        assert [problem.en for problem in done.problems] == [
            "conversation 1: it has no messages (mapping)",
            "conversation 2: it has no messages (mapping)",
        ]
        assert done.failed == 2
        assert ("I found a kitten in the rain") in {turn[1] for turn in said(mind)}


@pytest.mark.parametrize("text", ["{}", "not json", '{"mapping": 1}', "[" * 100_000])
def test_a_file_that_is_no_export_is_refused_and_nothing_is_kept(tmp_path: Path, text: str) -> None:
    file = tmp_path / "conversations.json"
    file.write_text(text, encoding="utf-8")
    with home(tmp_path) as mind:
        with pytest.raises(InvalidInput, match="holds no list of conversations"):
            mind.import_export(file, "claude")
        assert mind.conversation(10) == []
