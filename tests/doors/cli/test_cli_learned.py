"""omoide knowledge, procedures and skills."""

from __future__ import annotations

from pathlib import Path

import pytest

from .shell import Shell

NOW = ("--now", "2026-03-01T12:00:00+09:00")


@pytest.fixture
def own(shell: Shell) -> Path:
    folder = shell.home / "personas" / "default" / "people" / "me"
    for name in ("knowledge", "procedures"):
        (folder / name).mkdir(parents=True)
    (folder / "knowledge" / "tea.md").write_text(
        "---\ncreated_at: 2026-02-18T03:00:00+09:00\nupdated_at: 2026-02-19T03:00:00+09:00\nsource_episodes:"
        " [episode_2026-02-17_001]\nconfidence: 0.9\nauto_consolidated: true\nversion: 2\nmine: true\n---\n"
        "Hana drinks sencha.\n"
    )
    (folder / "knowledge" / "broken.md").write_text("---\nversion: [\n---\nA cat.\n")
    (folder / "procedures" / "release.md").write_text("---\ndescription: Deploy the web app\n---\n1. push\n")
    (shell.home / "skills").mkdir()
    (shell.home / "skills" / "翻訳.md").write_text("---\ndescription: 英語を日本語に\n---\n全体を読む。\n")
    return folder


def test_a_page_is_told_with_all_its_facts(shell: Shell, own: Path) -> None:
    # K2, K6
    broken, tea = shell.json("knowledge")["knowledge"]
    revision = tea.pop("revision")
    assert tea == {
        "kind": "knowledge", "name": "tea", "created_at": "2026-02-18T03:00:00+09:00",
        "updated_at": "2026-02-19T03:00:00+09:00", "source_episodes": ["episode_2026-02-17_001"], "confidence": 0.9,
        "auto_consolidated": True, "version": 2, "superseded_by": "", "supersedes": [], "protected": False,
        "other": {"mine": True}, "text": "Hana drinks sencha.", "place": "own", "archived": False, "problem": "",
        "uses": 0, "last_used": None, "low_since": None, "never_forgotten": False,
    }  # fmt: skip
    assert shell.json("knowledge", "TEA") == {"knowledge": tea | {"revision": revision}}
    assert "cannot be read" in broken["problem"]
    listed = shell("knowledge").out
    assert "tea\t0.90\t2\t0\t2026-02-19\t\tHana drinks sencha." in listed
    assert "broken: its front matter cannot be read" in listed
    assert "フロントマターを読めません" in shell("knowledge", "--lang", "ja").out
    assert "broken" in shell("check").out


def test_a_search_shows_why_and_counts_as_use(shell: Shell, own: Path) -> None:
    # R5, K6
    (one,) = shell.json("knowledge", "--search", "sencha", *NOW)["knowledge"]
    assert (one["name"], one["uses"], one["last_used"]) == ("tea", 1, "2026-03-01T03:00:00+00:00")
    why = one["why"]
    assert one["score"] == pytest.approx(why["relevance"] + why["recency"] + why["frequency"] + why["spread"])
    assert why["days"] == pytest.approx(10.375)
    assert shell("knowledge", "--search", "submarine").out == "None.\n"
    assert shell.json("knowledge", "tea")["knowledge"]["uses"] == 1


def test_outcomes_protection_archive_and_back(shell: Shell, own: Path) -> None:
    # K4, K6
    told = shell.json("procedures", "outcome", "release", "--success", "--note", "fine", *NOW)["procedure"]
    assert (told["confidence"], told["success_count"], told["failure_count"]) == (1.0, 1, 0)
    assert shell.json("procedures", "outcome", "release", "--failure")["procedure"]["confidence"] == 0.5
    assert shell.json("procedures", "protect", "release")["procedure"]["never_forgotten"] is True
    assert "release\t0.50\t1\t1\t1\t0\tkept\tDeploy the web app" in shell("procedures").out
    assert shell.json("procedures", "unprotect", "release")["procedure"]["protected"] is False
    away = shell.json("procedures", "archive", "release", *NOW)["procedure"]
    assert (away["archived"], away["archived_at"]) == (True, "2026-03-01T03:00:00+00:00")
    assert shell.json("procedures") == {"procedures": []}
    assert [one["name"] for one in shell.json("procedures", "--archived")["procedures"]] == ["release"]
    assert shell.json("procedures", "restore", "release")["procedure"]["archived"] is False
    assert (own / "procedures" / "release.md").is_file()


def test_skills_of_all_places_are_listed(shell: Shell, own: Path) -> None:
    # T3, N6
    (one,) = shell.json("skills")["skills"]
    assert (one["name"], one["place"], one["never_forgotten"], one["description"]) == (
        "翻訳", "home", True, "英語を日本語に",
    )  # fmt: skip
    assert "全人格" in shell("skills", "--lang", "ja").out
    assert shell("skills", "翻訳").out.endswith("全体を読む。\n")


def test_learned_pages_are_pages(shell: Shell, own: Path) -> None:
    # T3
    assert {one["page"] for one in shell.json("pages")["pages"]} == {
        "knowledge: broken", "knowledge: tea", "procedure: release", "skill: 翻訳",
    }  # fmt: skip
    assert shell.json("pages", "show", "procedures/release.md")["text"].endswith("1. push\n")
    shell("procedures", "outcome", "release", "--success")
    assert "success_count" not in shell.json("pages", "undo", "procedure:release")["text"]


def test_nonsense_gets_one_line(shell: Shell, own: Path) -> None:
    # T4, I3
    shell("knowledge", "nothing").refused(3)
    shell("procedures", "outcome", "release").refused(2)
    shell("procedures", "outcome", "release", "--success", "--failure").refused(2)
    shell("procedures", "release", "--success").refused(2)
    shell("procedures", "outcome", "nothing", "--success").refused(3)
    shell("knowledge", "protect", "broken").refused(4)
    shell("knowledge", "tea", "--search", "x").refused(2)
    shell("knowledge", "restore", "tea").refused(3)
