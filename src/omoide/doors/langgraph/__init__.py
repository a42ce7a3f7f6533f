"""Omoide in LangGraph: a state that holds working memory, nodes that recall and perceive, and a store (I5).

from langgraph.graph import END, START, StateGraph
from omoide import open_mind
from omoide.doors.langgraph import MemoryState, OmoideStore, perceive_node, recall_node

with open_mind(persona="aoi") as mind:
    graph = StateGraph(MemoryState)
    graph.add_node("recall", recall_node(mind))
    graph.add_node("reply", reply)  # yours: state["memories"] belongs into the system prompt
    graph.add_node("perceive", perceive_node(mind))
    graph.add_edge(START, "recall").add_edge("recall", "reply").add_edge("reply", "perceive").add_edge("perceive", END)
    app = graph.compile(store=OmoideStore(mind))
"""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.doors.langgraph.nodes import perceive_node as perceive_node
    from omoide.doors.langgraph.nodes import recall_node as recall_node
    from omoide.doors.langgraph.state import MemoryState as MemoryState
    from omoide.doors.langgraph.state import working_memory as working_memory
    from omoide.doors.langgraph.store import OmoideStore as OmoideStore

__getattr__ = front(
    __name__,
    {
        "perceive_node": "nodes",
        "recall_node": "nodes",
        "MemoryState": "state",
        "working_memory": "state",
        "OmoideStore": "store",
    },
)
