"""The audit log: it tells what must be answered for, and nothing can take a line back."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from omoide.compose import passes
from omoide.domain.access import Pass
from omoide.errors import NotFound, Refused

from .world import Clock, at, mind_in


def told(mind: object) -> list[tuple[str, str]]:
    return [(line.action, line.subject) for line in reversed(mind.audited())]  # type: ignore[attr-defined]


def test_protection_deletion_and_exports_are_written_down(tmp_path: Path) -> None:
    # L5
    with mind_in(tmp_path, protection={"most": 1}) as mind:
        first, second = mind.remember("My cat is called Mochi.").id, mind.remember("I moved to Nara.").id
        mind.protect(first)
        mind.protect(first)  # nothing changes
        mind.protect(second, [first])
        mind.unprotect(second)
        mind.unprotect(second)  # nothing changes
        mind.forget(first)
        list(mind.export())
        list(mind.export_dialogue())
        mind.export_house(tmp_path / "out")
        assert told(mind) == [
            ("protect", first),
            ("unprotect", first),
            ("protect", second),
            ("unprotect", second),
            ("forget", hashlib.sha256(first.encode()).hexdigest()[:32]),
            ("export", "memories"),
            ("export", "dialogue"),
            ("export", "house"),
        ]
        (line,) = mind.audited(1)
        assert (line.persona, line.at) == ("aoi", Clock().now())
        assert "me" not in (line.person, line.detail)  # a person's name is a hash, also when they are erased later
        with pytest.raises(NotFound):
            mind.protect("mem_20200101_001")
        assert len(told(mind)) == 8


def test_no_statement_changes_or_shortens_it(tmp_path: Path) -> None:
    # L5
    with mind_in(tmp_path) as mind:
        mind.audit("sign_in", "web")
        before = mind.audited()
    with closing(sqlite3.connect(tmp_path / "omoide.db")) as database:
        for statement in ("UPDATE audit SET subject = ''", "DELETE FROM audit", "DELETE FROM audit WHERE 1 = 1"):
            with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
                database.execute(statement)
    with mind_in(tmp_path) as mind:
        assert mind.audited() == before


def test_a_restore_carries_the_lines_over_and_is_one(tmp_path: Path) -> None:
    # L5, O1
    with mind_in(tmp_path, clock=Clock(at("2026-01-18T18:00:00"))) as mind:
        mind.remember("I moved to Nara.")
        mind.audit("sign_in", "before")
        backup = mind.backups.create(mind.faculties.clock.now(), "test")
        mind.audit("sign_in", "after")
    with mind_in(tmp_path) as mind:
        mind.backups.restore(backup.name, at("2026-01-18T19:00:00"))
    with mind_in(tmp_path) as mind:
        assert sorted(told(mind)) == [("restore", backup.name), ("sign_in", "after"), ("sign_in", "before")]


def test_tokens_are_kept_as_hashes_and_outlive_no_revocation(tmp_path: Path) -> None:
    # I3
    here, there = passes(tmp_path), passes(tmp_path)
    token = here.issue(Pass("web", "write", "aoi"), at("2026-01-18T18:00:00"))
    assert token not in (tmp_path / "tokens.json").read_text()
    assert (tmp_path / "tokens.json").stat().st_mode & 0o077 == 0
    assert (here.holder(token), here.holder(token[:-1]), here.holder("")) == (Pass("web", "write", "aoi"), None, None)
    with pytest.raises(Refused):
        there.issue(Pass("web", "read"), at("2026-01-18T18:00:00"))
    there.revoke("web")
    assert here.holder(token) is None
    with pytest.raises(NotFound):
        here.revoke("web")
