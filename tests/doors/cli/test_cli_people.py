"""omoide people, and what omoide prime tells about its channels."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import get_args

import pytest

from omoide.domain.audit import AuditAction
from omoide.doors.cli.audit import WORDS
from tests.doors.cli.shell import Shell


def talked(shell: Shell, person: str = "me") -> None:
    shell("remember", "My cat Mochi is asleep.", "--person", person)


def test_everybody_and_one(shell: Shell) -> None:
    # U1
    assert shell.json("people") == {"people": []}
    talked(shell, "yuki")
    talked(shell, "bob")
    assert [one["person"] for one in shell.json("people")["people"]] == ["bob", "yuki"]
    one = shell.json("people", "yuki")
    assert list(one) == [
        "person", "relationship", "addressed", "shared", "preferences", "top_topics", "text", "other", "problem",
    ]  # fmt: skip
    assert list(one["relationship"]) == ["turns", "days", "bonding", "since", "depth"]
    assert (one["relationship"]["turns"], one["addressed"], one["top_topics"]) == (
        1,
        {"default": 1},
        ["Mochi", "asleep"],
    )
    assert shell("people", "yuki").out.startswith("yuki\n")


def test_words_without_an_editor(shell: Shell) -> None:
    # U1
    talked(shell, "yuki")
    told = shell.json("people", "yuki", "--set-text", "Allergic to shrimp.")
    assert (told["text"], told["relationship"]["turns"]) == ("Allergic to shrimp.\n", 1)
    assert (shell.home / "people" / "yuki.md").read_text("utf-8").endswith("Allergic to shrimp.\n")
    assert shell.json("prime", "Hello", "--person", "yuki")["channels"][0]["items"][0]["text"] == "Allergic to shrimp."
    assert shell.json("prime", "Hello", "--person", "bob")["channels"][0]["items"] == []


def test_words_in_an_editor(shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # U1
    script = tmp_path / "my editor.py"
    script.write_text("import sys, pathlib\npathlib.Path(sys.argv[1]).write_text('By hand.')\n", encoding="utf-8")
    monkeypatch.setenv("EDITOR", f"'{sys.executable}' '{script}'")
    assert shell.json("people", "edit", "yuki")["text"] == "By hand.\n"
    monkeypatch.setenv("EDITOR", "no-such-editor")
    assert "set EDITOR, or use --set-text" in shell("people", "edit", "yuki").refused(2)
    monkeypatch.setenv("EDITOR", f"'{sys.executable}' -c 'raise SystemExit(3)'")
    assert "nothing was changed" in shell("people", "edit", "yuki").refused(2)
    assert shell.json("people", "yuki")["text"] == "By hand.\n"


def test_what_one_persona_was_told_is_shared_and_taken_back(shell: Shell) -> None:
    # N7
    for persona in ("aoi", "juno"):
        shell("remember", f"I am with {persona}, in Zanzibar.", "--person", "yuki", "--persona", persona)
    shell("config", "set", "people.share", "ask")

    def topics() -> list[str]:
        return shell.json("people", "yuki", "--persona", "rin")["top_topics"]

    assert topics() == []
    assert shell.json("people", "share", "yuki", "--persona", "aoi")["shared"] == ["aoi"]
    assert "Zanzibar" in topics()
    assert "all personas may know what was told to: aoi\n" in shell("people", "yuki").out
    assert shell.json("people", "share", "yuki")["shared"] == ["aoi", "juno"]
    assert "全人格に知らせてよい相手: aoi, juno\n" in shell("people", "yuki", "--lang", "ja").out
    assert shell.json("people", "unshare", "yuki")["shared"] == []
    told = shell("audit").out
    assert ("shared with all" in told, "sharing taken back" in told) == (True, True)  # L5
    assert set(WORDS) == set(get_args(AuditAction))
    assert topics() == []
    assert "has not talked here with rin" in shell("people", "share", "yuki", "--persona", "rin").refused(3)
    assert "NAME" in shell("people", "share").refused(2)
    assert "name one person" in shell("people", "share", "yuki", "--set-text", "x").refused(2)


@pytest.mark.parametrize("words", [("yuki", "bob"), ("edit", "a", "b"), ("--set-text", "x")])
def test_one_person_at_a_time(shell: Shell, words: tuple[str, ...]) -> None:
    # U1
    assert "name one person" in shell("people", *words).refused(2)


def test_nobody_knows_them(shell: Shell) -> None:
    # U1
    assert shell("people", "nobody").out == "nobody\n  Nothing is known about them yet.\n"
    assert shell("people", "nobody", "--lang", "ja").out == "nobody\n  まだ何も知りません。\n"
    assert not (shell.home / "people").exists()


def test_prime_tells_its_channels(shell: Shell) -> None:
    # R1
    talked(shell)
    told = shell.json("prime", "Please deploy the shop.", "--no-mark")
    assert (told["message_type"], told["budget"]) == ("request", 3_000)
    assert [one["name"] for one in told["channels"]] == ["people", "activity", "knowledge", "procedures"]
    assert [list(one) for one in told["channels"]] == [["name", "budget", "tokens", "items", "why"]] * 4
    out = shell("prime", "Please deploy the shop.", "--no-mark").out
    assert "a request: a ceiling of 3000 tokens\nchannel\ttokens\tthings\twhy\n" in out
    assert "knowledge\t0/700\t0\tnothing that is known answers it\n" in out
    japanese = shell("prime", "Please deploy the shop.", "--no-mark", "--lang", "ja").out
    assert "依頼: 上限 3000 トークン\n" in japanese
    assert "知識\t0/700\t0\t答えになる知識がない\n" in japanese


def test_prime_at_a_heartbeat(shell: Shell) -> None:
    # R1
    told = shell.json("prime", "--kind", "heartbeat")
    assert (told["message_type"], told["budget"]) == ("heartbeat", 200)
    assert [one["budget"] for one in told["channels"]] == [71, 400, 100, 28]
    assert shell.json("prime", "Hello", "--kind", "request")["message_type"] == "request"
    assert "--kind heartbeat" in shell("prime").refused(2)
    assert "--kind must be one of" in shell("prime", "Hello", "--kind", "order").refused(2)


def test_a_damaged_profile_is_told(shell: Shell) -> None:
    # R1, U1
    talked(shell)
    (shell.home / "people" / "me.md").unlink(missing_ok=True)
    (shell.home / "people" / "me.md").mkdir(parents=True)
    answer = shell("prime", "Hello", "--json")
    assert answer.code == 0
    assert answer.err.startswith("omoide: people could not be looked at: ")
    assert "cannot be used" in answer.json["channels"][0]["problem"]
