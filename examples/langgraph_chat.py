"""A LangGraph agent that remembers: `python -m examples.langgraph_chat`. No model and no key is needed to see it.

Two evenings with one person. On the second, the graph starts with an empty thread, and what was said on the first comes
to mind all the same. Put your model where `reply` is: `state["memories"]` belongs into its system prompt.
"""

from __future__ import annotations

import sys
import tempfile
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph

from omoide import Mind, open_mind
from omoide.doors.langgraph import MemoryState, OmoideStore, perceive_node, recall_node


def reply(state: MemoryState) -> dict[str, Any]:
    """Stands for a model: it only says whether the cat's name came to mind."""
    known = "Mugi" in state.get("memories", "")
    words = "How is Mugi?" if known else "Tell me more!"
    return {"messages": [AIMessage(f'{words} <persona_emotion category="joy" intensity="0.6"/>')]}


def agent(mind: Mind) -> Any:
    graph = StateGraph(MemoryState)
    graph.add_node("recall", recall_node(mind))
    graph.add_node("reply", reply)
    graph.add_node("perceive", perceive_node(mind))
    for begin, end in ((START, "recall"), ("recall", "reply"), ("reply", "perceive"), ("perceive", END)):
        graph.add_edge(begin, end)
    return graph.compile(checkpointer=InMemorySaver(), store=OmoideStore(mind))


def main() -> None:
    with tempfile.TemporaryDirectory() as home, open_mind(home, persona="aoi", person="ken") as mind:
        app = agent(mind)
        for evening, said in (("first", "We adopted a cat called Mugi today!"), ("second", "I am back with the cat.")):
            thread: RunnableConfig = {"configurable": {"thread_id": evening}}
            state = app.invoke({"messages": [HumanMessage(said)]}, thread)
            sys.stdout.write(f"ken: {said}\naoi: {state['messages'][-1].content}\n")
            mind.end_session(evening)
        store = OmoideStore(mind)
        store.put(("preferences",), "tea", {"text": "Ken drinks green tea in the evening."})
        for item in store.search(("preferences",), query="What does he like to drink?"):
            sys.stdout.write(f"store: {item.value['text']}\n")


if __name__ == "__main__":
    main()
