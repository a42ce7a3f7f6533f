"""Pages as Markdown files that a person may edit while the program runs (T1, T2, T3, T4). Where: see page_paths.py.

A write names the revision (a hash) of what was read. Where the file has another by now, somebody else was faster: the
new text is put aside under conflicts/, the file stays as it is, and the error says where both are. What a write
replaces is kept under versions/.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime

from omoide.adapters.files.folder import FileFacts, Folder
from omoide.adapters.files.page_paths import FILES, FOLDERS, PagePaths, numbered
from omoide.disk import of_the_disk
from omoide.domain.page import NAMED, SHARED, Page, PageKind, PageName, PagePlace, PageStamp, same_name
from omoide.domain.turn import Scope
from omoide.errors import InvalidInput, PageConflict, Refused, StoreDamaged

_PATIENCE = 10.0  # seconds for another process to finish its write; each takes milliseconds


class FilePages:
    def __init__(self, files: Folder, most_characters: int, versions_kept: int) -> None:
        self._files = files
        self._paths = PagePaths(files)
        self._most = most_characters
        self._kept = versions_kept

    def read(self, scope: Scope, page: PageName) -> Page:
        page = self._known(scope, page)
        path, place = self._paths.found(scope, page)
        return replace(self._read(path, page), place=place)

    def read_shared(self, scope: Scope, page: PageName) -> Page:
        return self._read(f"{self._paths.persona(scope)}/{FILES[page.kind]}", page)

    def write(self, scope: Scope, page: PageName, text: str, revision: str, now: datetime, keep: bool = True) -> Page:
        self._check(page, text)
        with self._alone():
            page = self._known(scope, page)
            path, place = self._paths.found(scope, page)
            if place != "own":
                raise _by_hand(page, self._files.shown(path))
            before = self._read(path, page)
            if before.revision == revision:
                if before.text != text or not before.exists:
                    if before.exists and keep:
                        self._keep(scope, page, path, now)
                    self._files.write(path, text.encode())
                return self._read(path, page)
            conflict = self._conflict(scope, page, path, text, now)
        raise conflict  # out here: what an error leaves in there may be undone

    def names(self, scope: Scope, kind: PageKind, archived: bool = False) -> Sequence[str]:
        return sorted(self.stamps(scope, kind, archived))

    def stamps(self, scope: Scope, kind: PageKind, archived: bool = False) -> dict[str, PageStamp]:
        found: dict[str, PageStamp] = {}
        for place, folder in self._paths.folders(scope, kind, archived):
            try:
                pages = self._files.files(folder)
            except OSError as error:
                raise _unreadable(self._files.shown(folder), error) from error
            for name, facts in pages.items():
                if name.endswith(".md") and not name.startswith("."):
                    found.setdefault(name.removesuffix(".md"), PageStamp(facts.stamp, place))
        return found

    def places(self, scope: Scope) -> Sequence[PagePlace]:
        persona = self._paths.persona(scope)
        common = [(PageName(kind), f"{persona}/{file}") for kind, file in FILES.items() if kind in SHARED]
        found = [self._place(name, path, True, 0) for name, path in common if self._files.is_file(path)]
        own = [PageName("profile"), *(PageName(kind) for kind in FILES)]
        own += [PageName(kind, name) for kind in FOLDERS for name in self.names(scope, kind)]
        for name in own:
            path, place = self._paths.found(scope, name)
            if self._files.is_file(path):
                found.append(self._place(name, path, place != "own", len(self._kept_versions(scope, name))))
        return found

    def versions(self, scope: Scope, page: PageName) -> Sequence[Page]:
        page = self._known(scope, page)
        return [self._read(path, page) for path in self._kept_versions(scope, page)]

    def remove(self, scope: Scope, page: PageName, revision: str, now: datetime) -> None:
        with self._alone():
            page = self._known(scope, page)
            path = self._paths.path(scope, page)
            if self._read(path, page).revision == revision:
                if revision:
                    self._keep(scope, page, path, now)
                    self._files.remove(path)
                return
            conflict = self._conflict(scope, page, path, "", now)
        raise conflict

    def prune(self, scope: Scope, page: PageName, keep: int) -> int:
        with self._alone():
            old = self._kept_versions(scope, self._known(scope, page))[keep:]
            for path in old:
                self._files.remove(path)
            return len(old)

    # ------------------------------------------------------------ places

    def _known(self, scope: Scope, page: PageName) -> PageName:
        """Under the name that its file has, should that differ in how it is written."""
        if page.kind not in NAMED or (page.kind != "entity" and self._files.is_file(self._paths.found(scope, page)[0])):
            return page
        folders = self._paths.folders(scope, page.kind, page.archived)
        if any(f"{page.name}.md" in self._files.names(folder) for _, folder in folders):
            return page
        names = self.names(scope, page.kind, page.archived)
        known = next((name for name in names if same_name(name, page.name)), page.name)
        return PageName(page.kind, known, page.archived)

    def _aside(self, scope: Scope, page: PageName, kind: str, now: datetime) -> str:
        folder = self._paths.aside(scope, page, kind)
        return f"{folder}/{numbered(self._files.names(folder), now)}"

    def _place(self, name: PageName, path: str, shared: bool, versions: int) -> PagePlace:
        facts = self._files.facts(path) or FileFacts(0, 0.0, "")  # taken away while we looked
        return PagePlace(name, shared, self._files.shown(path), facts.size, _when(facts), versions)

    # ------------------------------------------------------------ reading and keeping

    def _read(self, path: str, page: PageName) -> Page:
        largest = self._most * 4 + 3  # bytes
        try:
            found = self._files.read_known(path, largest)
        except OSError as error:
            raise _unreadable(self._files.shown(path), error) from error
        if found is None:
            return Page(page, "", "")
        raw, facts = found
        if facts.size > largest:
            raise _too_large(page, self._most)
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise _not_text(self._files.shown(path)) from error
        if "\0" in text:
            raise _not_text(self._files.shown(path))
        if len(text) > self._most:
            raise _too_large(page, self._most)
        import hashlib  # here: a recall reads no page

        return Page(page, text.replace("\r\n", "\n"), hashlib.sha256(raw).hexdigest()[:16], _when(facts))

    def _check(self, page: PageName, text: str) -> None:
        if "\0" in text:
            raise InvalidInput(f"{page}: a page is text; this is not.", f"{page}: ページにはテキストだけを書けます。")
        if len(text) > self._most:
            raise _too_large(page, self._most)

    def _keep(self, scope: Scope, page: PageName, path: str, now: datetime) -> None:
        self._files.write(self._aside(scope, page, "versions", now), self._files.read(path))
        for old in self._kept_versions(scope, page)[self._kept :]:
            self._files.remove(old)

    def _kept_versions(self, scope: Scope, page: PageName) -> list[str]:
        folder = self._paths.aside(scope, page, "versions")
        return sorted((f"{folder}/{name}" for name in self._files.names(folder) if name.endswith(".md")), reverse=True)

    def _conflict(self, scope: Scope, page: PageName, path: str, text: str, now: datetime) -> PageConflict:
        aside = self._aside(scope, page, "conflicts", now)
        self._files.write(aside, text.encode())
        here, there = self._files.shown(path), self._files.shown(aside)
        return PageConflict(
            f"{page} was changed meanwhile: it stays as it is in {here}, and the new text was put in {there}."
            " Read it again and join the two.",
            f"{page} はその間に変更されました。{here} はそのまま残し、新しい文章は {there} に置きました。"
            "読み直して、二つを合わせてください。",
        )

    @contextmanager
    def _alone(self) -> Iterator[None]:
        try:
            with self._files.alone("pages", _PATIENCE):
                yield
        except OSError as error:
            raise _unreadable(self._files.shown(""), error) from error


def _when(facts: FileFacts) -> datetime:
    return datetime.fromtimestamp(facts.changed).astimezone()


def _too_large(page: PageName, most: int) -> InvalidInput:
    return InvalidInput(
        f"{page} would be longer than {most:,} characters (pages.most_characters): shorten it, or make a second page.",
        f"{page} が {most:,} 文字を超えます（pages.most_characters）。短くするか、ページを分けてください。",
    )


def _by_hand(page: PageName, path: str) -> Refused:
    return Refused(
        f"{page} was written by hand for everybody and is not changed by the program: edit {path} yourself.",
        f"{page} は全員のために手で書かれたもので、プログラムは変更しません。{path} を直接編集してください。",
    )


def _not_text(path: str) -> InvalidInput:
    return InvalidInput(
        f"{path} is not UTF-8 text: save it as text, or move it away.",
        f"{path} は UTF-8 のテキストではありません。テキストとして保存し直すか、別の場所へ移してください。",
    )


def _unreadable(path: str, error: OSError) -> StoreDamaged:
    return of_the_disk(path, error) or StoreDamaged(
        f"{path} cannot be used ({error.strerror or error}): check its permissions and the free space.",
        f"{path} を使えません（{error.strerror or error}）。権限と空き容量を確かめてください。",
    )
