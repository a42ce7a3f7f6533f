"""A graph that recalls before it replies and perceives afterwards, with a checkpointer, as LangGraph runs it."""

# I5, R9, M2, W1

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph

from omoide import Mind, open_mind
from omoide.doors.langgraph import MemoryState, OmoideStore, perceive_node, recall_node, working_memory

TAG = '<persona_emotion category="joy" intensity="0.8"/>'
THREAD: RunnableConfig = {"configurable": {"thread_id": "evening"}}


@pytest.fixture
def mind(tmp_path: Path) -> Iterator[Mind]:
    with open_mind(tmp_path, persona="aoi", person="ken") as mind:
        yield mind


class Model:
    """Answers what it is told to, and keeps what it was given."""

    def __init__(self, *replies: list[AnyMessage]) -> None:
        self.replies = list(replies)
        self.given: list[str] = []

    def __call__(self, state: MemoryState) -> dict[str, Any]:
        self.given.append(state.get("memories", ""))
        return {"messages": self.replies.pop(0)}


def graph(mind: Any, model: Model, store: Mind) -> Any:
    plan = StateGraph(MemoryState)
    plan.add_node("recall", recall_node(mind))
    plan.add_node("reply", model)
    plan.add_node("perceive", perceive_node(mind))
    for begin, end in ((START, "recall"), ("recall", "reply"), ("reply", "perceive"), ("perceive", END)):
        plan.add_edge(begin, end)
    return plan.compile(checkpointer=InMemorySaver(), store=OmoideStore(store))


def test_what_was_remembered_is_in_mind_and_the_turn_is_kept_without_its_tag(mind: Mind) -> None:
    mind.remember("We adopted a cat called Mugi, I am so happy!", intensity=90)
    model = Model([AIMessage(f"Mugi, of course! {TAG}")], [AIMessage("Good night.")])
    app = graph(mind, model, mind)
    state = app.invoke({"messages": [HumanMessage("What is my cat called?")]}, THREAD)
    assert "Mugi" in model.given[0]
    assert [message.content for message in state["messages"]] == ["What is my cat called?", "Mugi, of course!"]
    app.invoke({"messages": [HumanMessage("Thanks, good night")]}, THREAD)
    turns = [turn for turn in mind.conversation(10) if turn.session == "evening"]
    assert [(turn.said, turn.replied) for turn in turns] == [
        ("What is my cat called?", "Mugi, of course!"),
        ("Thanks, good night", "Good night."),
    ]
    assert [felt.emotion.category for felt in mind.mood()] == ["joy"]


def test_replayed_from_a_checkpoint_it_is_the_same_turn(mind: Mind) -> None:
    app = graph(mind, Model([AIMessage("Hello!")]), mind)
    app.invoke({"messages": [HumanMessage("Hi")]}, THREAD)
    before = next(one for one in app.get_state_history(THREAD) if one.next == ("perceive",))
    app.invoke(None, before.config)
    assert [(turn.said, turn.replied) for turn in mind.conversation(10)] == [("Hi", "Hello!")]


def test_a_turn_with_tools_is_one_turn(mind: Mind) -> None:
    call = {"name": "weather", "args": {}, "id": "c1"}
    reply: list[AnyMessage] = [
        AIMessage("Let me look.", tool_calls=[call]),
        ToolMessage("sunny", tool_call_id="c1"),
        AIMessage([{"type": "text", "text": f"It is sunny. {TAG}"}]),
    ]
    state = graph(mind, Model(reply), mind).invoke({"messages": [HumanMessage("How is the weather?")]}, THREAD)
    assert state["messages"][-1].content == [{"type": "text", "text": "It is sunny."}]
    assert state["messages"][1].tool_calls[0]["name"] == "weather"
    [turn] = mind.conversation(10)
    assert turn.replied == "Let me look.\n\nIt is sunny."


def test_many_people_share_a_graph(tmp_path: Path) -> None:  # N6
    with open_mind(tmp_path, person="ken") as ken, open_mind(tmp_path, person="mia") as mia:
        minds = {"ken": ken, "mia": mia}
        ken.remember("My cat is called Mugi, a secret name!", intensity=90)
        model = Model([AIMessage("Hm.")], [AIMessage("Mugi.")])
        app = graph(lambda config: minds[config["configurable"]["person"]], model, ken)
        for person in ("mia", "ken"):
            config = {"configurable": {"thread_id": person, "person": person}}
            app.invoke({"messages": [HumanMessage("What is the cat called? Mugi?")]}, config)
        assert ["Mugi" in given.replace("Mugi?", "") for given in model.given] == [False, True]
        assert len(mia.conversation(10)) == 1


def test_without_a_human_message_nothing_happens(mind: Mind) -> None:
    app = graph(mind, Model([AIMessage("Hello, I am here.")]), mind)
    state = app.invoke({"messages": [SystemMessage("Be kind.")]}, THREAD)
    assert state["memories"] == ""
    assert mind.conversation(10) == []


def test_working_memory_holds_the_last_turns_whole() -> None:
    join = working_memory(2)
    messages: list[AnyMessage] = [SystemMessage("Be kind.", id="s")]
    for number in range(3):
        messages += [
            HumanMessage(f"said {number}", id=f"h{number}"),
            AIMessage("", tool_calls=[{"name": "t", "args": {}, "id": f"c{number}"}], id=f"a{number}"),
            ToolMessage("done", tool_call_id=f"c{number}", id=f"t{number}"),
        ]
    assert [message.id for message in join([], messages)] == ["s", "h1", "a1", "t1", "h2", "a2", "t2"]
    assert [message.id for message in join(messages[:4], [])] == ["s", "h0", "a0", "t0"]
