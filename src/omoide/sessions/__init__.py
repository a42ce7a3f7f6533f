"""The end of a session: notes of the day, tasks, and what was resolved (W6, W7)."""

from omoide.fronts import front

__getattr__ = front(__name__, {})
