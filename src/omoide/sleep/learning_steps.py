"""The steps of a night that turn what was lived into what is known (D3, D4), in order. Each says what it did (D5).

Every night: notes, front matter, procedures, knowledge, the index, marks of disuse, what new accounts change, what
contradicts what. Every week and every month the rest. A step that had to leave something is due again the next night.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from omoide.associating import refresh_graph
from omoide.errors import because
from omoide.knowing import finish_planned, reconcile, reconsolidate, refresh_learned
from omoide.sessions import finish_idle, move_sessions
from omoide.sleep import distilling, disuse, extracting, front_matter, habits, merging, rhythm
from omoide.sleep.matter import Material

if TYPE_CHECKING:
    from omoide.sleep.steps import Night, Result

LEFT_OVER = ("postponed", "waiting", "left", "conflicts", "failed")  # names under which a result says what is undone


def notes(night: Night) -> Result:
    """Write the notes of sessions that are over, so that what they settled is known (W7, L4)."""
    done = finish_idle(night.faculties, night.settings, night.now)
    result: Result = {"notes": done.notes, "remembered": done.memories}
    if done.problems:
        result |= {"postponed": max(done.failed, 1)} | because(done.problems[0])
    return result


def dating(night: Night) -> Result:
    """Give front matter to pages that have none (D3)."""
    return front_matter.add_front_matter(night.faculties, night.settings, night.now)


def distil(night: Night) -> Result:
    """Make procedures of what new accounts tell of how things are done (D3, K4)."""
    return distilling.distil(night.faculties, night.settings, night.now, night.progress)


def extract(night: Night) -> Result:
    """Take knowledge out of new accounts, hold it against them, and write what is borne out (D3, K1, L4)."""
    return extracting.extract(night.faculties, night.settings, night.now, night.progress)


def learned(night: Night) -> Result:
    """Index what stands on learned pages now, whoever wrote it (D3)."""
    return refresh_learned(night.faculties, night.settings, night.now, progress=night.progress)


def downscale(night: Night) -> Result:
    """Mark what is hardly used any more (K6)."""
    return disuse.mark(night.faculties, night.settings, night.now)


def reconsolidation(night: Night) -> Result:
    """Let new accounts change the pages that they contradict (K5)."""
    f, s = night.faculties, night.settings
    new = Material(f, s, night.now).open("reconsolidate")[: s.consolidation.days_at_once]
    result = reconsolidate(f, s, new, night.now, night.progress)
    if not undone(result):
        f.store.consolidations.finish(f.scope, "reconsolidate", [matter.source for matter in new], night.now)
    return result


def contradictions(night: Night) -> Result:
    """Hold pages that are new or changed against what is related to them (K3)."""
    f, key = night.faculties, night.faculties.scope.key("reconciled")
    finish_planned(f, night.settings, night.now)
    kept = f.store.state.get(key)
    since = datetime.fromisoformat(kept) if kept else None
    changes = f.store.page_changes.since(f.scope, since)
    names = dict.fromkeys(one.name for one in changes if one.kind == "knowledge" and one.after is not None)
    if not names:
        return {}
    result = reconcile(f, night.settings, list(names), night.now, night.progress)
    if not undone(result):
        f.store.state.set(key, max(change.recorded_at for change in changes).isoformat())
    return result


def duplicates(night: Night) -> Result:
    """Weekly: pages of knowledge that say the same become one (D4)."""
    f, s, now = night.faculties, night.settings, night.now
    return _weekly(night, "duplicates", lambda: merging.merge(f, s, merging.duplicates(f, s), now, night.progress))


def patterns(night: Night) -> Result:
    """Weekly: what was done again and again becomes a procedure (D4)."""
    f, s = night.faculties, night.settings
    return _weekly(night, "patterns", lambda: habits.distil_habits(f, s, night.now, night.progress))


def contradictions_all(night: Night) -> Result:
    """Weekly: all knowledge is held against what is related to it (K3)."""
    f, s = night.faculties, night.settings
    return _weekly(night, "contradictions_all", lambda: reconcile(f, s, None, night.now, night.progress))


def reorganise(night: Night) -> Result:
    """Weekly: hardly used pages that are alike become one (K6)."""
    f, s, now = night.faculties, night.settings, night.now
    groups = merging.look_alikes
    return _weekly(night, "reorganise", lambda: merging.merge(f, s, groups(f, s), now, night.progress))


def forgetting(night: Night) -> Result:
    """Monthly: what has been hardly used for long goes to the archive; few versions of procedures stay (K6)."""
    f, s = night.faculties, night.settings
    days = s.consolidation.monthly_days
    return _every(night, "forgetting", days, lambda: disuse.forget(f, s, night.now))


def graph(night: Night) -> Result:
    """Read what has changed into the graph of what belongs together (G3), for those who let activation spread in every
    prompt. For the others it is read when somebody looks at it: a night must not pay for what nobody uses."""
    if not night.settings.graph.spreading:
        return {}
    return refresh_graph(night.faculties, night.settings)


def tiers(night: Night) -> Result:
    """Let talks that are old enough move on: to the archive, and the best of them to long-term memory (S1-S3)."""
    return move_sessions(night.faculties, night.settings, night.now)


def undone(result: dict[str, Any]) -> bool:
    """Whether something is left to do, and the step due again."""
    return any(result.get(name) for name in LEFT_OVER)


def _weekly(night: Night, step: str, work: Callable[[], Result]) -> Result:
    return _every(night, step, night.settings.consolidation.weekly_days, work)


def _every(night: Night, step: str, days: int, work: Callable[[], Result]) -> Result:
    f, s = night.faculties, night.settings
    since = rhythm.last_done(f, s, step)
    if not rhythm.due_since(since, f, s, days, night.now):
        if since is None:  # only pages so far: the time counts from this night
            rhythm.note_done(f, s, step, night.now)
        return {}
    result = work()
    if not undone(result):
        rhythm.note_done(f, s, step, night.now)
    return result
