"""A real browser: Debian's Chromium, driven by Playwright. It notes whatever a page complains about."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

AXE = Path(__file__).parents[3] / ".clients" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = {
    "now": "/", "memories": "/memories", "forgetting": "/forgetting", "life": "/life", "dreams": "/life/dreams",
    "goals": "/life/goals", "topics": "/life/topics", "pages": "/life/pages", "page": "/life/page?kind=core_memory",
    "documents": "/life/documents", "feelings": "/feelings", "questions": "/questions", "sleep": "/sleep",
    "chat": "/chat", "people": "/people", "person": "/people/haruka",
}  # fmt: skip


def chromium() -> str | None:
    return shutil.which("chromium") or shutil.which("google-chrome")


@contextmanager
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield opened
        opened.close()


@dataclass
class Visit:
    """A browser of somebody's own, with a language, a light and a width; `complaints` are errors of any page."""

    page: Page
    url: str
    complaints: list[str] = field(default_factory=list)

    def open(self, path: str) -> Page:
        self.page.goto(self.url + path)
        if path == "/forgetting" and self.page.locator("canvas").count():
            self.page.wait_for_selector("canvas[data-drawn]")
        return self.page

    def faults(self, *rules: str) -> list[str]:
        """What axe-core finds that keeps people out, by all of its rules or by some."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found: list[dict[str, Any]] = self.page.evaluate(
            "rules => axe.run(rules.length ? {runOnly: rules} : {}).then(found => found.violations)", list(rules)
        )
        return [
            f"{self.page.url} {one['id']}: {one['nodes'][0]['html'][:200]} {one['nodes'][0]['failureSummary'][:300]}"
            for one in found
            if one["impact"] in ("serious", "critical")
        ]

    def too_wide(self) -> int:
        """Pixels that stand out to the right of the screen."""
        return self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


@contextmanager
def visit(
    browser: Browser, url: str, language: str = "en", theme: str = "light", width: int = 1440, height: int = 900
) -> Iterator[Visit]:
    context = browser.new_context(viewport={"width": width, "height": height}, bypass_csp=False)
    context.add_cookies(
        [{"name": f"omoide_{n}", "value": v, "url": url} for n, v in (("lang", language), ("theme", theme))]
    )
    page = context.new_page()
    told = Visit(page, url)
    page.on("console", lambda line: told.complaints.append(line.text) if line.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: told.complaints.append(str(error)))
    page.on("requestfailed", lambda request: told.complaints.extend(_failed(request.url, str(request.failure))))
    page.on("dialog", lambda dialog: dialog.accept())
    yield told
    context.close()


def _failed(url: str, why: str) -> list[str]:
    """Whoever leaves a page does not wait for what is still on its way."""
    return [] if "ERR_ABORTED" in why else [f"{url} {why}"]
