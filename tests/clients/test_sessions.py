"""Sessions as they are lived: killed, resumed, forked, cleared, compacted, with commands. Every turn exactly once."""

# I1, E3, R14

from __future__ import annotations

from .claude import Claude
from .living import at_rest, told, turns, until
from .messages_server import Model


def test_a_killed_session_is_caught_up_with(claude: Claude, model: Model) -> None:
    options = ("--plugin-dir", str(claude.plugin))
    model.reply = lambda request: "How sad." if "lost" in request else "Noted."
    with claude.talking(*options) as talk:
        talk.say("I lost my grandmother's ring on the ferry to Naoshima.")
        (transcript,) = claude.user.glob(".claude/projects/*/*.jsonl")
        until(lambda: "How sad." in transcript.read_text(encoding="utf-8"), "the client never wrote its reply down")
        talk.child.kill()
    at_rest(claude)
    assert turns(claude) == [], "a killed client tells nobody"
    claude("Good morning.", *options)
    at_rest(claude)
    assert turns(claude) == [
        ("I lost my grandmother's ring on the ferry to Naoshima.", "How sad.", "encoded"),
        ("Good morning.", "Noted.", "encoded"),
    ]
    claude("Where was it that I lost my grandmother's ring?", *options)
    (memory,) = told(model.asked()[-1])
    assert "Naoshima" in memory


def test_a_session_that_goes_on_is_remembered_once(claude: Claude) -> None:
    """Resume appends to the file, a fork copies it: the same lines are read again and again."""
    options = ("--plugin-dir", str(claude.plugin))
    said = ["The ferry was late.", "I ate three oranges.", "The harbour smelled of tar.", "A gull stole my bread."]
    first = claude(said[0], *options)
    claude(said[1], "--resume", first.session, *options)
    at_rest(claude)
    claude(said[2], "--continue", *options)
    forked = claude(said[3], "--resume", first.session, "--fork-session", *options)
    assert forked.session != first.session
    at_rest(claude)
    assert turns(claude) == [(text, "Noted.", "encoded") for text in said]


def test_cleared_and_compacted_sessions(claude: Claude) -> None:
    options = ("--plugin-dir", str(claude.plugin))
    with claude.talking(*options) as talk:
        before = talk.say("The ferry was late.")["session_id"]
        after = talk.say("/clear")["session_id"]
        assert after != before
        talk.say("I ate three oranges.")
        talk.say("/compact")
        talk.say("A gull stole my bread.")
    at_rest(claude)
    assert turns(claude) == [
        ("The ferry was late.", "Noted.", "encoded"),
        ("I ate three oranges.", "Noted.", "encoded"),
        ("A gull stole my bread.", "Noted.", "encoded"),
    ]


def test_a_command_brings_nothing_up_and_is_not_remembered(claude: Claude, model: Model) -> None:
    options = ("--plugin-dir", str(claude.plugin))
    commands = claude.project / ".claude" / "commands"
    commands.mkdir(parents=True)
    (commands / "tell.md").write_text("Tell me about $ARGUMENTS.")
    known = "My sister's dog is called Maru, and she loves the snow in Sapporo."
    claude(known, *options)
    at_rest(claude)
    model.requests.clear()
    own = claude("/tell my sister's dog Maru in Sapporo", *options)
    assert [hook["output"] for hook in own.hook("UserPromptSubmit")] == [""], "it is asked, and has nothing to say"
    assert claude("/cost", *options).hook("UserPromptSubmit") == []
    assert [told(request) for request in model.asked()] == [[]]
    at_rest(claude)
    assert turns(claude) == [(known, "Noted.", "encoded")]


def test_what_was_brought_up_is_not_remembered_again(claude: Claude, model: Model) -> None:
    """Memories stand in the transcript beside the prompt; read back as speech they would breed at every session."""
    options = ("--plugin-dir", str(claude.plugin))
    asked = ["My sister's dog is called Maru.", "What is my sister's dog called?", "Is my sister's dog called Maru?"]
    for text in asked:
        claude(text, *options)
        at_rest(claude)
    written = "".join(path.read_text(encoding="utf-8") for path in claude.user.glob(".claude/projects/*/*.jsonl"))
    assert "<memories>" in written, "the client did not write down what was brought up"
    assert turns(claude) == [(text, "Noted.", "encoded") for text in asked]
    last = told(model.asked()[-1])
    assert 1 <= len(last) <= 2
    assert all(memory.count("[20") == 1 and "memories>" not in memory for memory in last)
