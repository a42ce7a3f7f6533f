"""F7: two runs never overlap, and a process that is killed frees what it held."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.adapters.files.locks import FileLocks, file_name
from omoide.errors import Busy, StoreDamaged

HOLDER = """
import sys
from pathlib import Path
from omoide.adapters.files.locks import FileLocks
with FileLocks(Path(sys.argv[1])).hold(sys.argv[2]):
    print("held", flush=True)
    sys.stdin.readline()
"""


def holder(folder: Path, name: str) -> subprocess.Popen[str]:
    """A second process that holds the lock; its first line says that it does."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder), name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_another_process_is_refused_at_once_and_let_in_afterwards(tmp_path: Path) -> None:  # F7
    locks = FileLocks(tmp_path / "locks")
    other = holder(tmp_path / "locks", "night:葵/me")
    with pytest.raises(Busy) as refused, locks.hold("night:葵/me"):
        pass
    assert "night:葵/me" in refused.value.en
    assert "night:葵/me" in refused.value.ja
    assert "\n" not in refused.value.en + refused.value.ja
    with locks.hold("night:葵/you"):  # another name is another lock
        pass
    other.communicate("\n")
    with locks.hold("night:葵/me"):
        pass


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_a_killed_process_frees_its_lock(tmp_path: Path) -> None:  # F7
    other = holder(tmp_path, "night")
    other.send_signal(signal.SIGKILL)
    other.wait()
    with FileLocks(tmp_path).hold("night"):
        pass
    other.communicate()


def test_an_error_inside_frees_the_lock(tmp_path: Path) -> None:
    locks = FileLocks(tmp_path)
    with pytest.raises(ZeroDivisionError), locks.hold("night"):
        raise ZeroDivisionError
    with locks.hold("night"):
        pass


def test_one_process_cannot_hold_it_twice(tmp_path: Path) -> None:  # F7: threads of a server are no exception
    refused: list[Busy] = []

    def second() -> None:
        try:
            with FileLocks(tmp_path).hold("night"):
                pass
        except Busy as error:
            refused.append(error)

    with FileLocks(tmp_path).hold("night"):
        second()
        thread = threading.Thread(target=second)
        thread.start()
        thread.join()
    assert len(refused) == 2


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreDamaged), FileLocks(tmp_path / "file").hold("night"):
        pass


@given(st.lists(st.text(), unique=True, min_size=2, max_size=8))
@settings(max_examples=100)
def test_names_are_safe_and_never_meet(names: list[str]) -> None:
    files = [file_name(name) for name in names]
    assert len({file.lower() for file in files}) == len(names)
    for file in files:
        assert set(file) <= set("abcdefghijklmnopqrstuvwxyz0123456789_-.")
        assert len(file) < 80
        assert not file.startswith((".", "-"))


@pytest.mark.parametrize("name", ["", "..", "../escape", "/etc/x", "CON", "nul", "a" * 300, "night:葵/me", "a\0b"])
def test_odd_names_stay_in_the_folder(tmp_path: Path, name: str) -> None:
    with FileLocks(tmp_path).hold(name):
        pass
    assert [path.name for path in tmp_path.iterdir()] == [file_name(name)]
