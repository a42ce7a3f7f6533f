"""The night: what is done while nobody talks."""

from omoide.sleep.forecast import StoreProjection, estimate_cost, project_store
from omoide.sleep.night import NightReport, live_night, night_missed

__all__ = ["NightReport", "StoreProjection", "estimate_cost", "live_night", "night_missed", "project_store"]
