"""An example life for those who have none yet: ninety days of talk, in Japanese and in English.

It is lived at the first start of `omoide up` in an empty home.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.demo.living import live_demo as live_demo
    from omoide.demo.living import wanted as wanted
    from omoide.demo.living import whose as whose

__getattr__ = front(__name__, {"live_demo": "living", "wanted": "living", "whose": "living"})
