"""Many personas on many machines (I6, F7, X2): workers that share the nights, and servers that are waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.fleet.servers import disk_refusal as disk_refusal
    from omoide.fleet.servers import ready as ready
    from omoide.fleet.servers import wait_for_servers as wait_for_servers
    from omoide.fleet.standing import how_far as how_far
    from omoide.fleet.workers import Workers as Workers

__getattr__ = front(
    __name__,
    {
        "Workers": "workers",
        "disk_refusal": "servers",
        "ready": "servers",
        "how_far": "standing",
        "wait_for_servers": "servers",
    },
)
