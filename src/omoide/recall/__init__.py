"""What comes to mind, and why."""

from omoide.recall.block import block
from omoide.recall.explain import Explanation, explain, export, one
from omoide.recall.keep import forget, protect, unprotect
from omoide.recall.search import Linked, Recalled, recall

__all__ = [
    "Explanation", "Linked", "Recalled", "block", "explain", "export", "forget", "one", "protect", "recall",
    "unprotect",
]  # fmt: skip
