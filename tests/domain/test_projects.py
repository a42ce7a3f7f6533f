"""Which folders are one project, and what to call it.

R3, R4, E9
"""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.projects import ProjectRules, is_elsewhere, names, same_project

FOLDERS = st.lists(st.sampled_from(["home", "me", "app", "App", "ap", "p.q"]), max_size=4).map(
    lambda p: "/" + "/".join(p)
)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("/home/me/app", "/home/me/app", True),
        ("/home/me/app", "/home/me/app/", True),
        ("/home/me/app", "/home/me/app/docs/en", True),  # a folder inside it
        ("/home/me/app", "/home/me", True),  # the one around it
        ("/home/me/app", "/home/me/other", False),  # beside it
        ("/home/me/app", "/home/me/application", False),  # a name that only begins alike
        ("/home/me/app", "/home/me/App", False),
        ("/home/me/x/../app", "/home/me//./app", True),
        (r"C:\Work\App", "c:/work/app/src", True),
        (r"C:\Work\App", r"D:\Work\App", False),
        (r"C:\Work\App", r"C:\Work\Application", False),
        (r"\\server\share\App", r"\\SERVER\share\app", True),
        ("/home/me/" + unicodedata.normalize("NFD", "プロジェクト"), "/home/me/プロジェクト", True),
        ("notes", "notes", True),
        ("notes", "Notes", False),
        ("", "", False),
        ("", "/", False),
    ],
)
def test_folders_one_within_the_other_are_one_project(one: str, other: str, same: bool) -> None:  # R3
    assert same_project(one, other) is same
    assert same_project(other, one) is same


@given(FOLDERS, FOLDERS)
def test_a_project_is_a_folder_and_what_lies_in_it(one: str, other: str) -> None:  # R3
    assert same_project(one, f"{one}/inside")
    if same_project(one, other) and len(one) >= len(other):
        assert f"{one}/".startswith(other if other.endswith("/") else f"{other}/")


@pytest.mark.parametrize(
    ("origin", "personal", "project", "elsewhere"),
    [
        ("/home/me/app", False, "/home/me/other", True),
        ("/home/me/app", False, "/home/me/app/docs", False),
        ("/home/me/app", True, "/home/me/other", False),  # about the person: it goes along
        ("", False, "/home/me/other", False),  # of no project
        ("/home/me/app", False, "", False),  # no project is named
    ],
)
def test_what_is_elsewhere(origin: str, personal: bool, project: str, elsewhere: bool) -> None:  # R3
    assert is_elsewhere(origin, personal, project) is elsewhere


def test_a_project_is_called_by_its_folder_and_by_more_where_two_share_it() -> None:  # R4
    assert names(["/home/me/app", "/home/me/site", ""]) == {"/home/me/app": "app", "/home/me/site": "site", "": ""}
    assert names(["/home/me/old/app", "/home/me/new/app", "/srv/app", "/app", "/home/me/site"]) == {
        "/home/me/old/app": "old/app",
        "/home/me/new/app": "new/app",
        "/srv/app": "srv/app",
        "/app": "/app",
        "/home/me/site": "site",
    }
    assert names(["/a/x/app", "/b/x/app"]) == {"/a/x/app": "a/x/app", "/b/x/app": "b/x/app"}
    assert names([r"C:\Work\App", "c:/work/app", "/", "claude"]) == {
        r"C:\Work\App": "App",
        "c:/work/app": "App",  # the same folder, written otherwise
        "/": "/",
        "claude": "claude",
    }


@given(st.lists(FOLDERS, max_size=6))
def test_two_projects_never_have_one_name(origins: list[str]) -> None:  # R4
    called = names(origins)
    assert len(set(called.values())) == len(set(called))


def test_the_factor_has_its_range() -> None:
    for wrong in (-0.1, 1.1):
        with pytest.raises(ValueError, match="elsewhere"):
            ProjectRules(elsewhere=wrong)
