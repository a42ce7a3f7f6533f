"""The graph of what belongs together, and how activation spreads in it (G3)."""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.associating.around import Neighbourhood as Neighbourhood
    from omoide.associating.around import find_node as find_node
    from omoide.associating.around import neighbourhood as neighbourhood
    from omoide.associating.building import has_lost_its_graph as has_lost_its_graph
    from omoide.associating.building import refresh_graph as refresh_graph
    from omoide.associating.links import links_in as links_in
    from omoide.associating.spreading import Association as Association
    from omoide.associating.spreading import associations as associations
    from omoide.associating.spreading import named_in as named_in
    from omoide.associating.spreading import spread as spread

__getattr__ = front(
    __name__,
    {
        "has_lost_its_graph": "building",
        "refresh_graph": "building",
        "links_in": "links",
        "Neighbourhood": "around",
        "find_node": "around",
        "neighbourhood": "around",
        "Association": "spreading",
        "associations": "spreading",
        "named_in": "spreading",
        "spread": "spreading",
    },
)
