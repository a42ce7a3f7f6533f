"""The part of Mind that finds passages, keeps the knowledge base and tells topics. Every line delegates."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from omoide import indexing

if TYPE_CHECKING:
    from omoide.domain.document import Document
    from omoide.domain.intent import Intent, PassagesFound
    from omoide.domain.passage import PassageKind
    from omoide.indexing import Added, TopicTold
    from omoide.ports import Faculties, Progress
    from omoide.settings import Settings


class Library:
    faculties: Faculties
    settings: Settings
    home: Path

    def search_passages(
        self, cue: str, *, intent: Intent | None = None, tool: bool = False,
        kinds: Sequence[PassageKind] | None = None, now: datetime | None = None,
    ) -> PassagesFound:  # fmt: skip
        """What diaries, episodes, dreams and the raw log say about a cue, ranked by what it is after (R6). Today's talk
        and the knowledge base are looked through only when `kinds` names them."""
        found = indexing.search_passages(
            self.faculties, self.settings, cue, intent=intent, tool=tool, kinds=kinds, now=now
        )
        if tool:
            indexing.note_shown(self.faculties, found, now or self.faculties.clock.now())
        return found

    def search_knowledge(
        self, query: str, *, domain: str | None = None, intent: Intent | None = None, now: datetime | None = None
    ) -> PassagesFound:
        """What the documents of the knowledge base say (B1). Nothing else ever looks into it."""
        from omoide.domain.document import domain_named

        return indexing.search_passages(
            self.faculties, self.settings, query, intent=intent, tool=True, kinds=("knowledge",),
            domain=domain_named(domain) if domain is not None else None, now=now,
        )  # fmt: skip

    def index_passages(self, now: datetime | None = None, progress: Progress | None = None) -> dict[str, Any]:
        """Index now what the night would (R15)."""
        return indexing.refresh_passages(self.faculties, self.settings, now or self.faculties.clock.now(), progress)

    def add_documents(
        self, paths: Sequence[Path], domain: str | None = None, now: datetime | None = None,
        progress: Progress | None = None,
    ) -> Added:  # fmt: skip
        """Put files and folders into the knowledge base of the persona."""
        now = now or self.faculties.clock.now()
        return indexing.add_documents(self.faculties, self.settings, paths, domain, self.home, now, progress)

    def documents(self, domain: str | None = None) -> list[Document]:
        return indexing.list_documents(self.faculties, domain)

    def remove_documents(self, name: str | None = None, domain: str | None = None) -> list[Document]:
        return indexing.remove_documents(self.faculties, name, domain)

    def topics(self) -> list[TopicTold]:
        """What episodes are about, the largest topic first (G4)."""
        return indexing.list_topics(self.faculties)

    def topic(self, name: str) -> TopicTold:
        """One topic with its episodes, by its label or id."""
        return indexing.one_topic(self.faculties, name)
