"""Where the persona is heard when it speaks first: the chat has it already, a webhook and a command are told."""

from __future__ import annotations

import json
import logging
import subprocess
from collections.abc import Mapping
from typing import Any

from omoide.domain.motive_rules import AutonomyRules

_log = logging.getLogger("omoide.http")
SECONDS = 20.0


def deliver(rules: AutonomyRules, told: Mapping[str, Any]) -> list[str]:
    """The channels that took it. One that fails is logged: the message stands in the conversation in any case."""
    taken = ["chat"] if "chat" in rules.channels else []
    if "webhook" in rules.channels and rules.webhook and _post(rules.webhook, told):
        taken.append("webhook")
    if "command" in rules.channels and rules.command and _run(rules.command, told):
        taken.append("command")
    return taken


def _post(address: str, told: Mapping[str, Any]) -> bool:
    import httpx

    try:
        answer = httpx.post(address, json=dict(told), timeout=SECONDS, follow_redirects=False)
        answer.raise_for_status()
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        _log.warning("the webhook of autonomy.webhook did not take a message: %s", type(error).__name__)
        return False
    return True


def _run(command: tuple[str, ...], told: Mapping[str, Any]) -> bool:
    """The text goes in by standard input: nothing that a model says becomes part of a command line."""
    text = json.dumps(told, ensure_ascii=False)
    try:
        subprocess.run(
            list(command), input=text.encode(), timeout=SECONDS, check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        _log.warning("the command of autonomy.command failed: %s", error)
        return False
    return True
