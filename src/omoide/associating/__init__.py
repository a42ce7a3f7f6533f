"""The graph of what belongs together, and how activation spreads in it (G3)."""

from omoide.fronts import front

__getattr__ = front(__name__, {})
