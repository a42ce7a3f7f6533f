"""The night: what is done while nobody talks."""

from omoide.sleep.backup import back_up_when_due
from omoide.sleep.forecast import StoreProjection, estimate_cost, project_store
from omoide.sleep.night import NightReport, live_night, night_missed

__all__ = [
    "NightReport", "StoreProjection", "back_up_when_due", "estimate_cost", "live_night", "night_missed",
    "project_store",
]  # fmt: skip
