"""The end of a session (W6, W7): notes, tasks, what was resolved; and the heartbeat that looks whether one is over."""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.sessions.beating import Heartbeat as Heartbeat
    from omoide.sessions.beating import heartbeat as heartbeat
    from omoide.sessions.beating import heartbeat_due as heartbeat_due
    from omoide.sessions.beating import hearts_due as hearts_due
    from omoide.sessions.ending import end_session as end_session
    from omoide.sessions.ending import finish_idle as finish_idle
    from omoide.sessions.ending import round_off as round_off
    from omoide.sessions.mending_tiers import fit_archive as fit_archive
    from omoide.sessions.mending_tiers import of_other_houses as of_other_houses
    from omoide.sessions.mending_tiers import repair_tiers as repair_tiers
    from omoide.sessions.noting import Taken as Taken
    from omoide.sessions.noting import note_ended as note_ended
    from omoide.sessions.noting import notes_of as notes_of
    from omoide.sessions.noting import session_summary as session_summary
    from omoide.sessions.resuming import flushed as flushed
    from omoide.sessions.resuming import left_off as left_off
    from omoide.sessions.resuming import search_archive as search_archive
    from omoide.sessions.resuming import unforgotten as unforgotten
    from omoide.sessions.tasks import add_task as add_task
    from omoide.sessions.tasks import current_task as current_task
    from omoide.sessions.tasks import finish_task as finish_task
    from omoide.sessions.tasks import resolved_matters as resolved_matters
    from omoide.sessions.tiers import move_sessions as move_sessions

__getattr__ = front(
    __name__,
    {
        "Heartbeat": "beating",
        "heartbeat": "beating",
        "heartbeat_due": "beating",
        "hearts_due": "beating",
        "end_session": "ending",
        "finish_idle": "ending",
        "round_off": "ending",
        "Taken": "noting",
        "note_ended": "noting",
        "notes_of": "noting",
        "session_summary": "noting",
        "flushed": "resuming",
        "left_off": "resuming",
        "search_archive": "resuming",
        "unforgotten": "resuming",
        "fit_archive": "mending_tiers",
        "of_other_houses": "mending_tiers",
        "repair_tiers": "mending_tiers",
        "move_sessions": "tiers",
        "add_task": "tasks",
        "current_task": "tasks",
        "finish_task": "tasks",
        "resolved_matters": "tasks",
    },
)
