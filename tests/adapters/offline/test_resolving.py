"""What is settled and what is to be done, by clear phrases: better too few than one that is wrong."""

# W7

from __future__ import annotations

import pytest

from omoide.adapters.models.offline import OfflineMind
from omoide.adapters.models.offline.condensing import condense
from omoide.adapters.models.offline.resolving import settled, to_do
from omoide.prompts.session_note import Noted, SessionNote
from omoide.prompts.summarise_day import Exchange

OPEN = ["ホテルを予約する", "fix the login bug"]


@pytest.mark.parametrize(
    ("said", "matter"),
    [
        ("資料作り、やっと終わったよ。", "資料作り"),
        ("サーバーの件、解決しました。", "サーバー"),
        ("ホテルの予約は済んだ", "ホテルを予約する"),
        ("I fixed the login bug.", "fix the login bug"),
        ("The login bug is fixed!", "fix the login bug"),
        ("I'm done with the taxes!", "taxes"),
        ("OK, I finally sent the invoice to Mika.", "invoice to Mika"),
        ("The migration has been completed.", "migration"),
    ],
)
def test_what_the_person_says_is_done(said: str, matter: str) -> None:
    assert settled([said], OPEN) == [matter]


@pytest.mark.parametrize(
    "said",
    [
        "まだ終わってない。", "これが終わったら寝る。", "終わったかな", "資料は終わった？",
        "「資料は終わった」と彼は言った。",
        "終わった",
        "早く終わらせたい", "It is done.", "Is the report done?", "I haven't finished the report.", "That's fixed now",
        "If I finished the report, I could go.", "The report isn't done.", "I hope the report is done",
        "He said \"the report is done\".", "Everything is fixed", "",
    ],
)  # fmt: skip
def test_what_is_not_clearly_done_settles_nothing(said: str) -> None:
    assert settled([said], OPEN) == []


@pytest.mark.parametrize(
    ("said", "task"),
    [
        ("TODO: buy milk", "buy milk"),
        ("- [ ] write tests", "write tests"),
        ("やること：切符を買う", "切符を買う"),
        ("あと、病院に電話しなきゃ。", "病院に電話"),
        ("明日までに報告書を提出しないといけない。", "明日までに報告書を提出"),
        ("I need to call the bank.", "call the bank"),
        ("We still have to book the hotel", "book the hotel"),
    ],
)
def test_what_is_clearly_to_be_done(said: str, task: str) -> None:
    assert to_do([said], [], []) == [task]
    assert to_do([said], [task], []) == []  # it is open already
    assert to_do([said], [], [task]) == []  # and done by now


@pytest.mark.parametrize(
    "said",
    ["電話しなきゃいけないの？", "早く何とかしないと", "Do I need to call the bank?", "I have to admit it is nice.",
     "You need to rest.", "I don't need to go.", "楽しかった。"],
)  # fmt: skip
def test_what_leaves_nothing_to_do(said: str) -> None:
    assert to_do([said], [], []) == []


def test_a_note_by_rules() -> None:
    # extractive, within its room, nothing said about procedures
    talk = (
        Exchange("18:00", "I fixed the login bug.", "Well done! " * 100),
        Exchange("18:05", "I need to call the bank.", "Tomorrow, then."),
    )
    asked = SessionNote("aoi", "me", "2026-01-18", talk, "", ("fix the login bug",), ("deploy",), 200, "en")
    noted = OfflineMind().ask(asked)
    assert isinstance(noted, Noted)
    assert (noted.resolved, noted.tasks, noted.outcomes) == (["fix the login bug"], ["call the bank"], [])
    assert len(noted.summary) <= 200
    assert '"I fixed the login bug."' in noted.summary
    assert noted == OfflineMind().ask(asked)


def test_what_flows_out_is_condensed_within_its_room() -> None:
    # W3
    said = [("me", "東京タワーに行きたい。" * 20), ("aoi", "いつにしますか。"), ("me", "```\ncode\n```")]
    summary, keywords, made_by = condense(said, 100, 3)
    assert len(summary) <= 100
    assert "aoi: いつにしますか。" in summary
    assert "code" not in summary
    assert (keywords[0], len(keywords) <= 3, made_by) == ("東京タワー", True, "offline")
    assert condense([], 100, 3) == ("", [], "offline")
