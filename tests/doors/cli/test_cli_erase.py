"""omoide erase person, from the shell."""

from __future__ import annotations

import pytest

from .shell import Shell


def test_the_plan_the_token_and_the_proof(shell: Shell) -> None:
    # O2, L5
    shell("remember", "My boat is called Petrel and lies in the harbour.", "--person", "Mina")
    shell("remember", "Mina has a boat, they say, somewhere.", "--person", "ren")
    plan = shell.json("erase", "person", "Mina")
    assert set(plan) == {
        "person", "token", "expires", "counted", "personas", "mentions", "backups", "elsewhere", "unfinished",
    }  # fmt: skip
    assert (plan["person"], plan["personas"], plan["counted"]["memories"]) == ("Mina", ["default"], 1)
    told = shell("erase", "person", "Mina")
    assert told.code == 0
    assert "--token" in told.out
    assert "Others speak of them, which stays (1)" in told.out
    assert "Nothing was erased" in shell("erase", "person", "Mina", "--token", "wrong").refused(4)
    assert len(shell.json("list", "--person", "Mina")["memories"]) == 1
    proof = shell.json("erase", "person", "Mina", "--token", shell.json("erase", "person", "Mina")["token"])
    assert (proof["clean"], proof["looked"]["found"], proof["removed"]["gone"]["memories"]) == (True, [], 1)
    assert [(one["store"], one["where"], one["found"]) for one in proof["looked"]["stores"]] == [
        ("files", "home", []), ("database", "omoide.db", []), ("archive", "home", []), ("backups", "home/backups", []),
    ]  # fmt: skip
    assert "Mina" not in str(proof)
    assert shell.json("list", "--person", "Mina")["memories"] == []
    assert "erased on" in shell("erase", "person", "Mina").refused(3)
    assert "omoide people" in shell("erase", "person", "Nobody").refused(3)
    (line,) = [line for line in shell.json("audit")["audit"] if line["action"] == "erase"]
    assert (line["subject"], line["name"]) == (proof["id"], None)


def test_in_words_of_both_languages(shell: Shell) -> None:
    # O2, I3
    shell("remember", "湖の北側に小さな小屋を建てている。", "--person", "美奈子")
    token = shell.json("erase", "person", "美奈子")["token"]
    plan = shell("erase", "person", "美奈子", "--lang", "ja")
    assert "美奈子 について残っているもの" in plan.out
    proof = shell("erase", "person", "美奈子", "--token", token, "--lang", "ja")
    assert (proof.code, "何も残っていません。" in proof.out) == (0, True)
    assert "消去済み" in shell("erase", "person", "美奈子", "--lang", "ja").err


@pytest.mark.parametrize("language", ["en", "ja"])
def test_whom_and_with_what_token(shell: Shell, language: str) -> None:
    # O2, I3: one line with the remedy, its exit code, nothing on stdout, and nothing is gone
    for person in ("Mina", "Ren"):
        shell("remember", f"{person} has a boat that is called Petrel, in the harbour.", "--person", person)
    tokens = {person: shell.json("erase", "person", person)["token"] for person in ("Mina", "Ren")}
    before = {person: shell.json("list", "--person", person) for person in tokens}
    said = {
        ("Nobody", ""): (3, "there is nothing of Nobody", "Nobody のものは何もありません"),
        ("Nobody", tokens["Mina"]): (3, "there is nothing of Nobody", "Nobody のものは何もありません"),
        ("  ", ""): (2, "name the person to erase", "消去する人の名前を指定してください"),
        ("Mina", "wrong"): (4, "this is not the token", "この人のトークンではない"),
        ("Mina", "zzz-aaaa"): (4, "this is not the token", "この人のトークンではない"),
        ("Mina", f"{tokens['Mina']}x"): (4, "this is not the token", "この人のトークンではない"),
        ("Mina", tokens["Ren"]): (4, "this is not the token", "この人のトークンではない"),
        ("mina", tokens["Mina"]): (3, "there is nothing of mina", "mina のものは何もありません"),
    }
    for (person, token), (code, en, ja) in said.items():
        for form in ((), ("--json",)):
            given = ("--token", token) if token else ()
            told = shell("erase", "person", person, *given, "--lang", language, *form).refused(code)
            assert (en if language == "en" else ja) in told
    assert {person: shell.json("list", "--person", person) for person in tokens} == before
    assert shell.json("erase", "person", "Mina", "--token", tokens["Mina"])["clean"]
    for given in ((), ("--token", tokens["Mina"])):
        told = shell("erase", "person", "Mina", *given, "--lang", language).refused(3)
        assert ("they were erased on" if language == "en" else "消去済み") in told
    assert shell.json("list", "--person", "Ren") == before["Ren"]
