"""A neighbourhood of the graph as SVG: no library, readable in light and dark, and with a title on everything for those
who listen. Names and texts are data: nothing in them can become part of the drawing."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

from omoide.domain.graph import Edge, parted
from omoide.domain.layout import place
from omoide.doors.cli.printing import clean, width
from omoide.doors.cli.words import say

if TYPE_CHECKING:
    from omoide.associating import Neighbourhood

_CELL, _HEIGHT, _LONGEST = 7.4, 26.0, 30
_MARGIN = 24
_COLOURS = {  # fill by day, fill by night: text is dark on the one and light on the other
    "entity": ("#ffe1c7", "#6b3f17"),
    "knowledge": ("#d5e6ff", "#1d4373"),
    "procedure": ("#d7f2d9", "#1f5630"),
    "skill": ("#cdeeee", "#155356"),
    "page": ("#eee3fb", "#4a3270"),
    "concept": ("#f1f0ea", "#45433b"),
    "memory": ("#ffe0ea", "#6b2440"),
}
_STYLE = """
  text { font: 13px system-ui, "Hiragino Sans", "Noto Sans CJK JP", "Noto Sans JP", sans-serif; fill: #1c1b19; }
  .ground { fill: #ffffff; } .edge { stroke: #8b8880; fill: none; } .similar { stroke-dasharray: 5 4; }
  .node rect { stroke: #55534d; stroke-width: 1; }
  .middle rect { stroke-width: 2.5; } .middle text { font-weight: 600; }
  .key { font-size: 11px; fill: #55534d; }
"""
_DARK = """
    text { fill: #f2f0ea; } .ground { fill: #191917; } .edge { stroke: #8f8c84; } .node rect { stroke: #b9b6ad; }
    .key { fill: #b9b6ad; }
"""


def kind_names() -> dict[str, str]:
    return {
        "entity": say("entity", "人・もの"),
        "knowledge": say("knowledge", "知識"),
        "procedure": say("procedure", "手順"),
        "skill": say("skill", "技能"),
        "page": say("page", "ページ"),
        "concept": say("concept", "概念"),
        "memory": say("memory", "記憶"),
    }


def edge_names() -> dict[str, str]:
    return {
        "link": say("names", "リンク"),
        "similar": say("is like", "類似"),
        "mentions": say("mentions", "言及"),
        "about": say("is about", "主題"),
        "continues": say("continues", "続き"),
        "references": say("refers to", "参照"),
        "derived_from": say("comes from", "由来"),
        "contradicts": say("contradicts", "矛盾"),
        "same_topic": say("same topic", "同じ話題"),
    }


def drawing(found: Neighbourhood) -> str:
    """The whole file."""
    nodes = list(found.distances)
    number = {node: at for at, node in enumerate(nodes)}
    shown = {node: _cut(found.labels.get(node, node)) for node in nodes}
    boxes = np.array([[max(width(shown[node]) * _CELL + 22, 44), _HEIGHT] for node in nodes])
    pairs = [(number[edge.tail], number[edge.head]) for edge in found.edges]
    at = place(list(found.distances.values()), pairs, boxes)
    low, high = (at - boxes / 2).min(axis=0) - _MARGIN, (at + boxes / 2).max(axis=0) + _MARGIN
    kinds = [kind for kind in _COLOURS if any(parted(node)[0] == kind for node in nodes)]
    size = np.array([max(high[0] - low[0], 90 * len(kinds)), high[1] - low[1] + 28])
    title = say("Around {node}", "{node} のまわり", node=clean(found.labels.get(found.middle, found.middle)))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{low[0]:.0f} {low[1]:.0f} {size[0]:.0f} {size[1]:.0f}"'
        f' width="{size[0]:.0f}" height="{size[1]:.0f}" role="img" aria-labelledby="title about">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="about">{escape(_told(found))}</desc>',
        f"<style>{_STYLE}{_fills(0)}  @media (prefers-color-scheme: dark) {{{_DARK}{_fills(1)}  }}</style>",
        f'<rect class="ground" x="{low[0]:.0f}" y="{low[1]:.0f}" width="100%" height="100%"/>',
        *(_line(found, edge, at[number[edge.tail]], at[number[edge.head]]) for edge in found.edges),
        *(_box(found, node, shown[node], at[number[node]], boxes[number[node]]) for node in nodes),
        *_key(kinds, low[0] + 12, low[1] + size[1] - 14),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _line(found: Neighbourhood, edge: Edge, start: np.ndarray, end: np.ndarray) -> str:
    what = edge_names().get(edge.type, edge.type)
    told = f"{found.labels.get(edge.tail, edge.tail)} — {what} ({edge.weight:.2f}) → "
    told += found.labels.get(edge.head, edge.head)
    kind = " similar" if edge.type in ("similar", "same_topic") else ""
    return (
        f'<line class="edge{kind}" x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"'
        f' stroke-width="{0.6 + 1.4 * min(edge.weight, 1.0):.1f}"><title>{escape(clean(told))}</title></line>'
    )


def _box(found: Neighbourhood, node: str, shown: str, at: np.ndarray, box: np.ndarray) -> str:
    kind = parted(node)[0]
    middle = " middle" if node == found.middle else ""
    told = f"{kind_names().get(kind, kind)}: {found.labels.get(node, node)}"
    x, y = at - box / 2
    return (
        f'<g class="node {kind}{middle}"><title>{escape(clean(told))}</title>'
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{box[0]:.1f}" height="{box[1]:.1f}" rx="{_HEIGHT / 2:.0f}"/>'
        f'<text x="{at[0]:.1f}" y="{at[1] + 4.5:.1f}" text-anchor="middle">{escape(shown)}</text></g>'
    )


def _key(kinds: list[str], x: float, y: float) -> list[str]:
    """Which colour is what, and that dashes mean likeness."""
    parts: list[str] = []
    for kind in kinds:
        name = kind_names()[kind]
        parts.append(f'<g class="node {kind}"><rect x="{x:.0f}" y="{y - 9:.0f}" width="12" height="12" rx="6"/></g>')
        parts.append(f'<text class="key" x="{x + 17:.0f}" y="{y + 1:.0f}">{escape(name)}</text>')
        x += 34 + width(name) * 6.2
    return parts


def _fills(by_night: int) -> str:
    return " ".join(f".{kind} rect {{ fill: {colours[by_night]}; }}" for kind, colours in _COLOURS.items()) + "\n"


def _told(found: Neighbourhood) -> str:
    return say(
        "{nodes} nodes and {edges} edges; {more} more nodes are not drawn.",
        "ノード {nodes}、つながり {edges}。ほかに {more} は描いていません。",
        nodes=len(found.distances), edges=len(found.edges), more=found.more,
    )  # fmt: skip


def _cut(text: str) -> str:
    text = " ".join(clean(text).split()) or "—"
    shown = ""
    for character in text:
        if width(shown + character) > _LONGEST:
            return shown.rstrip() + "…"
        shown += character
    return shown
