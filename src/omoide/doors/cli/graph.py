"""omoide graph"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from omoide.disk import where_it_can_be_kept
from omoide.doors.cli.acting import allowed, chosen
from omoide.doors.cli.inputs import whole
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, note, on_terminal, print_json, table
from omoide.doors.cli.words import say
from omoide.doors.forms import surroundings
from omoide.errors import InvalidInput

if TYPE_CHECKING:
    from omoide.associating import Association, Neighbourhood
    from omoide.domain.graph import GraphCounts
    from omoide.mind import Mind

NEEDS = {"show": "NODE", "spread": "CUE..."}
BELONGS = {"--hops": ("show",), "--out": ("show",), "--most": ("show", "spread", "")}


def graph(
    at: Place,
    action: Annotated[
        str | None,
        Argument(
            metavar="show|spread",
            help=say(
                "Draw what stands around a node, or what a cue activates; nothing counts them.",
                "あるノードのまわりを描く、きっかけから広がる連想を見る。省けば全体の数。",
            ),
        ),
    ] = None,
    words: Annotated[
        list[str] | None,
        Argument(
            metavar=say("NODE|CUE", "ノード|きっかけ"),
            help=say(
                "A name, such as tea or knowledge:Tea; or a cue.", "お茶、knowledge:お茶 などの名前、または言葉。"
            ),
        ),
    ] = None,
    hops: Annotated[
        str | None,
        Option(metavar="N", help=say("How many links far; 1 if not given.", "何リンク先まで描くか。省けば 1。")),
    ] = None,
    most: Annotated[
        str | None,
        Option(metavar="N", help=say("At most so many nodes.", "ノードの数の上限。")),
    ] = None,
    out: Annotated[
        str | None,
        Option(metavar=say("FILE.svg", "ファイル.svg"), help=say("Draw into this file.", "このファイルに描く。")),
    ] = None,
) -> None:
    what, given = chosen("graph", action, words, NEEDS)
    allowed({"--hops": hops, "--out": out, "--most": most}, what, BELONGS)
    number = whole("--most", most, 1, 1_000)
    far = whole("--hops", hops, 1, 10) or 1
    path = _picture(out)
    with at.mind() as mind:
        _bring_up_to_date(mind)
        if what == "show":
            return _show(at, mind.neighbourhood(given[0], far, number), path)
        if what == "spread":
            return _spread(at, mind, " ".join(given), number or 10)
        counts = mind.graph(number or 10)
    _count(at, counts)


def _bring_up_to_date(mind: Mind) -> None:
    """What is looked at should be what is there, not what the last night left, unless the disk takes nothing new."""
    crowded: list[str] = []
    with where_it_can_be_kept():
        crowded = mind.refresh_graph().get("crowded", [])
    for node in crowded:
        note(
            say(
                "{node} has more links than are followed (graph.links_per_page)",
                "{node} のリンクが多すぎるため、一部だけをたどります（graph.links_per_page）",
                node=node,
            )
        )


def _show(at: Place, found: Neighbourhood, path: Path | None) -> None:
    if path is not None:
        from omoide.doors.cli.graph_picture import drawing
        from omoide.whole_files import write_whole

        try:
            write_whole(path, drawing(found))
        except OSError as error:
            raise InvalidInput(
                f"{path} cannot be written ({error.strerror}): choose another file.",
                f"{path} に書き込めません（{error.strerror}）。別のファイルを指定してください。",
            ) from error
    if at.json:
        return print_json(surroundings(found) | ({"file": str(path)} if path else {}))
    if path is not None:
        return line(say("Drawn into {path}.", "{path} に描きました。", path=path))
    if not on_terminal():
        import sys

        from omoide.doors.cli.graph_picture import drawing

        sys.stdout.write(drawing(found))
        return
    _tell(found)


def _tell(found: Neighbourhood) -> None:
    from omoide.doors.cli.graph_picture import edge_names

    names = edge_names()
    line((found.labels[found.middle], "bold"), "  ", (found.middle, "bright_black"))
    for edge in found.edges:
        ends = (found.labels.get(end, end) for end in (edge.tail, edge.head))
        one, other = ends
        line(one, ("  — ", "bright_black"), (names.get(edge.type, edge.type), "cyan"), (" → ", "bright_black"), other,
             (f"  {edge.weight:.2f}", "bright_black"), indent=2)  # fmt: skip
    if found.more:
        line((say("… and {n} more", "ほか {n}", n=found.more), "bright_black"))
    line((say("--out FILE.svg draws it.", "--out ファイル.svg で図にできます。"), "bright_black"))


def _spread(at: Place, mind: Mind, cue: str, most: int) -> None:
    found = mind.associations(cue, most)
    if at.json:
        return print_json(
            {
                "cue": cue,
                "spreading": mind.settings.graph.spreading,
                "activated": [
                    {"node": one.node, "label": one.labels[-1], "score": round(one.score, 6), "path": list(one.path)}
                    for one in found
                ],
            }
        )
    if not found:
        return line(say("Nothing else comes to mind.", "ほかに思い浮かぶものはありません。"))
    headers = [say("activation", "活性"), say("what", "もの"), say("by way of", "道筋")]
    rows = [[f"{one.score:.4f}", _short(one.labels[-1]), _way(one)] for one in found]
    table(headers, rows, right=(0,), long=2)
    if not mind.settings.graph.spreading:
        note(
            say(
                "spreading is off in recall: `omoide config set graph.spreading true`",
                "想起では拡散活性化を使っていません: `omoide config set graph.spreading true`",
            )
        )


def _way(one: Association) -> str:
    return " → ".join(_short(label) for label in one.labels[:-1])


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"


def _count(at: Place, counts: GraphCounts) -> None:
    if at.json:
        strongest = [{"node": node, "weight": round(weight, 3)} for node, weight in counts.strongest]
        return print_json({"nodes": counts.nodes, "edges": counts.edges, "strongest": strongest})
    if not counts.nodes:
        return line(
            say(
                "The graph is empty: it grows from memories, entities and [[links]] on pages.",
                "グラフはまだ空です。記憶や人・もののページ、[[リンク]] から育ちます。",
            )
        )
    from omoide.doors.cli.graph_picture import edge_names, kind_names

    table([say("nodes", "ノード"), say("number", "数")],
          [[kind_names().get(kind, kind), str(n)] for kind, n in counts.nodes.items()], right=(1,))  # fmt: skip
    table([say("edges", "つながり"), say("number", "数")],
          [[edge_names().get(kind, kind), str(n)] for kind, n in counts.edges.items()], right=(1,))  # fmt: skip
    table([say("holds the most together", "中心にあるもの"), say("weight", "重み")],
          [[node, f"{weight:.1f}"] for node, weight in counts.strongest], right=(1,), long=0)  # fmt: skip


def _picture(out: str | None) -> Path | None:
    if out is None:
        return None
    path = Path(out).expanduser()
    if path.suffix.lower() != ".svg":
        raise InvalidInput("--out writes .svg files.", "--out に使えるのは .svg ファイルです。")
    return path
