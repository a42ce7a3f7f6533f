"""Move in with what ChatGPT and Claude hand out on request (N5): a `conversations.json`, or for a long history
`conversations-000.json` and so on. One file, their zip, or the folder that it was unpacked to.

Each conversation is lived through by itself. ChatGPT keeps every answer that was ever asked for as a tree; only the
branch that is shown counts, as nobody remembers what they had thrown away.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from omoide.encode.chat import Line, live_lines
from omoide.encode.memories import Encoded
from omoide.errors import InvalidInput, OmoideError
from omoide.ports import Faculties, Progress
from omoide.settings import Settings

Exporter = Literal["chatgpt", "claude"]
FILE = "conversations.json"
_PART = re.compile(r"conversations(?:-(\d+))?\.json")
LONGEST_PATH = 100_000  # messages of one conversation; a tree that leads in a circle ends here
_SHOWN = frozenset({"text", "multimodal_text"})  # of ChatGPT's kinds of content; the others are thoughts and tools


@dataclass(frozen=True, slots=True)
class Odd(Exception):
    """Why a conversation cannot be read, in both languages."""

    en: str
    ja: str


def import_export(
    faculties: Faculties, settings: Settings, path: Path, exporter: Exporter, progress: Progress | None = None
) -> Encoded:
    """Perceive and encode every conversation of an export. One that cannot be read is named, the others are kept."""
    conversations = _conversations(path)
    zone = settings.zone(faculties.scope.person)
    done = Encoded()
    for number, conversation in enumerate(conversations, 1):
        problems: list[OmoideError] = []
        try:
            lines = _READERS[exporter](conversation, zone)
        except Odd as odd:
            lines = []
            problems.append(InvalidInput(f"conversation {number}: {odd.en}", f"{number} 番目の会話: {odd.ja}"))
        done += live_lines(faculties, settings, lines, problems)
        if progress:
            progress(number, len(conversations))
    return done


# ------------------------------------------------------------ the file


def _conversations(path: Path) -> list[Any]:
    try:
        parts = _parts(path)
    except (OSError, zipfile.BadZipFile) as error:
        raise InvalidInput(
            f"{path} cannot be read ({error}); name the {FILE} of the export, its folder, or its zip.",
            f"{path} を読めません（{error}）。書き出した {FILE} か、そのフォルダー、zip を指定してください。",
        ) from error
    return [conversation for part in parts for conversation in _listed(path, part)]


def _parts(path: Path) -> list[bytes]:
    """What an export holds, in the order of its files."""
    if path.is_dir():
        return [(path / name).read_bytes() for name in _found(path, [inside.name for inside in path.iterdir()])]
    if not zipfile.is_zipfile(path):
        return [path.read_bytes()]
    with zipfile.ZipFile(path) as archive:
        return [archive.read(name) for name in _found(path, archive.namelist())]


def _found(path: Path, names: Iterable[str]) -> list[str]:
    """The files with the conversations, of the uppermost folder that has any: `-10` after `-9`."""
    places: dict[PurePosixPath, list[tuple[int, str]]] = {}
    for name in names:
        place = PurePosixPath(name)
        if part := _PART.fullmatch(place.name):
            places.setdefault(place.parent, []).append((int(part[1] or 0), name))
    if not places:
        raise _no_export(path)
    return [name for _, name in sorted(places[min(places, key=lambda place: len(place.parts))])]


def _listed(path: Path, part: bytes) -> list[Any]:
    try:
        value = json.loads(part)
    except (ValueError, RecursionError) as error:
        raise _no_export(path) from error
    if not isinstance(value, list):
        raise _no_export(path)
    return value


def _no_export(path: Path) -> InvalidInput:
    return InvalidInput(
        f"{path} holds no list of conversations: name the {FILE} of the export, its folder, or its zip.",
        f"{path} に会話の一覧がありません。書き出した {FILE} か、そのフォルダー、zip を指定してください。",
    )


# ------------------------------------------------------------ ChatGPT


def _chatgpt(conversation: Any, zone: tzinfo | None) -> list[Line]:
    mapping = conversation.get("mapping") if isinstance(conversation, dict) else None
    if not isinstance(mapping, dict):
        raise Odd("it has no messages (mapping)", "発言（mapping）がありません")
    lines: list[Line] = []
    last = conversation.get("create_time")
    for node in _branch(mapping, conversation.get("current_node")):
        message = node.get("message")
        if not isinstance(message, dict):
            continue
        last = message.get("create_time") or last
        text, role = _said_to_chatgpt(message)
        if text:
            lines.append(Line(role, text, _moment(last, zone)))
    return lines


def _branch(mapping: dict[str, Any], leaf: Any) -> list[dict[str, Any]]:
    """From the first message to the one that is shown last; without a mark, to the newest message."""
    if leaf not in mapping:
        leaf = max(mapping, key=lambda key: _number(mapping[key]), default=None)
    found: list[dict[str, Any]] = []
    seen: set[Any] = set()
    while leaf in mapping and leaf not in seen and len(found) < LONGEST_PATH:
        seen.add(leaf)
        node = mapping[leaf]
        if not isinstance(node, dict):
            break
        found.append(node)
        leaf = node.get("parent")
    return found[::-1]


def _number(node: Any) -> float:
    message = node.get("message") if isinstance(node, dict) else None
    time = message.get("create_time") if isinstance(message, dict) else None
    return float(time) if isinstance(time, int | float) else 0.0


def _said_to_chatgpt(message: dict[str, Any]) -> tuple[str, str]:
    """What a person could read of a message, and whose it is. Calls of tools are spoken to the tool, not to anybody."""
    author, content = message.get("author"), message.get("content")
    role = author.get("role") if isinstance(author, dict) else None
    hidden = isinstance(meta := message.get("metadata"), dict) and meta.get("is_visually_hidden_from_conversation")
    if role not in ("user", "assistant") or hidden or message.get("recipient", "all") != "all":
        return "", ""
    if not isinstance(content, dict) or content.get("content_type") not in _SHOWN:
        return "", ""
    parts = content.get("parts")
    texts = [part for part in parts if isinstance(part, str)] if isinstance(parts, list) else []
    return "\n".join(texts).strip(), role


# ------------------------------------------------------------ Claude


def _claude(conversation: Any, zone: tzinfo | None) -> list[Line]:
    messages = conversation.get("chat_messages") if isinstance(conversation, dict) else None
    if not isinstance(messages, list):
        raise Odd("it has no messages (chat_messages)", "発言（chat_messages）がありません")
    lines: list[Line] = []
    last = conversation.get("created_at")
    for message in messages:
        if not isinstance(message, dict):
            continue
        last = message.get("created_at") or last
        role = {"human": "user", "assistant": "assistant"}.get(str(message.get("sender")))
        text = _said_to_claude(message)
        if role and text:
            lines.append(Line(role, text, _moment(last, zone)))
    return lines


def _said_to_claude(message: dict[str, Any]) -> str:
    """The blocks of text, without what it thought and which tools it used; older exports have one text alone."""
    blocks = message.get("content")
    texts = list(_texts(blocks)) if isinstance(blocks, list) else []
    whole = message.get("text")
    return "\n".join(texts or [whole if isinstance(whole, str) else ""]).strip()


def _texts(blocks: list[Any]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, dict) and block.get("type") == "text" and isinstance(block.get("text"), str):
            yield block["text"]


# ------------------------------------------------------------ times


def _moment(time: Any, zone: tzinfo | None) -> datetime:
    """Exports tell moments without saying where the person was: they are placed on the person's clock, else on ours."""
    try:
        if isinstance(time, int | float):
            return datetime.fromtimestamp(time, UTC).astimezone(zone)
        moment = datetime.fromisoformat(str(time))
    except (ValueError, OverflowError, OSError) as error:
        raise Odd(f"a message has no time that can be read ({time!r})", f"時刻を読めません（{time!r}）") from error
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(zone)


_READERS: dict[str, Callable[[Any, tzinfo | None], list[Line]]] = {"chatgpt": _chatgpt, "claude": _claude}
