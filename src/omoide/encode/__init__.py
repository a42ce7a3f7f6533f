"""Turns into emotional memories."""

from omoide.encode.chat import import_chat
from omoide.encode.corrections import correct, undo_correction
from omoide.encode.memories import Encoded, encode_waiting, remember
from omoide.encode.moving_in import move_in
from omoide.encode.vectors import reindex

__all__ = [
    "Encoded", "correct", "encode_waiting", "import_chat", "move_in", "reindex", "remember",
    "undo_correction",
]  # fmt: skip
