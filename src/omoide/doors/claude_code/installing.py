"""What installing and uninstalling change, worked out before anything is written."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from omoide.doors.claude_code import claude_md, entries, merging
from omoide.doors.claude_code.files import BOM, Change, changed, read, undone
from omoide.errors import Refused


@dataclass(frozen=True, slots=True)
class Places:
    """The files of Claude Code for one user. `servers` is None when only the named settings may be touched."""

    settings: Path
    servers: Path | None
    claude_md: Path


def places(settings: str | None, environment: Mapping[str, str] = os.environ) -> Places:
    """User-level MCP servers live in ~/.claude.json, not in settings.json; CLAUDE_CONFIG_DIR moves all of them."""
    own = environment.get("CLAUDE_CONFIG_DIR")
    folder = Path(own).expanduser() if own else Path("~/.claude").expanduser()
    servers = folder / ".claude.json" if own else Path("~/.claude.json").expanduser()
    if settings:
        return Places(Path(settings).expanduser().absolute(), None, folder / "CLAUDE.md")
    return Places(folder / "settings.json", servers, folder / "CLAUDE.md")


def install(at: Places, program: str, options: Sequence[str], warm: bool) -> list[Change]:
    """Hooks, and with them the server where prompts are put to it. The server goes first: hooks need it."""
    _refuse_beside_plugin(at)
    warm = warm and at.servers is not None
    wanted = entries.hooks(program, options, warm)
    name = str(at.settings)
    found = [changed(at.settings, lambda text: merging.with_hooks(text, wanted, name), _holds_hooks(name))]
    if warm and at.servers is not None:
        entry, servers = entries.server(program, options), str(at.servers)
        found.insert(
            0, changed(at.servers, lambda text: merging.with_server(text, entry, servers), _holds_server(servers))
        )
    return found


def uninstall(at: Places) -> list[Change]:
    name = str(at.settings)
    found = [undone(at.settings, lambda text: merging.without_hooks(text, name), _alike(name))]
    if at.servers is not None:
        servers = str(at.servers)
        found.append(undone(at.servers, lambda text: merging.without_server(text, servers), _alike(servers)))
    return found


def put_section(path: Path, section: str) -> Change:
    return changed(path, lambda text: claude_md.with_section(text, section), claude_md.has_section)


def drop_section(path: Path) -> Change:
    return undone(path, claude_md.without_section, lambda a, b: a.strip() == b.strip())


def _refuse_beside_plugin(at: Places) -> None:
    standard = places(None).settings
    for path in dict.fromkeys((standard, at.settings)):
        plugin = merging.enabled_plugin((read(path) or "").removeprefix(BOM), str(path))
        if plugin:
            raise Refused(
                f"the plugin {plugin} is enabled in {path}: memories would come twice. Nothing is to be "
                f"installed; or disable it first with `claude plugin disable {plugin}`.",
                f"{path} でプラグイン {plugin} が有効なため、記憶が二重に届いてしまいます。このままで使えます。"
                f"設定で使うには、先に `claude plugin disable {plugin}` で無効にしてください。",
            )


def _holds_hooks(name: str) -> Callable[[str], bool]:
    return lambda text: merging.without_hooks(text, name) != text


def _holds_server(name: str) -> Callable[[str], bool]:
    return lambda text: merging.without_server(text, name) != text


def _alike(name: str) -> Callable[[str, str], bool]:
    return lambda a, b: merging.bare(merging.read(a, name)) == merging.bare(merging.read(b, name))
