"""Backups hold whom they held: they are listed, rewritten on request, and a restore that brings one back is told."""

from __future__ import annotations

import zipfile
from pathlib import Path

from omoide.doctor import examine

from .lives import OTHER, PERSON, SAID, SAID_JA, TOLD, TOLD_JA, clock, eraser, opened, rows


def in_zip(path: Path, *texts: str) -> set[str]:
    with zipfile.ZipFile(path) as pack:
        inside = [(name, pack.read(name)) for name in pack.namelist()]
    return {f"{text} in {name}" for name, raw in inside for text in texts if text.encode() in raw or text in name}


def test_backups_that_hold_them_are_listed_and_rewritten(home: Path) -> None:
    # O1, O2
    names = sorted(path.name for path in (home / "backups").glob("*.zip"))
    erasing = eraser(home)
    plan = erasing.plan(PERSON)
    assert sorted(plan.backups) == names
    assert any(in_zip(home / "backups" / name, SAID) for name in names)
    proof = erasing.erase(PERSON, plan.token, rewrite_backups=True)
    assert (proof.backups, sorted(proof.rewritten), proof.clean) == ((), names, True)
    with opened(home, OTHER) as mind:
        before = rows(home, "person = 'ren'")
        for backup in mind.backups.list():
            assert mind.backups.verify(backup.name) == []
            assert in_zip(home / "backups" / backup.name, SAID, SAID_JA, TOLD, TOLD_JA, f"people/{PERSON}") == set()
        mind.backups.restore("omoide-20260120T040000-by-hand.zip", clock().now())
    assert rows(home, "person = 'Akiko Mori'")["turns"] == []
    assert {name: len(kept) for name, kept in rows(home, "person = 'ren'").items()} == {
        name: len(kept) for name, kept in before.items()
    }


def test_a_restore_that_brings_somebody_back_is_told(home: Path) -> None:
    # O2, L5: the audit log is carried over, so what was erased is known
    with opened(home, OTHER) as mind:
        backup = mind.backups.create(clock().now(), "before")
    erasing = eraser(home)
    proof = erasing.erase(PERSON, erasing.plan(PERSON).token)
    assert backup.name in proof.backups
    with opened(home, OTHER) as mind:
        mind.backups.restore(backup.name, clock().now())
    assert eraser(home).come_back() == 1
    assert [finding.severity for finding in examine(home) if finding.what == "erasure"] == ["warning"]
    erasing = eraser(home)
    assert erasing.erase(PERSON, erasing.plan(PERSON).token).clean
    assert eraser(home).come_back() == 0


def test_a_backup_that_was_cut_short_stays_on_the_list(small: Path) -> None:
    # O2: what is packed in it cannot be searched
    with opened(small, OTHER) as mind:
        backup = mind.backups.create(clock().now(), "cut")
    path = Path(str(backup.path))
    path.write_bytes(path.read_bytes()[:-200])
    erasing = eraser(small)
    plan = erasing.plan(PERSON)
    proof = erasing.erase(PERSON, plan.token, rewrite_backups=True)
    assert (plan.backups, proof.backups, proof.rewritten, proof.clean) == ((backup.name,), (backup.name,), (), True)
    assert proof.shelf.looked_at == {"backups": 1, "bytes": path.stat().st_size}


def test_a_backup_that_nobody_can_open_stays_on_the_list(small: Path) -> None:
    # O2: nobody can say that it does not hold them
    with opened(small, OTHER) as mind:
        backup = mind.backups.create(clock().now(), "torn")
    with zipfile.ZipFile(backup.path, "a") as pack:
        pack.writestr("personas/strange.md", "not in the manifest")
    erasing = eraser(small)
    proof = erasing.erase(PERSON, erasing.plan(PERSON).token, rewrite_backups=True)
    assert (proof.backups, proof.rewritten, proof.clean) == ((backup.name,), (), True)
