"""Pages as Markdown files that a person may edit while the program runs (T1, T2, T4).

    personas/<persona>/core_memory.md  notepad.md           by hand, for all persons
    personas/<persona>/people/<person>/core_memory.md …     what was written with this person
        diary/main.md  diary/secret.md  entities/<name>.md
        conflicts/  versions/

A write names the revision (a hash) of what was read. Where the file has another by now, somebody else was faster: the
new text is put aside under conflicts/, the file stays as it is, and the error says where both are. What a write
replaces is kept under versions/.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from omoide.adapters.files.names import folder_for
from omoide.domain.page import SHARED, Page, PageKind, PageName, PagePlace, same_name
from omoide.domain.turn import Scope
from omoide.errors import Busy, InvalidInput, PageConflict, StoreDamaged
from omoide.whole_files import write_whole

_FILES: dict[PageKind, str] = {
    "core_memory": "core_memory.md",
    "notepad": "notepad.md",
    "main_diary": "diary/main.md",
    "secret_diary": "diary/secret.md",
}
_FOLDERS: dict[PageKind, str] = {"entity": "entities"}
_PATIENCE = 10.0  # seconds for another process to finish its write; each takes milliseconds


class FilePages:
    def __init__(self, home: Path, most_characters: int, versions_kept: int) -> None:
        self._personas = home / "personas"
        self._lock = home / "locks" / "pages.lock"
        self._most = most_characters
        self._kept = versions_kept

    def read(self, scope: Scope, page: PageName) -> Page:
        page = self._known(scope, page)
        return self._read(self._path(scope, page), page)

    def read_shared(self, scope: Scope, page: PageName) -> Page:
        return self._read(folder_for(self._personas, scope.persona) / _FILES[page.kind], page)

    def write(self, scope: Scope, page: PageName, text: str, revision: str, now: datetime) -> Page:
        self._check(page, text)
        with self._alone():
            page = self._known(scope, page)
            path = self._path(scope, page)
            before = self._read(path, page)
            if before.revision != revision:
                raise self._conflict(scope, page, path, text, now)
            if before.text != text or not before.exists:
                if before.exists:
                    self._keep(scope, page, path, now)
                _put(path, text)
            return self._read(path, page)

    def names(self, scope: Scope, kind: PageKind) -> Sequence[str]:
        folder = self._own(scope) / _FOLDERS[kind]
        return sorted(entry.stem for entry in folder.glob("*.md")) if folder.is_dir() else []

    def places(self, scope: Scope) -> Sequence[PagePlace]:
        persona = folder_for(self._personas, scope.persona)
        common = [(PageName(kind), persona / file) for kind, file in _FILES.items() if kind in SHARED]
        own = [PageName(kind) for kind in _FILES]
        own += [PageName("entity", name) for name in self.names(scope, "entity")]
        found = [_place(name, path, True, 0) for name, path in common if path.is_file()]
        for name in own:
            path = self._path(scope, name)
            if path.is_file():
                found.append(_place(name, path, False, len(self._kept_versions(scope, name))))
        return found

    def versions(self, scope: Scope, page: PageName) -> Sequence[Page]:
        page = self._known(scope, page)
        return [self._read(path, page) for path in self._kept_versions(scope, page)]

    def remove(self, scope: Scope, page: PageName, revision: str, now: datetime) -> None:
        with self._alone():
            page = self._known(scope, page)
            path = self._path(scope, page)
            if self._read(path, page).revision != revision:
                raise self._conflict(scope, page, path, "", now)
            if revision:
                self._keep(scope, page, path, now)
                path.unlink()

    # ------------------------------------------------------------ places

    def _own(self, scope: Scope) -> Path:
        return folder_for(folder_for(self._personas, scope.persona) / "people", scope.person)

    def _path(self, scope: Scope, page: PageName) -> Path:
        if page.kind in _FILES:
            return self._own(scope) / _FILES[page.kind]
        return self._own(scope) / _FOLDERS[page.kind] / f"{page.name}.md"

    def _known(self, scope: Scope, page: PageName) -> PageName:
        """Under the name that its file has, should that differ in how it is written."""
        if page.kind in _FILES:
            return page
        known = (name for name in self.names(scope, page.kind) if same_name(name, page.name))
        return PageName(page.kind, next(known, page.name))

    def _aside(self, scope: Scope, page: PageName, kind: str, now: datetime) -> Path:
        path = self._path(scope, page)
        folder = self._own(scope) / kind / path.relative_to(self._own(scope)).with_suffix("")
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        last = max((int(entry.name[:6]) for entry in folder.glob("[0-9]" * 6 + "-*.md")), default=0)
        return folder / f"{last + 1:06}-{now:%Y%m%dT%H%M%S}.md"  # numbered: a clock may jump back

    # ------------------------------------------------------------ reading and keeping

    def _read(self, path: Path, page: PageName) -> Page:
        try:
            if path.stat().st_size > self._most * 4 + 3:
                raise _too_large(page, self._most)
            raw = path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return Page(page, "", "")
        except OSError as error:
            raise _unreadable(path, error) from error
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise _not_text(path) from error
        if "\0" in text:
            raise _not_text(path)
        if len(text) > self._most:
            raise _too_large(page, self._most)
        import hashlib  # here: a recall reads no page

        return Page(page, text.replace("\r\n", "\n"), hashlib.sha256(raw).hexdigest()[:16])

    def _check(self, page: PageName, text: str) -> None:
        if "\0" in text:
            raise InvalidInput(f"{page}: a page is text; this is not.", f"{page}: ページにはテキストだけを書けます。")
        if len(text) > self._most:
            raise _too_large(page, self._most)

    def _keep(self, scope: Scope, page: PageName, path: Path, now: datetime) -> None:
        _put(self._aside(scope, page, "versions", now), path.read_bytes())
        for old in self._kept_versions(scope, page)[self._kept :]:
            old.unlink()

    def _kept_versions(self, scope: Scope, page: PageName) -> list[Path]:
        path = self._path(scope, page)
        folder = self._own(scope) / "versions" / path.relative_to(self._own(scope)).with_suffix("")
        return sorted(folder.glob("*.md"), reverse=True) if folder.is_dir() else []

    def _conflict(self, scope: Scope, page: PageName, path: Path, text: str, now: datetime) -> PageConflict:
        aside = self._aside(scope, page, "conflicts", now)
        _put(aside, text)
        return PageConflict(
            f"{page} was changed meanwhile: it stays as it is in {path}, and the new text was put in {aside}."
            " Read it again and join the two.",
            f"{page} はその間に変更されました。{path} はそのまま残し、新しい文章は {aside} に置きました。"
            "読み直して、二つを合わせてください。",
        )

    @contextmanager
    def _alone(self) -> Iterator[None]:
        from filelock import FileLock, Timeout

        try:
            self._lock.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with FileLock(self._lock, timeout=_PATIENCE):
                yield
        except Timeout as error:
            raise Busy(
                "another process is writing pages: try again in a moment.",
                "別のプロセスがページを書いています。少し待ってやり直してください。",
            ) from error
        except OSError as error:
            raise _unreadable(self._personas, error) from error


def _place(name: PageName, path: Path, shared: bool, versions: int) -> PagePlace:
    facts = path.stat()
    return PagePlace(
        name, shared, str(path), facts.st_size, datetime.fromtimestamp(facts.st_mtime).astimezone(), versions
    )


def _put(path: Path, text: str | bytes) -> None:
    """A linked file stays linked."""
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_whole(path, text)


def _too_large(page: PageName, most: int) -> InvalidInput:
    return InvalidInput(
        f"{page} would be longer than {most:,} characters (pages.most_characters): shorten it, or make a second page.",
        f"{page} が {most:,} 文字を超えます（pages.most_characters）。短くするか、ページを分けてください。",
    )


def _not_text(path: Path) -> InvalidInput:
    return InvalidInput(
        f"{path} is not UTF-8 text: save it as text, or move it away.",
        f"{path} は UTF-8 のテキストではありません。テキストとして保存し直すか、別の場所へ移してください。",
    )


def _unreadable(path: Path, error: OSError) -> StoreDamaged:
    return StoreDamaged(
        f"{path} cannot be used ({error.strerror or error}): check its permissions and the free space.",
        f"{path} を使えません（{error.strerror or error}）。権限と空き容量を確かめてください。",
    )
