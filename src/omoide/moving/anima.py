"""The folders of document 003's system: which of them belong to a persona, and the files in them that may be read.

<root>/animas/<name>/episodes/ knowledge/ procedures/ skills/ activity_log/ shortterm/ state/
<root>/shared/users/<person>/  shared/resolutions.jsonl    <root>/common_skills/
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from omoide.domain.page import same_name
from omoide.encode import decoded
from omoide.errors import InvalidInput, NotFound, OmoideError
from omoide.language.clean import clean

ANIMAS, SHARED = "animas", "shared"
PARTS = ("episodes", "knowledge", "procedures", "skills", "activity_log", "state", "shortterm")
LARGEST = 50_000_000  # bytes: a larger file is none of these


@dataclass(slots=True)
class Part:
    """What became of one kind of files. `skipped`: passed over, as lines that are none."""

    new: int = 0
    known: int = 0
    skipped: int = 0
    problems: list[OmoideError] = field(default_factory=list)

    def odd(self, file: str, en: str, ja: str) -> None:
        self.problems.append(InvalidInput(f"{file}: {en.rstrip('.')}.", f"{file}: {ja.rstrip('。')}。"))


@dataclass(frozen=True, slots=True)
class Anima:
    """One persona's folder; `shared` is what all have in common, None where only the one folder was handed over."""

    folder: Path
    shared: Path | None
    common_skills: Path | None

    @property
    def root(self) -> Path:
        """What no link may lead out of."""
        return self.shared.parent if self.shared else self.folder

    def shown(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()

    def files(self, folder: Path | None, endings: tuple[str, ...], part: Part) -> Iterator[Path]:
        """Files in a folder and the folders in it, by name. A link that leads out of the root is named and not
        followed; hidden files are not ours (T4)."""
        if folder is None or not folder.is_dir():
            return
        for path in sorted(folder.rglob("*")):
            hidden = any(name.startswith(".") for name in path.relative_to(folder).parts)
            if hidden or not path.is_file() or path.suffix.lower() not in endings:
                continue
            if self.inside(path, part):
                yield path

    def inside(self, path: Path, part: Part) -> bool:
        if path.resolve().is_relative_to(self.root.resolve()):
            return True
        part.odd(self.shown(path), "a link that leads out of the folder is not followed",
                 "フォルダーの外を指すリンクはたどりません")  # fmt: skip
        return False

    def text(self, path: Path, part: Part) -> str | None:
        """The text of a file, or None when it is none, which is told."""
        try:
            if path.stat().st_size > LARGEST:
                raise OSError(None, "too large")
            text, whole = decoded(path.read_bytes())
        except OSError as error:
            part.odd(self.shown(path), f"cannot be read ({error.strerror})", f"読めません（{error.strerror}）")
            return None
        if not whole or "\0" in text:
            part.odd(self.shown(path), "is no text; save it as UTF-8 and import again",
                     "テキストとして読めません。UTF-8 で保存し直してください")  # fmt: skip
            return None
        return clean(text.replace("\r\n", "\n"))


def find_anima(folder: Path, persona: str) -> Anima:
    """The folder of one persona, or the whole house: then the one that has the persona's name, or the only one."""
    if _is_anima(folder):
        house = folder.parent.parent if folder.parent.name == ANIMAS else None
        return _of(folder, house)
    there = sorted(path for path in (folder / ANIMAS).glob("*") if _is_anima(path))
    named = [path for path in there if same_name(path.name, persona)]
    if not there:
        raise NotFound(
            f"{folder} holds none of the folders to move in ({', '.join(PARTS[:4])} …): name the persona's folder.",
            f"{folder} に取り込めるフォルダー（{'・'.join(PARTS[:4])} など）がありません。確かめてください。",
        )
    if len(named or there) != 1:
        names = ", ".join(path.name for path in there)
        raise NotFound(
            f"{folder} holds {names}: name one of their folders, or say which with --persona.",
            f"{folder} には {names} があります。どれかのフォルダーか --persona を指定してください。",
        )
    return _of((named or there)[0], folder)


def _of(folder: Path, house: Path | None) -> Anima:
    shared = house / SHARED if house and (house / SHARED).is_dir() else None
    skills = house / "common_skills" if house and shared and (house / "common_skills").is_dir() else None
    return Anima(folder, shared, skills)


def _is_anima(folder: Path) -> bool:
    return folder.is_dir() and any((folder / part).is_dir() for part in PARTS)
