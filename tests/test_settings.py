"""Settings: where values come from, what is refused and in which words, and how one is written.

I7, N3
"""

from __future__ import annotations

import os
import tomllib
from contextlib import suppress
from dataclasses import fields, is_dataclass
from pathlib import Path
from threading import Thread
from typing import Any, get_type_hints
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from omoide.domain.cost import Price
from omoide.domain.retention import Range
from omoide.errors import CannotWrite, InvalidSettings, OmoideError, Refused
from omoide.settings import FILE, Settings, build, keys, load, plain, schema, unset, write


def put(home: Path, text: str, name: str = FILE) -> Path:
    home.mkdir(parents=True, exist_ok=True)
    (home / name).write_text(text, encoding="utf-8")
    return home / name


def at(settings: Settings, key: str) -> Any:
    found: Any = settings
    for part in key.split("."):
        found = getattr(found, part)
    return found


def complaint(tree: dict[str, Any]) -> OmoideError:
    with pytest.raises(InvalidSettings) as caught:
        build(tree)
    return caught.value


# ---------------------------------------------------------------- where values come from


def test_an_empty_home_has_the_defaults(tmp_path: Path) -> None:  # I7
    assert load(tmp_path, {}) == Settings() == build({})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("version", 1),
        ("retention.base_coefficient", 0.995),
        ("retention.max_coefficient", 0.999),
        ("retention.casual", Range(0.70, 0.80)),
        ("retention.work", Range(0.85, 0.92)),
        ("retention.decision", Range(0.93, 0.97)),
        ("retention.emotional", Range(0.98, 0.999)),
        ("strengthening.coefficient_boost", 0.02),
        ("strengthening.days_factor", 0.5),
        ("levels.full_above", 50.0),
        ("levels.summary_above", 20.0),
        ("levels.trace_above", 5.0),
        ("shares.full", 0.15),
        ("shares.summary", 0.30),
        ("shares.trace", 0.35),
        ("shares.enforced_from", 100),
        ("archive.searched", True),
        ("archive.revival_decay", 0.995),
        ("archive.revival_margin", 3.0),
        ("archive.auto_delete", False),
        ("archive.delete_after_days", 365),
        ("archive.delete_needs_no_recall", True),
        ("archive.delete_below_intensity", 20.0),
        ("archive.delete_when", "all"),
        ("resonance.valence_match", 0.3),
        ("resonance.arousal_nearness", 0.2),
        ("resonance.shared_tags", 0.5),
        ("resonance.weight", 0.3),
        ("recall.top_k", 5),
        ("recall.enough_priority", 5.0),
        ("recall.recall_weight", 0.1),
        ("relations.near_scores", 5.0),
        ("relations.auto_link", True),
        ("relations.auto_link_similarity", 0.85),
        ("relations.most", 10),
        ("relations.depth", 1),
        ("protection.most", 50),
        ("night.hour", 3),
        ("night.missed_after_hours", 24),
        ("models.temperature", 0.0),
        ("models.max_tokens", 1024),
        ("embedding.cache", 500),
    ],
)
def test_the_defaults_are_those_of_the_design(key: str, value: Any) -> None:  # I7
    assert at(Settings(), key) == value


def test_file_then_overlay_then_environment(tmp_path: Path) -> None:  # I7
    put(tmp_path, "[recall]\ntop_k = 6\nlinked = 1\ncandidates = 50\n[night]\nhour = 4\n")
    put(tmp_path, "[recall]\ntop_k = 7\nlinked = 2\n", "settings.dev.toml")
    put(tmp_path, "[recall]\ntop_k = 9\n", "settings.prod.toml")
    found = load(tmp_path, {"OMOIDE_ENV": "dev", "OMOIDE_RECALL__TOP_K": "8"})
    assert (found.recall.top_k, found.recall.linked, found.recall.candidates, found.night.hour) == (8, 2, 50, 4)
    assert load(tmp_path, {"OMOIDE_ENV": "prod"}).recall.top_k == 9
    assert load(tmp_path, {}).recall.top_k == 6


