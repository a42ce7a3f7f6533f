"""A question's frame is no matter of its own. R12"""

from __future__ import annotations

import pytest

from omoide.language.asking import without_frame


@pytest.mark.parametrize(
    ("cue", "matter"),
    [
        ("温泉の話を覚えてる？", "温泉"),
        ("北京って何のことだったっけ", "北京"),
        ("塩分について話したことを全部教えて", "塩分"),
        ("これまでの漬物の話", "漬物"),
        ("箱根はどうだった？", "箱根は ？"),
        ("拓也のことで何を話しましたか", "拓也"),
        ("名古屋から帰って何と言いましたっけ", "名古屋から帰って"),
        ("宮下の具合、どう言っていましたっけ", "宮下の具合、"),
        ("猫って何ですか", "猫"),
        ("ぶどうはどう育てますか", "ぶどうはどう育てますか"),
        ("猫の名前", "猫の名前"),
        ("覚えてる？", "覚えてる？"),
        ("時間がかかる仕事", "時間がかかる仕事"),
        ("Do you remember Kobe?", "Do you remember Kobe?"),
        ("", ""),
    ],
)
def test_the_matter_is_left(cue: str, matter: str) -> None:
    assert without_frame(cue) == matter
