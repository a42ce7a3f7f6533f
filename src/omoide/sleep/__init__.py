"""The night: what is done while nobody talks."""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.sleep.backup import back_up as back_up
    from omoide.sleep.backup import back_up_when_due as back_up_when_due
    from omoide.sleep.backup import backup_fault as backup_fault
    from omoide.sleep.clock import ClockAccepted as ClockAccepted
    from omoide.sleep.clock import accept_clock as accept_clock
    from omoide.sleep.clock import clock_in_doubt as clock_in_doubt
    from omoide.sleep.clock import refuse_in_doubt as refuse_in_doubt
    from omoide.sleep.cloud import Cloud as Cloud
    from omoide.sleep.cloud import memory_cloud as memory_cloud
    from omoide.sleep.disuse import bring_back as bring_back
    from omoide.sleep.episodes import missing_days as missing_days
    from omoide.sleep.forecast import StoreProjection as StoreProjection
    from omoide.sleep.forecast import estimate_cost as estimate_cost
    from omoide.sleep.forecast import project_store as project_store
    from omoide.sleep.logged import live_night as live_night
    from omoide.sleep.night import NightReport as NightReport
    from omoide.sleep.night import night_missed as night_missed
    from omoide.sleep.night import night_not_lived as night_not_lived
    from omoide.sleep.planning import NightPlan as NightPlan
    from omoide.sleep.planning import plan_night as plan_night
    from omoide.sleep.updating import unmerge as unmerge
    from omoide.sleep.updating import update_entities as update_entities
    from omoide.sleep.updating import update_episodes as update_episodes

__getattr__ = front(
    __name__,
    {
        "back_up": "backup",
        "back_up_when_due": "backup",
        "backup_fault": "backup",
        "ClockAccepted": "clock",
        "accept_clock": "clock",
        "clock_in_doubt": "clock",
        "refuse_in_doubt": "clock",
        "Cloud": "cloud",
        "memory_cloud": "cloud",
        "missing_days": "episodes",
        "bring_back": "disuse",
        "unmerge": "updating",
        "update_entities": "updating",
        "update_episodes": "updating",
        "StoreProjection": "forecast",
        "estimate_cost": "forecast",
        "project_store": "forecast",
        "NightReport": "night",
        "live_night": "logged",
        "night_missed": "night",
        "night_not_lived": "night",
        "NightPlan": "planning",
        "plan_night": "planning",
    },
)
