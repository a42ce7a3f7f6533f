"""Where document 000's system keeps what, and how it writes a moment: by the person's wall clock, without a zone."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

from omoide.domain.dates import placed
from omoide.domain.page import PageKind
from omoide.errors import InvalidInput

EPISODES = "episodic_memory.json"
INSIGHTS = "memory/insights.json"
GOALS = "goals.json"
INNER_STATE = "memory/internal_state.json"
EMOTIONS = "memory/emotion_log.json"
JSON_FILES = (EPISODES, INSIGHTS, GOALS, INNER_STATE, EMOTIONS)

MAIN_DIARY = "memory/memory_main.txt"
OLD_DIARIES = "memory/memory_archived_*.txt"
PAGES: dict[str, PageKind] = {
    "core_memory.txt": "core_memory",
    "notepad.txt": "notepad",
    MAIN_DIARY: "main_diary",
    "memory/secret_diary.txt": "secret_diary",
}
ENTITIES = "entity_memory"
LOG, OLD_LOGS, FOREIGN_LOGS = "log.txt", "log_archives", "log_import_source"

MADE_BY = "import:000"


def wall(moment: datetime, zone: tzinfo | None, between: str = "T", exact: bool = False) -> str:
    """`2026-01-02T04:53:57`; without a zone set for the person, by this machine's clock."""
    local = moment.astimezone(UTC).astimezone(zone).replace(tzinfo=None)
    return (local if exact else local.replace(microsecond=0)).isoformat(between)


def moment(text: object, zone: tzinfo | None) -> datetime:
    """What `wall` wrote, or anything like it; by way of UTC, so that an hour that summer time skipped becomes the one
    that clocks showed. A moment that brings an offset keeps it."""
    if text is None:
        raise InvalidInput("its time is missing", "日時がありません")
    if not isinstance(text, str):
        raise InvalidInput(f"{text!r} is no time", f"{text!r} は日時ではありません")
    read = datetime.fromisoformat(text.strip())
    if read.tzinfo is None:
        read = read.astimezone() if zone is None else read.replace(tzinfo=zone).astimezone(UTC).astimezone(zone)
    return placed(read)
