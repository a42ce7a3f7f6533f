"""What the offline mind writes about anybody, and the time of day, betray nobody: an erasure looks for neither."""

from __future__ import annotations

from pathlib import Path

import pytest

from omoide.adapters.models.offline.stock import FEELINGS_JA, anybodys, feeling_sentence, more_exchanges
from omoide.language.traces import stretches
from omoide.prompts.question import Language
from tests.mind.world import Clock, mind_in

from .lives import clock, eraser, found, opened

# Two persons who say nothing in the same words, and feel the same.
HANAKO, MOMOTA = "花子", "桃太"
SAID = {
    HANAKO: {"ja": "試験に落ちて悲しい。将来が不安で怖い。",
             "en": "I failed at work and I am sad and anxious and afraid."},
    MOMOTA: {"ja": "犬がいなくなって悲しい。この先が不安で怖い。",
             "en": "The dog ran off, so sad, I am worried and scared."},
}  # fmt: skip
FELT = {"ja": "悲しみと不安と恐れを感じるやりとりだった", "en": "There was sadness, anxiety and fear in it"}
WORDS = {
    HANAKO: {"ja": "それは悲しいね、不安だよね", "en": "That is sad, I worry for you"},
    MOMOTA: {"ja": "悲しいね、とても不安だね", "en": "Poor dog, how scary"},
}  # fmt: skip


def talk(home: Path, person: str, language: str, now: Clock | None = None) -> None:
    with mind_in(home, now or clock(), person=person) as mind:
        mind.perceive(SAID[person][language], WORDS[person][language])
        mind.end_session()
        assert FELT[language] in str(mind.list())


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_memory_of_another_that_comes_after_the_search_was_prepared(tmp_path: Path, language: str) -> None:
    # O2: the same sentence and the same minute, and still the erasure comes to its end
    talk(tmp_path, HANAKO, language)
    note = tmp_path / "note.txt"  # nothing of ours, so it stays: the erasure cannot end while it is there
    note.write_text(SAID[HANAKO][language], encoding="utf-8")
    erasing = eraser(tmp_path)
    token = erasing.plan(HANAKO).token
    proof = erasing.erase(HANAKO, token)
    assert proof.looked.found == ("files: note.txt",)
    talk(tmp_path, MOMOTA, language)
    note.unlink()
    proof = eraser(tmp_path).erase(HANAKO, token)
    assert (proof.looked.found, proof.removed.again, proof.clean) == ((), {}, True)
    assert found(tmp_path, FELT[language]) != set()
    assert found(tmp_path, SAID[HANAKO][language]) == set()


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_backup_that_never_held_them_is_left_alone(tmp_path: Path, language: str) -> None:
    # O1, O2
    talk(tmp_path, MOMOTA, language)
    with opened(tmp_path, MOMOTA) as mind:
        backup = mind.backups.create(clock().now(), "before")
    erasing = eraser(tmp_path)
    assert erasing.erase(MOMOTA, erasing.plan(MOMOTA).token).backups == (backup.name,)
    talk(tmp_path, HANAKO, language)
    before = Path(str(backup.path)).read_bytes()
    erasing = eraser(tmp_path)
    proof = erasing.erase(HANAKO, erasing.plan(HANAKO).token, rewrite_backups=True)
    assert (proof.backups, proof.rewritten, proof.clean) == ((), (), True)
    assert Path(str(backup.path)).read_bytes() == before


@pytest.mark.parametrize("language", ["ja", "en"])
def test_whatever_is_put_together_is_known_again(language: Language) -> None:
    # O2: each feeling, two and three of them, and the end of a long day
    tags = tuple(FEELINGS_JA)
    made = [
        *(feeling_sentence(tags[at : at + count], language) for count in (1, 2, 3) for at in range(len(tags))),
        *(more_exchanges(rest, language) for rest in (1, 12)),
    ]
    assert [text for text in made if list(stretches(text, anybodys))] == []
    assert list(stretches(made[-1])) != []
    theirs = "There was joy in the house" if language == "en" else "喜びを感じるやりとりだったと花子は言った"
    assert not anybodys(theirs)


def test_a_bare_time_is_no_trace_and_a_number_is() -> None:
    # O2: numbers may be somebody's own
    times = '{"at": "2026-01-18T18:00:00+09:00", "next": "2026-01-18 18:00:00.123456Z"}'
    assert list(stretches(times)) == []
    assert list(stretches(f"offline\0{times}\0builtin")) == []
    assert list(stretches("4980 1234 5678 9012 3456 7")) == ["4980 1234 5678 9012 3456 7"]
    assert list(stretches("2026-01-18 18:00 in Nara by train")) == ["2026-01-18 18:00 in Nara by train"]
