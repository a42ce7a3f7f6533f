"""omoide erase person, from the shell."""

from __future__ import annotations

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
