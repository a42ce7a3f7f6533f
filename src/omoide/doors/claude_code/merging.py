"""Our entries into the text of a settings file, and out again; everything else keeps its place and its form."""

from __future__ import annotations

import json
from typing import Any

from omoide.doors.claude_code.entries import EVENTS, SERVER, is_our_hook, is_our_server
from omoide.doors.claude_code.json_text import drop, put
from omoide.errors import InvalidInput, Refused


def with_hooks(text: str, wanted: dict[str, dict[str, Any]], name: str) -> str:
    """Each event holds exactly one hook of ours: an older one is replaced where it stands, a missing one is added."""
    text = text if text.strip() else "{}\n"
    for event in _events(read(text, name), name):
        ours = _ours(text, event)
        keep = ours[:1] if event in wanted else []
        for group, place in reversed(ours[len(keep) :]):
            text = _without(text, event, group, place)
    for event, hook in wanted.items():
        there = _ours(text, event)
        if not there:
            groups = len(read(text, name).get("hooks", {}).get(event, []))
            text = put(text, ("hooks", event, groups), {"hooks": [hook]})
        elif _hook(text, event, *there[0]) != hook:
            text = put(text, ("hooks", event, there[0][0], "hooks", there[0][1]), hook)
    return text


def without_hooks(text: str, name: str) -> str:
    if not text.strip():
        return text
    for event in _events(read(text, name), name):
        for group, place in reversed(_ours(text, event)):
            text = _without(text, event, group, place)
    return text


def with_server(text: str, entry: dict[str, Any], name: str) -> str:
    text = text if text.strip() else "{}\n"
    there = _server(text, name)
    if there is not None and not is_our_server(there):
        raise Refused(
            f"{name} already names another MCP server {SERVER}; remove it with `claude mcp remove {SERVER}` first.",
            f"{name} に {SERVER} という別の MCP サーバーがあります。`claude mcp remove {SERVER}` で外してください。",
        )
    return text if there == entry else put(text, ("mcpServers", SERVER), entry)


def without_server(text: str, name: str) -> str:
    if not text.strip() or not is_our_server(_server(text, name)):
        return text
    text = drop(text, ("mcpServers", SERVER))
    return text if json.loads(text)["mcpServers"] else drop(text, ("mcpServers",))


def enabled_plugin(text: str, name: str) -> str | None:
    """The plugin under its full name when it is switched on: then our hooks are there already."""
    plugins = read(text, name).get("enabledPlugins") if text.strip() else None
    named = plugins.items() if isinstance(plugins, dict) else ()
    return next((plugin for plugin, on in named if on and plugin.split("@")[0] == SERVER), None)


def read(text: str, name: str) -> dict[str, Any]:
    try:
        value = json.loads(text or "{}")
    except ValueError as error:
        raise InvalidInput(
            f"{name} is not valid JSON ({error}); mend it first. Nothing was changed.",
            f"{name} は正しい JSON ではありません（{error}）。先に直してください。何も変更していません。",
        ) from error
    if not isinstance(value, dict):
        raise _shape(name, "{…}")
    return value


def bare(value: Any) -> Any:
    """A tree without the empty places that hooks leave behind, its keys in order: to ask whether two are alike."""
    if isinstance(value, dict):
        kept = [(key, bare(held)) for key, held in value.items()]
        return [(key, held) for key, held in kept if held or key not in _PLACES]
    return [bare(held) for held in value] if isinstance(value, list) else value


_PLACES = ("hooks", "mcpServers", *EVENTS)


def _events(tree: dict[str, Any], name: str) -> list[str]:
    """The events that have hooks; a shape that the client would not take either is refused."""
    events = tree.get("hooks", {})
    if not isinstance(events, dict):
        raise _shape(name, '"hooks": {…}')
    for event, groups in events.items():
        if not isinstance(groups, list):
            raise _shape(name, f'"{event}": […]')
    return list(events)


def _ours(text: str, event: str) -> list[tuple[int, int]]:
    """Which group, and which hook in it."""
    found = []
    for number, group in enumerate(json.loads(text).get("hooks", {}).get(event, [])):
        held = group.get("hooks") if isinstance(group, dict) else None
        found += [(number, place) for place, hook in enumerate(held or []) if is_our_hook(hook)]
    return found


def _hook(text: str, event: str, group: int, place: int) -> Any:
    return json.loads(text)["hooks"][event][group]["hooks"][place]


def _without(text: str, event: str, group: int, place: int) -> str:
    """Cut one hook out, and what held nothing but it."""
    path: list[str | int] = ["hooks", event, group, "hooks", place]
    tree = json.loads(text)["hooks"]
    if len(tree[event][group]["hooks"]) == 1:
        path = path[:3]
        if len(tree[event]) == 1:
            path = path[:2] if len(tree) > 1 else path[:1]
    return drop(text, path)


def _server(text: str, name: str) -> Any:
    servers = read(text, name).get("mcpServers", {})
    if not isinstance(servers, dict):
        raise _shape(name, '"mcpServers": {…}')
    return servers.get(SERVER)


def _shape(name: str, expected: str) -> InvalidInput:
    return InvalidInput(
        f"{name} does not have the form {expected} that Claude Code reads; mend it first. Nothing was changed.",
        f"{name} が Claude Code の読める形（{expected}）ではありません。先に直してください。何も変更していません。",
    )
