"""Nights take backups when they are due, and outlive those that fail (O1, O3, O5)."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from omoide import open_mind
from omoide.adapters.files.locks import FileLocks
from omoide.at_rest import at_rest
from omoide.doctor import examine
from omoide.errors import InvalidSettings
from omoide.settings import build, load
from omoide.sleep import backup_fault
from tests.mind.world import Clock, at, mind_in

RULES = {"backup": {"every_days": 2, "keep": 1, "keep_weekly": 3}}


def test_nights_take_them_when_due_and_let_old_ones_go_by_rule(tmp_path: Path) -> None:
    # O1
    clock = Clock(at("2026-01-05T04:00:00"))  # a Monday
    with open_mind(tmp_path, clock=clock, settings=build(RULES)) as mind:
        mind.remember("温泉に行った。")
        for _ in range(15):
            mind.sleep()
            clock.forward(days=1)
        days = [backup.taken.day for backup in mind.backups.list()]
        assert days == [19, 17, 11]  # the newest, and the newest of three weeks
        assert {backup.reason for backup in mind.backups.list()} == {"regular"}
        assert (mind.back_up(), mind.back_up(clock.now() + timedelta(days=1)) is None) == (None, False)


def test_nights_that_end_at_once_take_one(tmp_path: Path) -> None:
    # O1, X8
    with open_mind(tmp_path) as mind:
        mind.remember("温泉に行った。")
        with FileLocks(tmp_path / "locks").hold("backup"):
            assert mind.sleep().lived
        assert mind.backups.list() == []
        mind.sleep()
        assert len(mind.backups.list()) == 1


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        ({"folder": "/dev/null/backups"}, "cannot be opened or written"),
        ({"url": "s3://b?endpoint=http://127.0.0.1:1&access_key=K&secret_key=S3CR3T"}, "cannot be used now"),
        ({"key_file": "/nowhere/key"}, "cannot be read"),
    ],
)
def test_a_night_outlives_a_backup_that_fails_and_the_doctor_tells(
    tmp_path: Path, broken: dict[str, str], words: str
) -> None:
    # O1
    with open_mind(tmp_path, settings=build({"backup": broken})) as mind:
        mind.remember("温泉に行った。")
        assert mind.sleep().lived
    (told,) = [finding.en for finding in examine(tmp_path) if finding.what == "backup" and words in finding.en]
    assert "S3CR3T" not in told
    with open_mind(tmp_path) as mind:
        mind.sleep()
        assert len(mind.backups.list()) == 1
    assert not [finding for finding in examine(tmp_path) if finding.what == "backup"]


def test_a_place_that_fails_is_left_alone_for_a_while(tmp_path: Path) -> None:
    # O1: not every one of a thousand nights waits for it
    clock = Clock()
    rules: dict[str, Any] = {"backup": {"folder": str(tmp_path / "gone" / "backups")}}
    (tmp_path / "gone").write_text("no folder")
    with mind_in(tmp_path / "home", clock, **rules) as mind:
        mind.remember("温泉に行った。")
        mind.sleep()
        told = backup_fault(mind.faculties)
        assert told is not None
        assert "cannot be opened or written" in told["en"]
        (tmp_path / "gone").unlink()
        clock.forward(minutes=29)
        mind.sleep()
        assert (mind.backups.list(), backup_fault(mind.faculties)) == ([], told)
        clock.forward(minutes=2)
        mind.sleep()
        assert (len(mind.backups.list()), backup_fault(mind.faculties)) == (1, None)


@pytest.mark.usefixtures("on_server")
def test_it_is_known_on_a_server_too_that_one_failed(tmp_path: Path) -> None:
    # O1, X2: though it is of nobody in particular
    test_a_place_that_fails_is_left_alone_for_a_while(tmp_path)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no limits for files")
def test_a_full_disk_leaves_the_home_and_the_backups_as_they_were(tmp_path: Path) -> None:
    # O1
    with open_mind(tmp_path) as mind:
        mind.remember("温泉に行った。")
        kept = mind.backups.create(mind.faculties.clock.now(), "before")
    code = (
        "import resource, sys\nfrom pathlib import Path\nfrom omoide import open_mind\nfrom omoide.errors import *\n"
        "with open_mind(Path(sys.argv[1])) as mind:\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
        "    try:\n        mind.backups.create(mind.faculties.clock.now(), 'full')\n"
        "    except StoreDamaged as error:\n        print(error.en)\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True
    ).stdout
    assert "free space" in told or "is full" in told or "large" in told, told
    assert [path.name for path in (tmp_path / "backups").iterdir()] == [kept.name]
    with open_mind(tmp_path) as mind:
        assert (mind.counts().total, mind.backups.verify(kept.name)) == (1, [])


def test_a_home_that_others_may_read_and_backups_that_leave_it_open(tmp_path: Path) -> None:
    # O3
    def told(settings: dict[str, object], key: str = "") -> list[tuple[str, str]]:
        return [(one.severity, one.what) for one in at_rest(tmp_path, build(settings), key)]

    tmp_path.chmod(0o755)
    assert told({}) == [("warning", "at rest"), ("ok", "at rest")]
    tmp_path.chmod(0o700)
    assert told({}) == [("ok", "at rest")]
    leaving = ("warning", "backup")
    for place in ({"backup": {"folder": "/mnt/disk"}}, {"backup": {"url": "s3://b"}}, {"storage": {"url": "s3://b"}}):
        assert told(place) == [("ok", "at rest"), leaving]
        assert told(place, "the key of the environment") == [("ok", "at rest")]
    assert told({"backup": {"folder": "/mnt/disk", "key_file": "k"}}) == [("ok", "at rest")]


def test_where_they_go_is_one_place(tmp_path: Path) -> None:
    # O1, I7
    for wrong in ({"url": "ftp://x"}, {"url": "s3://b", "folder": "/mnt"}, {"keep": 0}, {"keep_daily": -1}):
        with pytest.raises(InvalidSettings, match="setting backup"):
            build({"backup": wrong})
    variables = {"OMOIDE_S3_URL": "s3://bucket/omoide", "OMOIDE_BACKUP_KEY": "not a setting"}
    assert load(tmp_path, variables).storage.url == "s3://bucket/omoide"
    assert (build({}).backup_days, build({"database": {"url": "postgresql://x"}}).backup_days) == (7, 1)
