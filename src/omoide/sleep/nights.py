"""The part of Mind that looks at nights: those that were lived, the one that comes, and what fades meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from omoide import sleep
from omoide.domain.cost import price_of

if TYPE_CHECKING:
    from omoide.ports import Faculties, Run, Usage
    from omoide.settings import Settings
    from omoide.sleep.cloud import Cloud
    from omoide.sleep.measuring import Taken


@dataclass(frozen=True, slots=True)
class NightLived:
    """A night, what its steps did, and what it took. `dollars` is None when a model has no price."""

    night: date
    run: Run
    took: Taken
    dollars: float | None


class Nights:
    faculties: Faculties
    settings: Settings

    def nights(self, limit: int = 30) -> list[NightLived]:
        """The newest first."""
        from omoide.sleep.measuring import taken

        lived = []
        for run in self.faculties.store.runs.recent(self.faculties.scope, limit):
            took = taken(self.faculties, run.night)
            lived.append(NightLived(date.fromordinal(run.night), run, took, _dollars(self.settings, took.usage)))
        return lived

    def next_night(self, now: datetime | None = None) -> datetime:
        """When the coming night begins, on the person's clock."""
        from omoide.domain.dates import night_of, night_start, wall_clock

        local = wall_clock(now or self.faculties.clock.now(), self.settings.zone(self.faculties.scope.person))
        hour, last = self.settings.night.hour, self.faculties.store.runs.last_night(self.faculties.scope)
        return night_start(max(night_of(local, hour), last) + 1, hour, local.tzinfo)  # type: ignore[arg-type]

    def cloud(self) -> Cloud:
        """All memories at once, as columns (F8)."""
        return sleep.memory_cloud(self.faculties)

    def update_entities(self, now: datetime | None = None) -> dict[str, Any]:
        """Propose now what the night would for the pages of persons and things (I4)."""
        return sleep.update_entities(self.faculties, self.settings, now or self.faculties.clock.now())


def _dollars(settings: Settings, usage: tuple[Usage, ...]) -> float | None:
    total = 0.0
    for one in usage:
        price = price_of(settings.prices, one.model)
        if price is None:
            return None
        total += float(price.of(one.input_tokens, one.output_tokens))
    return total
