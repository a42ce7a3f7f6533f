"""The store: one SQLite file that holds everything and can be copied (X1), or a database on a server (X2)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.memories import SqlMemories
from omoide.adapters.sql.migrations import migrate, version
from omoide.adapters.sql.relations import SqlRelations
from omoide.adapters.sql.runs import SqlRuns
from omoide.adapters.sql.sqlite import SqliteDatabase
from omoide.adapters.sql.state import SqlState
from omoide.adapters.sql.turns import SqlTurns
from omoide.adapters.sql.vectors import SqlVectors
from omoide.adapters.sql.words import SqlWords

if TYPE_CHECKING:
    from omoide.adapters.sql.fast_sessions import SqlSessions
    from omoide.ports import (
        Audit,
        Candidates,
        Changes,
        Coming,
        Consolidations,
        Documents,
        Emotions,
        Episodes,
        EpisodeUses,
        Goals,
        Graph,
        Insights,
        JudgedPairs,
        LearnedPages,
        Memories,
        Notes,
        Passages,
        People,
        Proposals,
        Questions,
        Relations,
        Resolutions,
        Runs,
        State,
        Threads,
        Tiers,
        Topics,
        TurnLog,
        Turns,
        Vectors,
        Words,
    )


class SqlStore:
    """Opens a file or a database, creating or upgrading it first; `before_upgrade` takes the automatic backup (N4)."""

    def __init__(
        self, place: Path | Database, before_upgrade: Callable[[], object] | None = None, graph: Graph | None = None,
        folder: Path | None = None,
    ) -> None:  # fmt: skip
        """`graph`: one that is kept elsewhere than beside the other rows. `folder`: see `migrate`."""
        self._graph = graph
        self.database: Database = SqliteDatabase(place) if isinstance(place, Path) else place
        try:
            migrate(self.database, before_upgrade, folder=folder)
        except BaseException:
            self.database.close()
            raise
        words = SqlWords(self.database)
        self.turns: Turns = SqlTurns(self.database)
        self.memories: Memories = SqlMemories(self.database, words)
        self.relations: Relations = SqlRelations(self.database)
        self.vectors: Vectors = SqlVectors(self.database)
        self.words: Words = words
        self.runs: Runs = SqlRuns(self.database)
        self.state: State = SqlState(self.database)

    # The inner life loads when it is looked at: a recall does without it.

    @property
    def emotions(self) -> Emotions:
        from omoide.adapters.sql.motives import SqlEmotions

        return SqlEmotions(self.database)

    @property
    def questions(self) -> Questions:
        from omoide.adapters.sql.questions import SqlQuestions

        return SqlQuestions(self.database)

    @property
    def goals(self) -> Goals:
        from omoide.adapters.sql.goals import SqlGoals

        return SqlGoals(self.database)

    @property
    def insights(self) -> Insights:
        from omoide.adapters.sql.dreams import SqlInsights

        return SqlInsights(self.database)

    @property
    def proposals(self) -> Proposals:
        from omoide.adapters.sql.dreams import SqlProposals

        return SqlProposals(self.database)

    @property
    def coming(self) -> Coming:
        from omoide.adapters.sql.coming import SqlComing

        return SqlComing(self.database)

    @property
    def log(self) -> TurnLog:
        from omoide.adapters.sql.turn_log import SqlTurnLog

        return SqlTurnLog(self.database)

    @property
    def episodes(self) -> Episodes:
        from omoide.adapters.sql.episodes import SqlEpisodes

        return SqlEpisodes(self.database)

    @property
    def passages(self) -> Passages:
        from omoide.adapters.sql.passages import SqlPassages

        return SqlPassages(self.database)

    @property
    def documents(self) -> Documents:
        from omoide.adapters.sql.documents import SqlDocuments

        return SqlDocuments(self.database)

    @property
    def topics(self) -> Topics:
        from omoide.adapters.sql.topics import SqlTopics

        return SqlTopics(self.database)

    @property
    def threads(self) -> Threads:
        from omoide.adapters.sql.threads import SqlThreads

        return SqlThreads(self.database)

    @property
    def tiers(self) -> Tiers:
        from omoide.adapters.sql.kept_sessions import SqlTiers

        return SqlTiers(self.database)

    @property
    def sessions(self) -> SqlSessions:
        """The fast tier, when nothing faster is set."""
        from omoide.adapters.sql.fast_sessions import SqlSessions

        return SqlSessions(self.database)

    @property
    def notes(self) -> Notes:
        from omoide.adapters.sql.notes import SqlNotes

        return SqlNotes(self.database)

    @property
    def graph(self) -> Graph:
        from omoide.adapters.sql.graph import SqlGraph

        return self._graph or SqlGraph(self.database)

    @property
    def learned(self) -> LearnedPages:
        from omoide.adapters.sql.learned import SqlLearned

        return SqlLearned(self.database)

    @property
    def page_changes(self) -> Changes:
        from omoide.adapters.sql.judgements import SqlChanges

        return SqlChanges(self.database)

    @property
    def candidates(self) -> Candidates:
        from omoide.adapters.sql.judgements import SqlCandidates

        return SqlCandidates(self.database)

    @property
    def consolidations(self) -> Consolidations:
        from omoide.adapters.sql.consolidations import SqlConsolidations

        return SqlConsolidations(self.database)

    @property
    def episode_uses(self) -> EpisodeUses:
        from omoide.adapters.sql.consolidations import SqlEpisodeUses

        return SqlEpisodeUses(self.database)

    @property
    def judged_pairs(self) -> JudgedPairs:
        from omoide.adapters.sql.judgements import SqlJudgedPairs

        return SqlJudgedPairs(self.database)

    @property
    def people(self) -> People:
        from omoide.adapters.sql.people import SqlPeople

        return SqlPeople(self.database)

    @property
    def resolutions(self) -> Resolutions:
        from omoide.adapters.sql.resolutions import SqlResolutions

        return SqlResolutions(self.database)

    @property
    def audit(self) -> Audit:
        from omoide.adapters.sql.audit import SqlAudit

        return SqlAudit(self.database)

    def transaction(self) -> AbstractContextManager[None]:
        return self.database.transaction()

    def beyond(self) -> AbstractContextManager[None]:
        return self.database.beyond()

    def form(self) -> int:
        return version(self.database)

    def close(self) -> None:
        self.database.close()
