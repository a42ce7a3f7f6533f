"""Jobs whose end could not be written down: the server was away at that moment, or the same shard waits again already.

The library forgets such a job. It would stand as being worked on for as long as its worker lives, and keep all others
of its shard waiting.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job
from procrastinate.manager import JobManager


class Endings(JobManager):
    """What a worker ends its jobs with."""

    def __init__(self, connector: Any) -> None:
        super().__init__(connector)
        self.unwritten: list[Job] = []

    async def finish_job(self, job: Job, *how: Any, **more: Any) -> None:
        with self._remembered(job):
            await super().finish_job(job, *how, **more)

    async def retry_job(self, job: Job, *how: Any, **more: Any) -> None:
        with self._remembered(job):
            await super().retry_job(job, *how, **more)

    @contextmanager
    def _remembered(self, job: Job) -> Iterator[None]:
        try:
            yield
        except ConnectorException:
            self.unwritten.append(job)
            raise