def test_a_changed_file_is_read_at_the_next_load(tmp_path: Path) -> None:  # I7
    put(tmp_path, "[night]\nhour = 4\n")
    assert load(tmp_path, {}).night.hour == 4
    put(tmp_path, "[night]\nhour = 5\n")
    assert load(tmp_path, {}).night.hour == 5


@pytest.mark.parametrize(
    ("name", "text", "key", "value"),
    [
        ("OMOIDE_ARCHIVE__AUTO_DELETE", "true", "archive.auto_delete", True),
        ("OMOIDE_LEVELS__FULL_ABOVE", "60", "levels.full_above", 60.0),
        ("OMOIDE_LANGUAGE", "ja", "language", "ja"),
        ("OMOIDE_TIMEZONE", "Asia/Tokyo", "timezone", "Asia/Tokyo"),
        ("OMOIDE_BACKUP__FOLDER", "2026-01-05", "backup.folder", "2026-01-05"),
        ("OMOIDE_PRIVACY__NEVER", '["salary", "/pin \\\\d+/"]', "privacy.never", ("salary", "/pin \\d+/")),
        ("OMOIDE_RETENTION__CASUAL__MIN", "0.6", "retention.casual", Range(0.6, 0.8)),
        ("OMOIDE_MODELS__ANALYSIS", "anthropic:claude-haiku-4-5", "models.analysis", "anthropic:claude-haiku-4-5"),
    ],
)
def test_environment(tmp_path: Path, name: str, text: str, key: str, value: Any) -> None:  # I7
    assert at(load(tmp_path, {name: text, "PATH": "/bin", "OMOIDE_HOME": "/else"}), key) == value


def test_the_environment_may_say_a_section_and_a_key_of_it(tmp_path: Path) -> None:  # I7
    with pytest.raises(InvalidSettings, match=r"setting recall: is a section"):
        load(tmp_path, {"OMOIDE_RECALL__TOP_K": "8", "OMOIDE_RECALL": "5"})


def test_prices_and_people_are_added_to() -> None:  # I7, F9, N3
    found = build(
        {
            "prices": {"openai:gpt-4.1": {"input": 2, "output": 8}, "anthropic:claude-haiku-4-5": {"output": 6}},
            "people": {"yuki": {"timezone": "Europe/Berlin"}, "sam": {}},
            "timezone": "Asia/Tokyo",
        }
    )
    assert found.prices["openai:gpt-4.1"] == Price(2.0, 8.0)
    assert found.prices["anthropic:claude-haiku-4-5"] == Price(1.0, 6.0)
    assert found.prices["openai:text-embedding-3-small"] == Price(0.02, 0.0)
    zones = [found.zone(person) for person in ("yuki", "sam", "nobody")]
    assert zones == [ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Tokyo"), ZoneInfo("Asia/Tokyo")]
    assert Settings().zone("yuki") is None  # each time brings its own clock


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("tree", "told"),
    [
        ({"recal": {}}, "unknown setting recal. Did you mean recall?"),
        ({"recall": {"topk": 5}}, "unknown setting recall.topk. Did you mean recall.top_k?"),
        ({"retention": {"casual": {"minimum": 1}}}, "unknown setting retention.casual.minimum."),
        ({"people": {"yuki": {"time_zone": "x"}}}, "Did you mean people.yuki.timezone?"),
        ({"xyz": 1}, "unknown setting xyz. `omoide config show`"),
    ],
)
def test_unknown_keys_get_a_suggestion(tree: dict[str, Any], told: str) -> None:  # I7
    error = complaint(tree)
    assert told in error.en
    assert error.ja != error.en


