"""What the pages tell a program to do, done with the official clients: nothing has to be set that they do not name."""

# I3, I11

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest

from tests.test_readme import blocks

from .chats import Between, completion, message, served, text

ADDRESS = "http://127.0.0.1:8378"
KEYS = ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL")


@pytest.fixture(autouse=True)
def _nothing_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)


def here(shown: str, ours: Between) -> str:
    return shown.replace(ADDRESS, ours.url).replace(ADDRESS.removeprefix("http://"), ours.url.removeprefix("http://"))


@pytest.mark.parametrize(("number", "said"), [(0, completion("Mochi.")), (1, message(text("Mochi.")))])
def test_the_clients_of_the_page_on_the_proxy_work(tmp_path: Path, number: int, said: Any) -> None:
    piece = blocks("docs/proxy.md", "python")[number]
    with served(tmp_path, said) as ours:
        exec(compile(here(piece, ours), "docs/proxy.md", "exec"), {})
        assert ours.turns("ken" if "user=" in piece else "me") == [("What was my cat called?", "Mochi.")]


@pytest.mark.parametrize("page", ["README.md", "README.ja.md"])
def test_what_the_readme_says_of_a_server_works(tmp_path: Path, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (shown,) = (body for body in blocks(page, "sh") if "/v1" in body)
    with served(tmp_path, completion("Mochi.")) as ours:
        typed = [shlex.split(line, comments=True) for line in here(shown, ours).splitlines()]
        for name, value in (word.split("=", 1) for line in typed if line[0] == "export" for word in line[1:]):
            monkeypatch.setenv(name, value)
        with openai.OpenAI() as client:
            client.chat.completions.create(model="m", messages=[{"role": "user", "content": "What was my cat called?"}])
        assert ours.turns() == [("What was my cat called?", "Mochi.")]
        (curl,) = (line for line in typed if line[0] == "curl")
        (url,) = (word for word in curl if re.match(r"127\.0\.0\.1:", word))
        answer = httpx.post(f"http://{url}", json=json.loads(curl[curl.index("-d") + 1]))
        assert (answer.status_code, next(iter(answer.json()))) == (200, "memories")
