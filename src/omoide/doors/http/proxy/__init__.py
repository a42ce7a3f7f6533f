"""The memory proxy: chat protocols of others, with a memory in between (I3). A dead memory never blocks a chat."""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.doors.http.proxy.routes import attach as attach
    from omoide.doors.http.proxy.upstream import PROXIED as PROXIED

__getattr__ = front(__name__, {"attach": "routes", "PROXIED": "upstream"})
