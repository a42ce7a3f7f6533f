"""Turns into emotional memories."""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.encode.catching_up import catch_up as catch_up
    from omoide.encode.chat import Line as Line
    from omoide.encode.chat import import_chat as import_chat
    from omoide.encode.chat import live_lines as live_lines
    from omoide.encode.corrections import correct as correct
    from omoide.encode.corrections import undo_correction as undo_correction
    from omoide.encode.exports import Exporter as Exporter
    from omoide.encode.exports import import_export as import_export
    from omoide.encode.log_blocks import decoded as decoded
    from omoide.encode.log_blocks import would_part as would_part
    from omoide.encode.memories import Encoded as Encoded
    from omoide.encode.memories import encode_turns as encode_turns
    from omoide.encode.memories import encode_waiting as encode_waiting
    from omoide.encode.memories import remember as remember
    from omoide.encode.moving_in import move_in as move_in
    from omoide.encode.succession import change_embedder as change_embedder
    from omoide.encode.text_logs import LogsRead as LogsRead
    from omoide.encode.text_logs import import_logs as import_logs
    from omoide.encode.transcripts import live_through as live_through
    from omoide.encode.transcripts import transcripts_in as transcripts_in
    from omoide.encode.vectors import embed_missing as embed_missing
    from omoide.encode.vectors import embed_texts as embed_texts
    from omoide.encode.vectors import reindex as reindex
    from omoide.encode.vectors import superseded as superseded

__getattr__ = front(
    __name__,
    {
        "catch_up": "catching_up",
        "Line": "chat",
        "import_chat": "chat",
        "live_lines": "chat",
        "correct": "corrections",
        "undo_correction": "corrections",
        "Exporter": "exports",
        "import_export": "exports",
        "decoded": "log_blocks",
        "would_part": "log_blocks",
        "Encoded": "memories",
        "encode_turns": "memories",
        "encode_waiting": "memories",
        "remember": "memories",
        "move_in": "moving_in",
        "change_embedder": "succession",
        "LogsRead": "text_logs",
        "import_logs": "text_logs",
        "live_through": "transcripts",
        "transcripts_in": "transcripts",
        "embed_missing": "vectors",
        "embed_texts": "vectors",
        "reindex": "vectors",
        "superseded": "vectors",
    },
)
