"""The part of Mind that finds passages, keeps the knowledge base and tells topics. Every line delegates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from omoide import indexing

if TYPE_CHECKING:
    from omoide.domain.document import Document
    from omoide.domain.intent import Intent, PassagesFound
    from omoide.domain.passage import PassageKind
    from omoide.indexing import Added, Item, ItemFound, TopicTold
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

    def upload_document(self, name: str, data: bytes, domain: str | None = None, now: datetime | None = None) -> Added:
        """Put what somebody hands over into the knowledge base, under the name that it came with."""
        now = now or self.faculties.clock.now()
        return indexing.upload_document(self.faculties, self.settings, name, data, domain, self.home, now)

    def documents(self, domain: str | None = None) -> list[Document]:
        return indexing.list_documents(self.faculties, domain)

    def remove_documents(self, name: str | None = None, domain: str | None = None) -> list[Document]:
        return indexing.remove_documents(self.faculties, name, domain)

    def put_item(
        self, namespace: Sequence[str], key: str, value: Mapping[str, Any], texts: Sequence[str] = (),
        now: datetime | None = None,
    ) -> Item:  # fmt: skip
        """Keep a program's value under a name (I5); `texts` are what it is found by. It does not fade."""
        now = now or self.faculties.clock.now()
        return indexing.put_item(self.faculties, self.settings, namespace, key, value, texts, now)

    def item(self, namespace: Sequence[str], key: str) -> Item | None:
        return indexing.get_item(self.faculties, namespace, key)

    def items(self, prefix: Sequence[str] = ()) -> list[Item]:
        """All whose namespace begins so."""
        return indexing.items(self.faculties, prefix)

    def remove_item(self, namespace: Sequence[str], key: str) -> None:
        indexing.remove_item(self.faculties, namespace, key)

    def search_items(self, query: str, kept: Sequence[Item]) -> list[ItemFound]:
        """Of these, the most relevant first."""
        return indexing.search_items(self.faculties, self.settings, kept, query)

    def topics(self) -> list[TopicTold]:
        """What episodes are about, the largest topic first (G4)."""
        return indexing.list_topics(self.faculties)

    def topic(self, name: str) -> TopicTold:
        """One topic with its episodes, by its label or id."""
        return indexing.one_topic(self.faculties, name)
