"""Pages of a persona: read, and written only over what one has read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from omoide.domain.page import Page, PageKind, PageName, PagePlace, PageStamp
from omoide.domain.turn import Scope


class Pages(Protocol):
    def read(self, scope: Scope, page: PageName) -> Page:
        """The page; empty, with an empty revision, when it is not there. Raises InvalidInput when it is no text."""
        ...

    def read_shared(self, scope: Scope, page: PageName) -> Page:
        """What stands for all persons of the persona; only ever written by hand (N6)."""
        ...

    def write(self, scope: Scope, page: PageName, text: str, revision: str, now: datetime, keep: bool = True) -> Page:
        """Put `text` in place of what has this revision. If somebody else was faster, both are kept: PageConflict. With
        keep=False what stood there is not kept as a version: for figures that the machine makes anew."""
        ...

    def names(self, scope: Scope, kind: PageKind, archived: bool = False) -> Sequence[str]:
        """The names of all pages of a kind, sorted."""
        ...

    def stamps(self, scope: Scope, kind: PageKind, archived: bool = False) -> dict[str, PageStamp]:
        """All pages of a kind by name, each with what tells whether its file has changed; none of them is read."""
        ...

    def places(self, scope: Scope) -> Sequence[PagePlace]:
        """Every page that is there: those for all persons first, then those of this one."""
        ...

    def versions(self, scope: Scope, page: PageName) -> Sequence[Page]:
        """What stood on the page before, newest first."""
        ...

    def remove(self, scope: Scope, page: PageName, revision: str, now: datetime) -> None:
        """Take a page away; its last text stays among its versions."""
        ...

    def prune(self, scope: Scope, page: PageName, keep: int) -> int:
        """Keep only so many of its versions; returns how many went."""
        ...
