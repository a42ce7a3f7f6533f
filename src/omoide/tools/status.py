"""status: how much is remembered and how the memory is doing, in one look."""

from __future__ import annotations

import sys
from datetime import date
from typing import TYPE_CHECKING

import msgspec

from omoide._version import __version__
from omoide.ports import Filter
from omoide.tools.night import NoArguments
from omoide.tools.telling import said
from omoide.tools.tool import Result, Tool, Whose

if TYPE_CHECKING:
    from omoide.mind import Mind


class Levels(msgspec.Struct, frozen=True):
    full: int = 0
    summary: int = 0
    trace: int = 0
    archive: int = 0


class Status(Result, frozen=True):
    """`ready` is False when there is no home yet. `resident_mb` is the memory that this process takes."""

    version: str
    home: str
    persona: str
    person: str
    ready: bool
    memories: int = 0
    levels: Levels = Levels()
    archived: int = 0
    protected: int = 0
    protections_pending: int = 0
    corrected: int = 0
    turns: int = 0
    turns_waiting: int = 0
    texts_waiting: int = 0
    last_night: str | None = None
    night_missed: bool = False
    clock_in_doubt: bool = False
    paused: bool = False
    paused_until: str | None = None
    embedder: str = ""
    resident_mb: float | None = None

    def tell(self, language: str) -> str:
        if not self.ready:
            return said(
                language,
                "Nothing is remembered yet; {home} will be made by the first memory.",
                "まだ何も覚えていません。{home} は最初の記憶とともに作られます。",
                home=self.home,
            )
        told = said(
            language,
            "{s.memories} memories with {s.person} ({s.protected} protected, {s.protections_pending} waiting for "
            "protection, {s.archived} archived); last night {night}; embedder {s.embedder}; omoide {s.version}",
            "{s.person} との記憶 {s.memories} 件（保護 {s.protected}、保護待ち {s.protections_pending}、保管 "
            "{s.archived}）。最後の夜 {night}。埋め込み {s.embedder}。omoide {s.version}",
            s=self,
            night=self.last_night or "–",
        )
        if self.paused:
            told += said(language, "\nPaused: nothing is remembered.", "\n休止中です。何も覚えません。")
        if self.night_missed:
            told += said(language, "\nA night was missed: sleep_now makes up for it.", "\n夜が抜けています。")
        if self.clock_in_doubt:
            told += said(
                language,
                "\nThis machine's clock has jumped: nothing fades until `omoide clock accept`, or a day has gone by.",
                "\nこの機械の時計が飛びました。`omoide clock accept` を実行するか一日たつまで、記憶は薄れません。",
            )
        return told


def status(mind: Mind, _given: NoArguments) -> Status:
    counts, store, scope, pause = mind.counts(), mind.faculties.store, mind.scope, mind.paused()
    last = store.runs.last_night(scope)
    return Status(
        version=__version__,
        home=str(mind.home),
        persona=scope.persona,
        person=scope.person,
        ready=True,
        memories=counts.total,
        levels=Levels(*(counts.by_level.get(level, 0) for level in (1, 2, 3, 4))),
        archived=counts.archived,
        protected=counts.protected,
        protections_pending=len(mind.list(Filter(protection_pending=True))),
        corrected=counts.retired,
        turns=store.turns.count(scope),
        turns_waiting=store.turns.count(scope, "waiting") + store.turns.count(scope, "failed"),
        texts_waiting=counts.texts_waiting,
        last_night=date.fromordinal(last).isoformat() if last else None,
        night_missed=mind.night_missed(),
        clock_in_doubt=mind.clock_doubt() is not None,
        paused=pause is not None,
        paused_until=pause.until.isoformat() if pause and pause.until else None,
        embedder=mind.faculties.embedder.name,
        resident_mb=resident_mb(),
    )


def _not_yet(_given: NoArguments, whose: Whose) -> Status:
    scope = whose.scope
    return Status(__version__, str(whose.home), scope.persona, scope.person, False, resident_mb=resident_mb())


def resident_mb() -> float | None:
    """What this process holds in memory now; where the system only tells the peak, that; None where neither."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return round(int(file.read().split()[1]) * 4096 / 1e6, 1)
    except OSError:
        pass
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / 1e6 if sys.platform == "darwin" else peak / 1e3, 1)


STATUS = Tool(
    name="status",
    title="Memory status",
    description=(
        "How much is remembered, when the last night was lived, whether the memory is paused, and what waits for the "
        "person. Use it when the person asks about the memory itself."
    ),
    takes=NoArguments,
    gives=Status,
    run=status,
    read_only=True,
    idempotent=True,
    new=_not_yet,
)
