"""Logs for machines: one JSON object a line on stderr, with the time in UTC."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def log_as_json(level: int) -> None:
    """`extra={"fields": {...}}` adds to a line. What other libraries have to say counts from warnings on."""
    out = logging.StreamHandler(sys.stderr)
    out.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[out], force=True)
    logging.getLogger("omoide").setLevel(level)
