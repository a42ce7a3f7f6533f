"""Take the pictures of the dashboard: the example life in both languages, each page as a person sees it.

    python -m tests.doors.dashboard.pictures docs/img [HOMES]       (`make pictures`)

The example life is lived for it, about a minute for each language; in a folder HOMES it is kept for the next time.
Whoever changes a page looks at them again. They are small: 256 colours are enough for paper and ink.
"""

from __future__ import annotations

import sys
import tempfile
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from omoide.demo.living import live_demo
from tests.doors.dashboard.browsing import browser, visit
from tests.doors.dashboard.served import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDE, NARROW = (1440, 900), (375, 780)
# Name, page, language, light, size.
PICTURES = (
    ("now", "/", "en", "light", WIDE),
    ("memories", "/memories?q=the+guitar", "en", "light", WIDE),
    ("memory", "memory", "en", "light", WIDE),
    ("forgetting", "/forgetting", "en", "dark", WIDE),
    ("life", "/life", "en", "light", WIDE),
    ("feelings", "/feelings", "en", "light", WIDE),
    ("sleep", "/sleep", "en", "light", WIDE),
    ("chat", "/chat", "en", "light", WIDE),
    ("phone", "/", "en", "dark", NARROW),
    ("now.ja", "/", "ja", "light", WIDE),
    ("memories.ja", "/memories?q=猫", "ja", "light", WIDE),
    ("memory.ja", "memory", "ja", "light", WIDE),
    ("forgetting.ja", "/forgetting", "ja", "dark", WIDE),
    ("life.ja", "/life", "ja", "light", WIDE),
    ("chat.ja", "/chat", "ja", "dark", WIDE),
    ("phone.ja", "/forgetting", "ja", "light", NARROW),
)
MESSAGE = {"en": "Do you remember the first song on the guitar?", "ja": "猫を迎えた日のこと、覚えてる？"}


def main(folder: Path, kept: str | None = None) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as passing, browser() as opened:
        homes = kept or passing
        for language in ("en", "ja"):
            home = Path(homes, language)
            scope = live_demo(home, language, datetime.now().astimezone())
            with served(home, scope.persona, scope.person) as url:
                for name, path, spoken, theme, size in PICTURES:
                    if spoken == language:
                        take(opened, url, folder / f"{name}.png", path, language, theme, size)


def take(opened: Browser, url: str, file: Path, path: str, language: str, theme: str, size: tuple[int, int]) -> None:
    with visit(opened, url, language, theme, *size) as seen:
        page = seen.open("/memories?level=1" if path == "memory" else path)
        prepare(page, path, language)
        page.screenshot(path=file)
        if seen.complaints:
            raise SystemExit(f"{file.name}: {seen.complaints}")
    from PIL import Image

    with Image.open(file) as picture:
        picture.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, 5, dither=Image.Dither.NONE).save(
            file, optimize=True
        )


def prepare(page: Page, path: str, language: str) -> None:
    """What a visitor would do before looking."""
    if path == "memory":
        page.locator("table.memories a").nth(3).click()
        page.wait_for_selector("svg.curve")
    elif path == "/sleep":
        page.locator("details.night summary").first.click()
    elif path == "/chat":
        page.locator("#message").fill(MESSAGE[language])
        page.keyboard.press("Enter")
        page.wait_for_selector("#brought details")
        page.wait_for_selector("#message:not([disabled])")
        page.locator("#brought details summary").nth(1).click()
    elif path == "/forgetting":
        page.locator("#ahead").fill("90")
        page.wait_for_selector("#next > *")
        page.evaluate("document.activeElement.blur()")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
