"""What the mind needs from outside: small Protocols, one subject each. Adapters answer them.

Stores fetch and keep; the domain ranks and decides. Times are zone-aware datetimes, rows are the store's own integers.
"""

from omoide.ports.faculties import Clock, Faculties
from omoide.ports.keeping import Backup, Backups, Finding, Housekeeping, Locks, OldHouse, Upkeep
from omoide.ports.stores import (
    Counts,
    Filter,
    Memories,
    Nearest,
    Relations,
    Run,
    Runs,
    State,
    Store,
    Turns,
    Vectors,
    Words,
)
from omoide.ports.thinking import Embedder, Progress, Question, Role, Thinker, Usage, Wording

__all__ = [
    "Backup",
    "Backups",
    "Clock",
    "Counts",
    "Embedder",
    "Faculties",
    "Filter",
    "Finding",
    "Housekeeping",
    "Locks",
    "Memories",
    "Nearest",
    "OldHouse",
    "Progress",
    "Question",
    "Relations",
    "Role",
    "Run",
    "Runs",
    "State",
    "Store",
    "Thinker",
    "Turns",
    "Upkeep",
    "Usage",
    "Vectors",
    "Wording",
    "Words",
]