@pytest.mark.parametrize(
    ("tree", "key"),
    [
        # a wrong type
        ({"recall": {"top_k": "many"}}, "recall.top_k"),
        ({"recall": {"top_k": 2.5}}, "recall.top_k"),
        ({"recall": {"top_k": True}}, "recall.top_k"),
        ({"prices": {"openai:gpt-4.1": {"input": "much"}}}, 'prices."openai:gpt-4.1".input'),
        ({"language": "fr"}, "language"),
        ({"archive": {"delete_when": "AND"}}, "archive.delete_when"),
        ({"privacy": {"never": "salary"}}, "privacy.never"),
        # a pattern that the engine has not, and none at all
        ({"privacy": {"never": ["x", "/a(?=b)/"], "never_from": ["y"]}}, "privacy.never"),
        ({"privacy": {"never": ["/(/"]}}, "privacy.never"),
        # out of range
        ({"recall": {"top_k": 0}}, "recall.top_k"),
        ({"recall": {"candidates": 3}}, "recall.candidates"),
        ({"recall": {"linked": 1, "strong_relevance": 0.1}}, "recall.strong_relevance"),
        ({"levels": {"trace_above": 30}}, "levels.trace_above"),
        ({"levels": {"full_above": 101.0}}, "levels.full_above"),
        ({"shares": {"full": 0.1, "trace": -0.1}}, "shares.trace"),
        ({"shares": {"trace": 0.9}}, "shares.trace"),
        ({"retention": {"casual": {"min": 0.9}}}, "retention.casual.min"),
        ({"retention": {"max_coefficient": 1.0}}, "retention.max_coefficient"),
        ({"strengthening": {"days_factor": 2}}, "strengthening.days_factor"),
        ({"archive": {"revival_margin": 0}}, "archive.revival_margin"),
        ({"resonance": {"weight": -1}}, "resonance.weight"),
        ({"relations": {"most": -1}}, "relations.most"),
        ({"protection": {"most": -1}}, "protection.most"),
        ({"night": {"hour": 24}}, "night.hour"),
        ({"night": {"batch": 0}}, "night.batch"),
        ({"embedding": {"batch": 5, "cache": -1}}, "embedding.cache"),
        ({"models": {"temperature": 3}}, "models.temperature"),
        ({"models": {"max_tokens": 9, "retries": -1}}, "models.retries"),
        ({"search": {"refresh_after": 0}}, "search.refresh_after"),
        ({"backup": {"keep": 0}}, "backup.keep"),
        ({"cost": {"turns_per_day": -1}}, "cost.turns_per_day"),
        ({"prices": {"x": {"output": -1}}}, "prices.x.output"),
        ({"version": 0}, "version"),
        # numbers that are none
        ({"archive": {"revival_margin": float("nan")}}, "archive.revival_margin"),
        ({"resonance": {"weight": float("inf")}}, "resonance.weight"),
        # zones, the person's own among them
        ({"timezone": "Asia/Atlantis"}, "timezone"),
        ({"timezone": "Asia"}, "timezone"),
        ({"timezone": "../../etc/passwd"}, "timezone"),
        ({"people": {"yuki": {"timezone": "JST?"}}}, "people.yuki.timezone"),
    ],
)
def test_wrong_values_name_their_key(tree: dict[str, Any], key: str) -> None:  # I7, N3
    error = complaint(tree)
    assert error.en.startswith(f"setting {key}: ")
    assert f"`omoide config set {key} VALUE`" in error.en
    assert error.ja.startswith(f"設定 {key} の値が正しくありません")
    assert "\n" not in error.en + error.ja


@pytest.mark.parametrize(
    ("tree", "key", "inside"),
    [
        ({"recall": 5}, "recall", "recall.top_k"),
        ({"people": {"yuki": 5}}, "people.yuki", "people.yuki.timezone"),
        ({"prices": []}, "prices", "prices.NAME.input"),
    ],
)
def test_a_value_for_a_section_is_told_with_a_key_inside_it(tree: dict[str, Any], key: str, inside: str) -> None:  # I7
    error = complaint(tree)
    assert error.en.startswith(f"setting {key}: is a section, not a value. ")
    assert f"`omoide config set {inside} VALUE`" in error.en
    assert f"`omoide config set {inside} 値`" in error.ja


@pytest.mark.parametrize(
    ("section", "name", "value", "en", "ja"),
    [
        ("recall", "top_k", "abc", "a whole number", "整数"),
        ("levels", "full_above", "high", "a number", "数"),
        ("archive", "auto_delete", "maybe", "true or false", "true か false"),
        ("models", "reply", 5, "a text", "文字列"),
        ("privacy", "never", "salary", 'a list such as ["one", "two"]', '["一", "二"] のようなリスト'),
        ("projects", "mode", "x", "one of prefer | strict | shared", "prefer | strict | shared のどれか"),
    ],
)
def test_what_a_key_takes_is_told_in_plain_words(section: str, name: str, value: Any, en: str, ja: str) -> None:  # I7
    told = complaint({section: {name: value}})
    assert told.en.startswith(f"setting {section}.{name}: must be {en}, not {value!r}. Correct it with ")
    assert told.ja.startswith(f"設定 {section}.{name} の値が正しくありません（{ja}のはずが {value!r} です）。")


