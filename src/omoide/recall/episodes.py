"""Episodes in a prompt (R8): the days before the raw log begins, and what came earlier on the day where it begins.

No overlap and no gap: days before the boundary by their episodes, the boundary's own day by its raw turns and, for
those that had no room any more, by the notes of their sessions; what no note tells, or a note that tells raw turns too,
by a line for each turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from omoide.domain.dates import wall_clock
from omoide.domain.elastic import injected
from omoide.domain.episode import Episode
from omoide.domain.note import Note
from omoide.domain.span import Span
from omoide.domain.turn import Turn
from omoide.errors import NotFound
from omoide.language.detect import language_of
from omoide.language.quoting import inert
from omoide.ports import Faculties
from omoide.settings import Settings

OPEN, CLOSE = "<episodes>", "</episodes>"
_LEAST_OF_A_TURN = 24  # characters in which a turn can still be recognised
_MORE = {"ja": "（ほかに {} 回のやりとり）", "en": "(and {} more exchanges)"}
_EARLIER = {"ja": "この日のはじめのほう", "en": "earlier that day"}


@dataclass(frozen=True, slots=True)
class Remembered:
    """What stands before the raw log: episodes by day, the turns of the boundary's day that are not shown raw with the
    notes that tell them, and all of it as paragraphs (`told`, one for each episode and one for those turns) and as one
    block."""

    boundary: date
    episodes: tuple[Episode, ...]
    earlier: tuple[Turn, ...]
    told: tuple[str, ...]
    text: str
    notes: tuple[Note, ...] = ()


def conversation(faculties: Faculties, settings: Settings, last: int | None) -> list[Turn]:
    """The newest exchanges, as they were said (R18)."""
    count = settings.conversation.exchanges if last is None else last
    return faculties.store.log.last(faculties.scope, count) if count > 0 else []


def episodes_for_prompt(
    faculties: Faculties, settings: Settings, shown: Sequence[Turn], now: datetime | None
) -> Remembered:
    """`shown` are the raw turns in the prompt; without any, episodes reach up to today."""
    scope, zone = faculties.scope, settings.zone(faculties.scope.person)
    days = [wall_clock(turn.time, zone).date() for turn in shown]
    boundary = min(days, default=wall_clock(now or faculties.clock.now(), zone).date())
    before = settings.episodes.lookback_days
    window = Span(boundary - timedelta(days=min(before, boundary.toordinal() - 1)), boundary)
    chosen = injected(_with_merged_days(faculties, window), boundary, before)
    keys = {turn.key for turn in shown}
    earlier = [turn for turn in faculties.store.log.of_day(scope, boundary, zone) if turn.key not in keys]
    told = [_told(episode, settings.episodes.highlight) for episode in chosen]
    notes = _telling(faculties.store.notes.of_day(scope, boundary), earlier) if earlier else []
    lines = _earlier_that_day(notes, earlier, settings, zone)
    if lines:
        told.append("\n".join([f"[{boundary.isoformat()}] {_EARLIER[language_of(lines[0])]}", *lines]))
    text = "\n\n".join([OPEN, *told, CLOSE]) if told else ""
    return Remembered(boundary, tuple(chosen), tuple(earlier), tuple(told), text, tuple(notes))


def _with_merged_days(faculties: Faculties, window: Span) -> list[Episode]:
    """All that touches the window, archived days of weeks that reach over its end among them."""
    return faculties.store.episodes.within(faculties.scope, Span(window.first, window.last + timedelta(days=6)), None)


def _told(episode: Episode, highlight: float) -> str:
    """`[2026-01-02][episode_2026-01-02_001] ★0.90` and the account."""
    star = (
        f" ★{episode.arousal_max:.2f}" if episode.arousal_max is not None and episode.arousal_max >= highlight else ""
    )
    return f"[{episode.date}][{episode.id}]{star}\n{inert(episode.summary)}"


def _telling(notes: Sequence[Note], earlier: Sequence[Turn]) -> list[Note]:
    """Notes whose turns all lie before the raw log: another would tell again what stands there as it was said, or what
    was forgotten since."""
    keys = {turn.key for turn in earlier}
    return [note for note in notes if keys.issuperset(note.sources)]


def _earlier_that_day(notes: Sequence[Note], earlier: Sequence[Turn], settings: Settings, zone: Any) -> list[str]:
    """Notes in the order of the day, then what none of them tells."""
    room, at = settings.conversation.earlier_characters, {turn.key: turn.time for turn in earlier}
    told = {key for note in notes for key in note.sources}
    rest = [turn for turn in earlier if turn.key not in told]
    lines: list[str] = []
    for note in sorted(notes, key=lambda note: min(at[key] for key in note.sources)):
        first, last = (wall_clock(pick(at[key] for key in note.sources), zone) for pick in (min, max))
        text = _cut(" ".join(note.text.split()), max(room // (len(notes) + bool(rest)), _LEAST_OF_A_TURN))
        lines.append(f"{first:%H:%M}-{last:%H:%M} {inert(text)}")
    return lines + _briefly(rest, max(room - sum(map(len, lines)), 0), zone)


def _briefly(turns: Sequence[Turn], room: int, zone: Any) -> list[str]:
    """A line for each turn, as long as there is room for all; of too many, evenly chosen ones and how many more."""
    if not turns or room < _LEAST_OF_A_TURN:
        return []
    most = max(room // (_LEAST_OF_A_TURN + 10), 1)
    step = -(-len(turns) // most)
    chosen = turns[::step]
    each = max(room // len(chosen) - 10, _LEAST_OF_A_TURN)
    lines = [f"{wall_clock(turn.time, zone):%H:%M} {inert(_brief(turn, each))}" for turn in chosen]
    rest = len(turns) - len(chosen)
    return lines + ([_MORE[language_of(lines[0])].format(rest)] if rest else [])


def _brief(turn: Turn, room: int) -> str:
    said, replied = " ".join(turn.said.split()), " ".join(turn.replied.split())
    half = max(room // 2, room - len(replied) - 3)
    parts = [part for part in (_cut(said, half), _cut(replied, room - min(len(said), half) - 3)) if part]
    return " → ".join(parts)


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: max(room - 1, 1)]}…"


# ------------------------------------------------------------ looking at them


def list_episodes(faculties: Faculties, days: Span | None, archived: bool | None) -> list[Episode]:
    return faculties.store.episodes.within(faculties.scope, days, archived)


def one_episode(faculties: Faculties, episode_id: str) -> Episode:
    found = faculties.store.episodes.get(faculties.scope, episode_id)
    if found is None:
        raise NotFound(
            f"no episode has the id {episode_id}; see `omoide episodes`.",
            f"{episode_id} というエピソードはありません。`omoide episodes` で確かめてください。",
        )
    return found


def fields_of_000(episode: Episode) -> dict[str, Any]:
    """Exactly the fields that document 000 gives each kind (P7)."""
    fields: dict[str, Any] = {
        "id": episode.id, "date": episode.date, "summary": episode.summary, "compressed": episode.compressed,
    }  # fmt: skip
    if episode.compressed:
        fields |= {"original_count": episode.original_count, "arousal_avg": _rounded(episode.arousal)}
    else:
        fields["arousal"] = _rounded(episode.arousal)
    fields["arousal_max"] = _rounded(episode.arousal_max)
    if episode.special:
        fields |= {"type": episode.kind, _POINTS_TO[episode.kind]: episode.detail}
    return fields | {"created_at": episode.created.isoformat()}


_POINTS_TO = {"achievement": "goal_id", "discovery": "source_question", "bonding": "emotion_change"}


def _rounded(arousal: float | None) -> float | None:
    return None if arousal is None else round(arousal, 4)
