"""How long a page of the dashboard takes until one can use it, in a real browser (I4).

    python -m bench.dashboard [--size 36500]

A village behind a real server on loopback, opened in Chromium. A page counts as interactive when its scripts have run
and the main thread is free again; the canvas of all memories when every point is drawn. Each page is opened several
times, and the middle one counts; the first call, which opens the home, is told apart.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bench.report import RESULTS, Line, publish
from bench.village import CACHE, PERSONA, village, visit
from tests.doors.dashboard.browsing import browser, chromium
from tests.doors.dashboard.served import served

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZE = 36_500
GOAL = 1_000.0  # milliseconds
PAGES = ("/", "/memories", "/memories?q=sea", "/forgetting", "/life", "/feelings", "/questions", "/sleep", "/people")
# From the click to the moment at which the browser has nothing left to do for the page.
INTERACTIVE = """() => new Promise(done => {
  const idle = () => requestIdleCallback(() => done(performance.now()));
  document.readyState === "complete" ? idle() : addEventListener("load", idle);
})"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--times", type=int, default=7)
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    if chromium() is None:
        raise SystemExit("Chromium is not here: `make browser` fetches it.")
    with visit(village(chosen.size, chosen.cache)) as home, served(home, PERSONA, "me") as url, browser() as opened:
        page = opened.new_page()
        lines = [Line("first page of all, home opened", measured(page, url + "/"), "ms")]
        for path in PAGES:
            taken = [measured(page, url + path) for _ in range(chosen.times)]
            lines.append(Line(path, float(np.median(taken)), "ms", GOAL, note=f"slowest {max(taken):.0f} ms"))
        lines += canvas(page, url, chosen.size, chosen.times)
    publish("dashboard", f"Pages of the dashboard with {chosen.size:,} memories, in Chromium", lines, chosen.results)


def measured(page: Page, address: str) -> float:
    page.goto(address, wait_until="commit")
    return float(page.evaluate(INTERACTIVE))


def canvas(page: Page, url: str, size: int, times: int) -> list[Line]:
    """All points drawn after opening, and drawn again for another day."""
    drawn, again = [], []
    for _ in range(times):
        page.goto(f"{url}/forgetting", wait_until="commit")
        page.wait_for_selector("canvas[data-drawn]")
        drawn.append(float(page.evaluate("performance.now()")))
        assert page.locator("canvas").get_attribute("data-drawn") == str(size)
        again.append(float(page.evaluate("""async () => {
          const slider = document.getElementById("ahead"), began = performance.now();
          slider.value = 30 + Math.floor(300 * Math.random());
          slider.dispatchEvent(new Event("input"));
          await new Promise(requestAnimationFrame);
          await new Promise(done => setTimeout(done));
          return performance.now() - began;
        }""")))  # fmt: skip
    return [
        Line("/forgetting, all points drawn", float(np.median(drawn)), "ms", GOAL, note=f"slowest {max(drawn):.0f} ms"),
        Line("another day, all points drawn", float(np.median(again)), "ms"),
    ]


if __name__ == "__main__":
    main()
