"""Pages as Markdown files that a person may edit while the program runs (T1, T2, T3, T4). Where: see page_paths.py.

A write names the revision (a hash) of what was read. Where the file has another by now, somebody else was faster: the
new text is put aside under conflicts/, the file stays as it is, and the error says where both are. What a write
replaces is kept under versions/.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from omoide.adapters.files.page_paths import FILES, FOLDERS, PagePaths, pages_in
from omoide.domain.page import NAMED, SHARED, Page, PageKind, PageName, PagePlace, PageStamp, same_name
from omoide.domain.turn import Scope
from omoide.errors import Busy, InvalidInput, PageConflict, Refused, StoreDamaged
from omoide.whole_files import write_whole

_PATIENCE = 10.0  # seconds for another process to finish its write; each takes milliseconds


class FilePages:
    def __init__(self, home: Path, most_characters: int, versions_kept: int) -> None:
        self._paths = PagePaths(home)
        self._home = home
        self._lock = home / "locks" / "pages.lock"
        self._most = most_characters
        self._kept = versions_kept

    def read(self, scope: Scope, page: PageName) -> Page:
        page = self._known(scope, page)
        path, place = self._paths.found(scope, page)
        return replace(self._read(path, page), place=place)

    def read_shared(self, scope: Scope, page: PageName) -> Page:
        return self._read(self._paths.persona(scope) / FILES[page.kind], page)

    def write(self, scope: Scope, page: PageName, text: str, revision: str, now: datetime, keep: bool = True) -> Page:
        self._check(page, text)
        with self._alone():
            page = self._known(scope, page)
            path, place = self._paths.found(scope, page)
            if place != "own":
                raise _by_hand(page, path)
            before = self._read(path, page)
            if before.revision != revision:
                raise self._conflict(scope, page, path, text, now)
            if before.text != text or not before.exists:
                if before.exists and keep:
                    self._keep(scope, page, path, now)
                _put(path, text)
            return self._read(path, page)

    def names(self, scope: Scope, kind: PageKind, archived: bool = False) -> Sequence[str]:
        return sorted(self.stamps(scope, kind, archived))

    def stamps(self, scope: Scope, kind: PageKind, archived: bool = False) -> dict[str, PageStamp]:
        found: dict[str, PageStamp] = {}
        for place, folder in self._paths.folders(scope, kind, archived):
            try:
                for name, facts in pages_in(folder):
                    stamp = PageStamp(f"{facts.st_mtime_ns}.{facts.st_size}.{facts.st_ino}", place)
                    found.setdefault(name, stamp)
            except OSError as error:
                raise _unreadable(folder, error) from error
        return found

    def places(self, scope: Scope) -> Sequence[PagePlace]:
        persona = self._paths.persona(scope)
        common = [(PageName(kind), persona / file) for kind, file in FILES.items() if kind in SHARED]
        found = [_place(name, path, True, 0) for name, path in common if path.is_file()]
        own = [PageName("profile"), *(PageName(kind) for kind in FILES)]
        own += [PageName(kind, name) for kind in FOLDERS for name in self.names(scope, kind)]
        for name in own:
            path, place = self._paths.found(scope, name)
            if path.is_file():
                found.append(_place(name, path, place != "own", len(self._kept_versions(scope, name))))
        return found

    def versions(self, scope: Scope, page: PageName) -> Sequence[Page]:
        page = self._known(scope, page)
        return [self._read(path, page) for path in self._kept_versions(scope, page)]

    def remove(self, scope: Scope, page: PageName, revision: str, now: datetime) -> None:
        with self._alone():
            page = self._known(scope, page)
            path = self._paths.path(scope, page)
            if self._read(path, page).revision != revision:
                raise self._conflict(scope, page, path, "", now)
            if revision:
                self._keep(scope, page, path, now)
                path.unlink()

    def prune(self, scope: Scope, page: PageName, keep: int) -> int:
        with self._alone():
            old = self._kept_versions(scope, self._known(scope, page))[keep:]
            for path in old:
                path.unlink()
            return len(old)

    # ------------------------------------------------------------ places

    def _known(self, scope: Scope, page: PageName) -> PageName:
        """Under the name that its file has, should that differ in how it is written."""
        if page.kind not in NAMED or (page.kind != "entity" and self._paths.found(scope, page)[0].is_file()):
            return page
        folders = self._paths.folders(scope, page.kind, page.archived)
        if any(folder.is_dir() and f"{page.name}.md" in os.listdir(folder) for _, folder in folders):
            return page
        names = self.names(scope, page.kind, page.archived)
        known = next((name for name in names if same_name(name, page.name)), page.name)
        return PageName(page.kind, known, page.archived)

    def _aside(self, scope: Scope, page: PageName, kind: str, now: datetime) -> Path:
        folder = self._paths.aside(scope, page, kind)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        last = max((int(entry.name[:6]) for entry in folder.glob("[0-9]" * 6 + "-*.md")), default=0)
        return folder / f"{last + 1:06}-{now:%Y%m%dT%H%M%S}.md"  # numbered: a clock may jump back

    # ------------------------------------------------------------ reading and keeping

    def _read(self, path: Path, page: PageName) -> Page:
        try:
            facts = path.stat()
            if facts.st_size > self._most * 4 + 3:
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

        changed = datetime.fromtimestamp(facts.st_mtime).astimezone()
        return Page(page, text.replace("\r\n", "\n"), hashlib.sha256(raw).hexdigest()[:16], changed)

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
        folder = self._paths.aside(scope, page, "versions")
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
            raise _unreadable(self._home, error) from error


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


def _by_hand(page: PageName, path: Path) -> Refused:
    return Refused(
        f"{page} was written by hand for everybody and is not changed by the program: edit {path} yourself.",
        f"{page} は全員のために手で書かれたもので、プログラムは変更しません。{path} を直接編集してください。",
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
