"""What the mind needs from outside: small Protocols, one subject each. Adapters answer them.

Stores fetch and keep; the domain ranks and decides. Times are zone-aware datetimes, rows are the store's own integers.
"""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.ports.access import Passes as Passes
    from omoide.ports.activity import Activity as Activity
    from omoide.ports.audit import Audit as Audit
    from omoide.ports.consolidating import Consolidations as Consolidations
    from omoide.ports.consolidating import EpisodeUses as EpisodeUses
    from omoide.ports.erasing import Erasures as Erasures
    from omoide.ports.erasing import Holdings as Holdings
    from omoide.ports.erasing import Place as Place
    from omoide.ports.faculties import Clock as Clock
    from omoide.ports.faculties import Faculties as Faculties
    from omoide.ports.faculties import MachineClock as MachineClock
    from omoide.ports.faculties import Successor as Successor
    from omoide.ports.graph import Graph as Graph
    from omoide.ports.inner_life import Emotions as Emotions
    from omoide.ports.inner_life import Episodes as Episodes
    from omoide.ports.inner_life import Goals as Goals
    from omoide.ports.inner_life import Insights as Insights
    from omoide.ports.inner_life import Proposals as Proposals
    from omoide.ports.inner_life import Questions as Questions
    from omoide.ports.inner_life import SpecialEpisodes as SpecialEpisodes
    from omoide.ports.inner_life import TurnLog as TurnLog
    from omoide.ports.journals import Journals as Journals
    from omoide.ports.judging import Candidates as Candidates
    from omoide.ports.judging import Changes as Changes
    from omoide.ports.judging import Judge as Judge
    from omoide.ports.judging import Judged as Judged
    from omoide.ports.judging import JudgedPairs as JudgedPairs
    from omoide.ports.judging import Verdict as Verdict
    from omoide.ports.keeping import Backup as Backup
    from omoide.ports.keeping import Backups as Backups
    from omoide.ports.keeping import DamagedBackup as DamagedBackup
    from omoide.ports.keeping import Finding as Finding
    from omoide.ports.keeping import Housekeeping as Housekeeping
    from omoide.ports.keeping import Locks as Locks
    from omoide.ports.keeping import OldHouse as OldHouse
    from omoide.ports.keeping import Problem as Problem
    from omoide.ports.keeping import Seal as Seal
    from omoide.ports.keeping import Shelf as Shelf
    from omoide.ports.keeping import Upkeep as Upkeep
    from omoide.ports.learning import LearnedPages as LearnedPages
    from omoide.ports.pages import Pages as Pages
    from omoide.ports.passages import Documents as Documents
    from omoide.ports.passages import Passages as Passages
    from omoide.ports.passages import Topics as Topics
    from omoide.ports.people import Acquaintance as Acquaintance
    from omoide.ports.people import People as People
    from omoide.ports.resolutions import Resolutions as Resolutions
    from omoide.ports.sessions import Notes as Notes
    from omoide.ports.sessions import Threads as Threads
    from omoide.ports.stores import Coming as Coming
    from omoide.ports.stores import Memories as Memories
    from omoide.ports.stores import Nearest as Nearest
    from omoide.ports.stores import Relations as Relations
    from omoide.ports.stores import Runs as Runs
    from omoide.ports.stores import State as State
    from omoide.ports.stores import Store as Store
    from omoide.ports.stores import Turns as Turns
    from omoide.ports.stores import Vectors as Vectors
    from omoide.ports.stores import Words as Words
    from omoide.ports.thinking import Embedder as Embedder
    from omoide.ports.thinking import Progress as Progress
    from omoide.ports.thinking import Question as Question
    from omoide.ports.thinking import Role as Role
    from omoide.ports.thinking import Speech as Speech
    from omoide.ports.thinking import Thinker as Thinker
    from omoide.ports.thinking import Tokens as Tokens
    from omoide.ports.thinking import Usage as Usage
    from omoide.ports.thinking import Wording as Wording
    from omoide.ports.tiers import Archive as Archive
    from omoide.ports.tiers import Blobs as Blobs
    from omoide.ports.tiers import NewFile as NewFile
    from omoide.ports.tiers import SessionStore as SessionStore
    from omoide.ports.tiers import Tiers as Tiers
    from omoide.ports.values import Counts as Counts
    from omoide.ports.values import Filter as Filter
    from omoide.ports.values import Run as Run

__getattr__ = front(
    __name__,
    {
        "Consolidations": "consolidating",
        "EpisodeUses": "consolidating",
        "Passes": "access",
        "Activity": "activity",
        "Audit": "audit",
        "Erasures": "erasing",
        "Holdings": "erasing",
        "Place": "erasing",
        "Clock": "faculties",
        "Faculties": "faculties",
        "MachineClock": "faculties",
        "Successor": "faculties",
        "Graph": "graph",
        "Emotions": "inner_life",
        "Episodes": "inner_life",
        "Goals": "inner_life",
        "Insights": "inner_life",
        "Proposals": "inner_life",
        "Questions": "inner_life",
        "SpecialEpisodes": "inner_life",
        "TurnLog": "inner_life",
        "Candidates": "judging",
        "Changes": "judging",
        "Judge": "judging",
        "Judged": "judging",
        "JudgedPairs": "judging",
        "Verdict": "judging",
        "Journals": "journals",
        "Backup": "keeping",
        "Backups": "keeping",
        "DamagedBackup": "keeping",
        "Finding": "keeping",
        "Housekeeping": "keeping",
        "Locks": "keeping",
        "OldHouse": "keeping",
        "Problem": "keeping",
        "Seal": "keeping",
        "Shelf": "keeping",
        "Upkeep": "keeping",
        "LearnedPages": "learning",
        "Pages": "pages",
        "Documents": "passages",
        "Passages": "passages",
        "Topics": "passages",
        "Acquaintance": "people",
        "People": "people",
        "Resolutions": "resolutions",
        "Notes": "sessions",
        "Threads": "sessions",
        "Coming": "stores",
        "Memories": "stores",
        "Nearest": "stores",
        "Relations": "stores",
        "Runs": "stores",
        "State": "stores",
        "Store": "stores",
        "Turns": "stores",
        "Vectors": "stores",
        "Words": "stores",
        "Embedder": "thinking",
        "Progress": "thinking",
        "Question": "thinking",
        "Role": "thinking",
        "Speech": "thinking",
        "Thinker": "thinking",
        "Tokens": "thinking",
        "Usage": "thinking",
        "Wording": "thinking",
        "Archive": "tiers",
        "Blobs": "tiers",
        "NewFile": "tiers",
        "SessionStore": "tiers",
        "Tiers": "tiers",
        "Counts": "values",
        "Filter": "values",
        "Run": "values",
    },
)
