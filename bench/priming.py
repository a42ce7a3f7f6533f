"""How long it takes until everything is in mind: `Mind.context`, no model asked, the channels open and closed.

    python -m bench.priming [--size 36500] [--pages 1000] [--procedures 100]

A village with pages of knowledge and procedures, a profile, and a year of events at a hundred a day. The same messages,
half of them Japanese, are brought to mind with all four channels, without any, and with each alone.
"""

from __future__ import annotations

import argparse
import json
import time
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import numpy as np

from bench.report import RESULTS, Line, publish
from bench.tales import cues
from bench.village import CACHE, EVENING, PERSONA, SEED, Clock, quiet_settings, told, village, visit
from omoide import Mind, open_mind
from omoide.domain.memory import FULL
from omoide.domain.priming_rules import CHANNELS
from omoide.knowing import refresh_learned
from omoide.settings import Settings, build, plain

SIZE = 36_500
GOALS = {"all four channels": 100.0}  # milliseconds, the middle one of all messages
DAYS, A_DAY = 365, 100


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--pages", type=int, default=1_000)
    parser.add_argument("--procedures", type=int, default=100)
    parser.add_argument("--messages", type=int, default=100)
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    with visit(village(chosen.size, chosen.cache)) as home:
        asked = cues(np.random.default_rng(SEED + 9), told(chosen.size), chosen.messages)
        furnish(home, chosen.size, chosen.pages, chosen.procedures)
        lines = measured(home, asked)
    what = f"{chosen.size:,} memories, {chosen.pages:,} pages, {chosen.procedures} procedures, a year of events"
    publish("priming", f"What is brought to mind for a reply: {what}", lines, chosen.results)


def furnish(home: Path, size: int, pages: int, procedures: int) -> None:
    """Pages about what the village talks of, so that many are half about a message, and a log."""
    own = home / "personas" / PERSONA / "people" / "me"
    tales = [tale.text(FULL) for tale in told(size)]
    for folder in ("knowledge", "procedures", "activity_log"):
        (own / folder).mkdir(parents=True, exist_ok=True)
    for n in range(pages):
        text = "\n\n".join(f"{trigger} {content}" for trigger, content in tales[n * 3 : n * 3 + 3])
        (own / "knowledge" / f"page {n}.md").write_text(text, encoding="utf-8")
    for n in range(procedures):
        trigger, content = tales[-n - 1]
        text = f"---\ndescription: {json.dumps(trigger, ensure_ascii=False)}\n---\n{content}\n"
        (own / "procedures" / f"procedure {n}.md").write_text(text, encoding="utf-8")
    (home / "people").mkdir(exist_ok=True)
    (home / "people" / "me.md").write_text("Likes to talk in the evening.\n\n" * 5, encoding="utf-8")
    for back in range(DAYS):
        day = EVENING - timedelta(days=back)
        events = [
            {
                "ts": (day - timedelta(minutes=5 * n)).isoformat(),
                "type": "message_received",
                "content": tales[n][0],
            }
            for n in reversed(range(min(A_DAY, len(tales))))
        ]
        lines = "".join(
            json.dumps(event, ensure_ascii=False) + "\n" for event in events if event["ts"][:10] == f"{day:%F}"
        )
        (own / "activity_log" / f"{day:%F}.jsonl").write_text(lines, encoding="utf-8")
    with _opened(home, CHANNELS) as mind:
        refresh_learned(mind.faculties, mind.settings, EVENING)
        mind.faculties.nearest_passages().refresh(mind.scope)


def measured(home: Path, asked: list[str]) -> list[Line]:
    """All take turns at each message, so that other work on the machine meets them alike."""
    contestants = {
        "all four channels": (*CHANNELS,),
        "no channels": (),
        **{f"{name} alone": (name,) for name in CHANNELS},
    }
    times: dict[str, list[float]] = {what: [] for what in contestants}
    tokens: dict[str, list[int]] = {what: [] for what in contestants}
    with ExitStack() as opened:
        minds = {what: opened.enter_context(_opened(home, names)) for what, names in contestants.items()}
        for message in [asked[0], *asked]:
            for what, mind in minds.items():
                began = time.perf_counter()
                brought = mind.context(message)
                times[what].append((time.perf_counter() - began) * 1_000)
                tokens[what].append(sum(channel.tokens for channel in brought.primed.channels))
    lines = []
    for what in contestants:
        p50, p95 = np.percentile(times[what][1:], [50, 95])
        note = f"p95 {p95:.1f} ms, {np.mean(tokens[what]):.0f} tokens in the channels"
        lines.append(Line(f"context, {what}, p50", float(p50), "ms", GOALS.get(what), note=note))
    return lines


def _opened(home: Path, names: tuple[str, ...]) -> Mind:
    return open_mind(home, persona=PERSONA, clock=Clock(), settings=_only(names))


def _only(names: tuple[str, ...]) -> Settings:
    """The defaults of a bench, with these channels alone."""
    tree = plain(quiet_settings())
    return build({**tree, "priming": {"channels": {name: 0 for name in CHANNELS if name not in names}}})


if __name__ == "__main__":
    main()
