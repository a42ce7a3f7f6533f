"""Every route is documented, and no other."""

# I3, I7

from __future__ import annotations

import re
from pathlib import Path

from omoide.doors.http.app import make_app
from omoide.doors.wire.minds import Minds

PAGE = (Path(__file__).parents[3] / "docs" / "http.md").read_text(encoding="utf-8")


def test_every_route_is_documented_and_no_other(tmp_path: Path) -> None:
    described = make_app(Minds(tmp_path, "aoi", "me", "en")).openapi()
    assert described["openapi"].startswith("3.1")
    there = {
        f"{method.upper()} {path}"
        for path, methods in described["paths"].items()
        for method in methods
        if path != "/healthz" or method == "get"
    }
    told = set(re.findall(r"`((?:GET|POST|PUT|DELETE) /[\w/{}]+)`", PAGE))
    assert there == told
    assert list(tmp_path.iterdir()) == []  # describing it opens no home