def test_offline_is_the_name_of_no_model(tmp_path: Path) -> None:  # I7, X7
    assert build({"models": {"analysis": "offline", "nli": "offline"}}) == Settings()
    assert load(tmp_path, {"OMOIDE_MODELS__REPLY": "offline"}) == Settings()
    assert build({"redis": {"prefix": "offline"}}).redis.prefix == "offline"


def test_the_message_names_the_variable_too(tmp_path: Path) -> None:  # I7
    with pytest.raises(InvalidSettings, match="OMOIDE_RECALL__TOP_K"):
        load(tmp_path, {"OMOIDE_RECALL__TOP_K": ""})


def test_a_file_that_is_no_toml_is_named_with_its_line(tmp_path: Path) -> None:  # I7
    path = put(tmp_path, "[recall]\ntop_k 5\n")
    with pytest.raises(InvalidSettings, match=r"line 2") as caught:
        load(tmp_path, {})
    assert str(path) in caught.value.en
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidSettings, match="cannot be read"):
        load(tmp_path, {})


@pytest.mark.parametrize("version", [2, "2", 99])
def test_newer_settings_are_refused_before_their_unknown_keys(version: Any) -> None:  # I7, N4
    with pytest.raises(Refused, match="upgrade omoide"):
        build({"version": version, "telepathy": {"range": 3}})


# ---------------------------------------------------------------- writing


def test_writing_keeps_comments_and_order(tmp_path: Path) -> None:  # I7
    path = put(tmp_path, "# mine\nlanguage = 'ja'\n\n[recall]  # how much\ntop_k = 4   # few\nlinked = 1\n")
    assert write(tmp_path, "recall.top_k", "8").recall.top_k == 8
    assert (
        path.read_text(encoding="utf-8")
        == "# mine\nlanguage = 'ja'\n\n[recall]  # how much\ntop_k = 8   # few\nlinked = 1\n"
    )


@pytest.mark.parametrize(
    ("key", "text", "tree"),
    [
        ("language", "en", {"language": "en"}),
        ("recall.top_k", "8", {"recall": {"top_k": 8}}),
        ("retention.casual.max", "0.9", {"retention": {"casual": {"max": 0.9}}}),
        ("people.yuki.timezone", "Asia/Tokyo", {"people": {"yuki": {"timezone": "Asia/Tokyo"}}}),
        ("people.ゆき.timezone", "Asia/Tokyo", {"people": {"ゆき": {"timezone": "Asia/Tokyo"}}}),
        ('prices."openai:gpt-4.1".input', "2", {"prices": {"openai:gpt-4.1": {"input": 2}}}),
        ("prices.openai:gpt-5.input", "2", {"prices": {"openai:gpt-5": {"input": 2}}}),
        ("privacy.never", '["salary"]', {"privacy": {"never": ["salary"]}}),
    ],
)
def test_writing_into_an_empty_home(tmp_path: Path, key: str, text: str, tree: dict[str, Any]) -> None:  # I7
    home = tmp_path / "new" / "home"
    written = write(home, key, text)
    assert tomllib.loads((home / FILE).read_text(encoding="utf-8")) == tree
    assert written == load(home, {}) == build(tree)
    assert os.listdir(home) == [FILE]


