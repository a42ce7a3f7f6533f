"""Turns into emotional memories."""

from omoide.encode.chat import import_chat
from omoide.encode.corrections import correct, undo_correction
from omoide.encode.memories import Encoded, carried_key, encode_waiting, remember
from omoide.encode.moving_in import move_in
from omoide.encode.vectors import embed_missing, reindex

__all__ = [
    "Encoded", "carried_key", "correct", "embed_missing", "encode_waiting", "import_chat", "move_in", "reindex",
    "remember", "undo_correction",
]  # fmt: skip