def test_writing_beside_what_is_there(tmp_path: Path) -> None:  # I7
    path = put(tmp_path, "recall.top_k = 6\n[night]\nhour = 4\n[people.sam]\n")
    write(tmp_path, "recall.linked", "1")
    write(tmp_path, "night.batch", "7")
    write(tmp_path, "people.sam.timezone", "Europe/Berlin")
    assert tomllib.loads(path.read_text(encoding="utf-8")) == {
        "recall": {"top_k": 6, "linked": 1},
        "night": {"hour": 4, "batch": 7},
        "people": {"sam": {"timezone": "Europe/Berlin"}},
    }


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("recall.top_k", "0"),
        ("recall.top_k", "many"),
        ("recall.topk", "5"),
        ("recall", "5"),
        ("language.x", "5"),
        ("recall.top_k.x", "5"),
        ("people.yuki.timezone", "Asia/Atlantis"),
        ("", "5"),
    ],
)
def test_an_invalid_value_leaves_the_file_as_it_was(tmp_path: Path, key: str, text: str) -> None:  # I7
    path = put(tmp_path, "# mine\nlanguage = 'ja'\n[recall]\ntop_k = 4\n")
    before = path.read_bytes()
    with pytest.raises(InvalidSettings):
        write(tmp_path, key, text)
    assert path.read_bytes() == before
    assert set(os.listdir(tmp_path)) == {FILE, "locks"}


def test_an_invalid_value_creates_no_home(tmp_path: Path) -> None:  # I7
    with pytest.raises(InvalidSettings):
        write(tmp_path / "home", "night.hour", "99")
    assert not (tmp_path / "home").exists()


def test_a_wrong_value_can_be_mended_by_writing(tmp_path: Path) -> None:  # I7
    put(tmp_path, "recall = 5\n[night]\nhour = 3\n")
    assert write(tmp_path, "recall.top_k", "8").recall.top_k == 8
    put(tmp_path, "[night]\nhour = 99\n")
    assert write(tmp_path, "night.hour", "4").night.hour == 4


def test_a_broken_file_is_not_overwritten(tmp_path: Path) -> None:  # I7
    path = put(tmp_path, "[recall\n")
    with pytest.raises(InvalidSettings, match="cannot be read"):
        write(tmp_path, "night.hour", "4")
    assert path.read_text(encoding="utf-8") == "[recall\n"


def test_writing_replaces_the_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # I7
    path = put(tmp_path, "[night]\nhour = 4\n")

    def power_cut(*_: object) -> None:
        raise OSError("no power")

    monkeypatch.setattr(os, "replace", power_cut)
    with pytest.raises(CannotWrite, match="no power"):
        write(tmp_path, "night.hour", "5")
    assert path.read_text(encoding="utf-8") == "[night]\nhour = 4\n"


# ---------------------------------------------------------------- taking back


@pytest.mark.parametrize(
    ("key", "before", "after"),
    [
        ("recall.top_k", "# mine\n[recall]\ntop_k = 4 # few\nlinked = 1\n", "# mine\n[recall]\nlinked = 1\n"),
        ("recall.top_k", "[recall]\n# how much\ntop_k = 4\n", "[recall]\n# how much\n"),
        ("recall.top_k", "[recall]\ntop_k = 4\n[night]\nhour = 4\n", "[night]\nhour = 4\n"),
        ("recall", "[recall]\ntop_k = 4\nlinked = 1\n[night]\nhour = 4\n", "[night]\nhour = 4\n"),
        ("recal.top_k", "[recal]\ntop_k = 4\n[night]\nhour = 4\n", "[night]\nhour = 4\n"),  # nothing else mends that
        ('prices."a:b-4.1".input', '[prices."a:b-4.1"]\ninput = 2\noutput = 1\n', '[prices."a:b-4.1"]\noutput = 1\n'),
    ],
)
def test_a_key_is_taken_back(tmp_path: Path, key: str, before: str, after: str) -> None:  # I7
    path = put(tmp_path, before)
    assert unset(tmp_path, key) == (True, build(tomllib.loads(after)))
    assert path.read_text(encoding="utf-8") == after
    assert unset(tmp_path, key) == (False, build(tomllib.loads(after)))
    assert path.read_text(encoding="utf-8") == after


def test_taking_back_never_breaks_a_file_and_mends_one_key_after_the_other(tmp_path: Path) -> None:  # I7
    path = put(tmp_path, "[levels]\nfull_above = 15\nsummary_above = 10\n")  # the default of 20 is above 15
    with pytest.raises(InvalidSettings, match="levels"):
        unset(tmp_path, "levels.summary_above")
    assert path.read_text(encoding="utf-8") == "[levels]\nfull_above = 15\nsummary_above = 10\n"
    put(tmp_path, "x = 1\ny = 2\nlanguage = 'ja'\n")
    with pytest.raises(InvalidSettings, match="unknown setting y"):
        unset(tmp_path, "x")
    assert unset(tmp_path, "y") == (True, build({"language": "ja"}))
    assert path.read_text(encoding="utf-8") == "language = 'ja'\n"


def test_two_who_set_a_key_at_once_both_have_it(tmp_path: Path) -> None:  # I7
    write(tmp_path, "recall.top_k", "5")

    def set_another(settings: Settings) -> None:
        """Somebody else's whole change, begun after ours has read the file."""
        other.start()
        other.join(0.2)  # it waits for ours to be written

    other = Thread(target=write, args=(tmp_path, "episodes.lookback_days", "3"))
    write(tmp_path, "recall.top_k", "7", set_another)
    other.join()
    tree = tomllib.loads((tmp_path / FILE).read_text(encoding="utf-8"))
    assert tree == {"recall": {"top_k": 7}, "episodes": {"lookback_days": 3}}


def test_what_a_check_refuses_is_not_written(tmp_path: Path) -> None:  # I7
    def refuse(settings: Settings) -> None:
        raise InvalidSettings(settings.language)

    with pytest.raises(InvalidSettings, match="ja"):
        write(tmp_path / "home", "language", "ja", refuse)
    assert not (tmp_path / "home").exists()


# ---------------------------------------------------------------- the whole tree


def leaves(tree: Any, prefix: str = "") -> list[str]:
    found: list[str] = []
    for name, value in tree.items():
        open_table = prefix + name == "prices"
        found += leaves(value, f"{prefix}{name}.") if isinstance(value, dict) and not open_table else [prefix + name]
    return found


def test_keys_are_complete() -> None:  # I7
    assert keys() == leaves(plain(Settings()))
    assert len(set(keys())) == len(keys())
    assert {"recall.top_k", "retention.casual.min", "people.share", "prices", "timezone"} <= set(keys())


def test_the_schema_lists_every_key() -> None:  # I7
    whole = schema()

    def properties(part: dict[str, Any], prefix: str) -> list[str]:
        part = whole["$defs"][part["$ref"].rsplit("/", 1)[-1]] if "$ref" in part else part
        if "properties" not in part:
            return [prefix.rstrip(".")]
        return [key for name, inner in part["properties"].items() for key in properties(inner, f"{prefix}{name}.")]

    assert properties(whole, "") == keys()


def test_what_is_printed_can_be_read_back() -> None:  # I7
    assert build(plain(Settings())) == Settings()


def test_every_section_of_the_tree_can_be_left_out_or_given_empty() -> None:  # I7
    sections = [field.name for field in fields(Settings) if is_dataclass(get_type_hints(Settings)[field.name])]
    assert build({name: {} for name in sections} | {"prices": {}, "people": {}}) == Settings()


@examples(max_examples=40, deadline=None)
@given(st.sampled_from(keys()), st.text(max_size=12))
def test_no_text_for_any_key_escapes_as_another_error(key: str, text: str) -> None:  # I7
    environment = {"OMOIDE_" + key.upper().replace(".", "__"): text}
    with suppress(OmoideError):
        load(Path("/nowhere"), environment)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://ken:se:cr@et@host:5432/x?sslmode=require", "postgresql://ken:***@host:5432/x?sslmode=require"),
        ("postgresql://ken@host/x?password=secret&sslpassword=s3&a=1", "postgresql://ken@host/x?password=***&sslpassword=***&a=1"),
        ("postgresql://host:5432/x", "postgresql://host:5432/x"),
        ("", ""),
    ],
)  # fmt: skip
def test_a_server_is_named_by_one_variable_and_shown_without_its_password(tmp_path: Path, url: str, shown: str) -> None:
    # X2
    named = load(tmp_path, {"OMOIDE_DATABASE_URL": url})
    assert (named.database.url, plain(named)["database"]["url"]) == (url, shown)
    put(tmp_path, '[database]\nurl = "postgresql://file/x"\n')
    assert load(tmp_path, {}).database.url == "postgresql://file/x"
    assert load(tmp_path, {"OMOIDE_DATABASE_URL": url}).database.url == url
