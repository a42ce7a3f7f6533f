"""The queue itself: procrastinate, on the same PostgreSQL server. A job is a shard, the names of a few scopes.

A job may run twice, since a worker that seems dead may live; a night may not, and the record of nights sees to that.
So everything here only has to make sure that a job runs at least once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from psycopg import conninfo, errors

from omoide.adapters.queue.tables import SCHEMA
from omoide.adapters.sql.connections import REACHING
from omoide.domain.turn import Scope
from omoide.domain.work_rules import WorkRules
from omoide.errors import MissingExtra, Unavailable

QUEUE, TASK = "nights", "omoide.nights"
_AT_ONCE = 200  # jobs in one statement
# Who waits for a connection is told soon that there is none, and who asks next has a new one tried at once: left to
# itself the library would try ever more rarely, and sleep on for minutes when the server is back.
_PATIENCE: dict[str, Any] = {"timeout": 5.0, "reconnect_timeout": 3.0}
_LET_GO = """UPDATE procrastinate_jobs SET worker_id = NULL
    WHERE id = %(job)s AND worker_id = %(worker)s AND status = 'doing'"""
_STATES = f"SELECT status::text, COUNT(*) FROM {SCHEMA}.procrastinate_jobs GROUP BY 1"
_WORKERS = (
    f"SELECT COUNT(*) FROM {SCHEMA}.procrastinate_workers WHERE last_heartbeat > now() - make_interval(secs => ?)"
)


class Jobs:
    def __init__(self, url: str, rules: WorkRules, live: Callable[[list[Scope]], None]) -> None:
        """`live` is called in a thread with the scopes of a shard; what it raises has the job tried again later."""
        try:
            from procrastinate import App, PsycopgConnector, RetryStrategy
        except ImportError as error:
            raise MissingExtra("procrastinate", "server") from error
        from procrastinate.manager import JobManager

        from omoide.adapters.queue.endings import Endings

        parts: dict[str, Any] = conninfo.conninfo_to_dict(url)
        options = " ".join(filter(None, [parts.get("options"), f"-c search_path={SCHEMA}"]))
        parts = REACHING | parts | {"options": options, "application_name": "omoide-work"}
        self._rules = rules
        connector = PsycopgConnector(conninfo=conninfo.make_conninfo(**parts), min_size=1, max_size=4, **_PATIENCE)
        self.app = App(connector=connector)
        self._jobs, self._endings = JobManager(connector), Endings(connector)
        self.app.job_manager = self._endings
        again = RetryStrategy(max_attempts=rules.attempts, exponential_wait=rules.backoff_seconds)

        @self.app.task(name=TASK, queue=QUEUE, retry=again)
        def nights(scopes: list[list[str]]) -> None:
            live([Scope(*names) for names in scopes])

    async def ask(self, shards: Iterable[Sequence[Scope]]) -> int:
        """One job for each; one that waits already is not asked for twice."""
        from procrastinate.exceptions import AlreadyEnqueued

        jobs = list({job.queueing_lock: job for job in map(self._job, shards)}.values())
        asked = 0
        for start in range(0, len(jobs), _AT_ONCE):
            some = jobs[start : start + _AT_ONCE]
            try:
                asked += await self._put(some)
            except AlreadyEnqueued:  # one of them, and with it none is in
                for job in some:
                    with suppress(AlreadyEnqueued):
                        asked += await self._put([job])
        return asked

    def _job(self, shard: Sequence[Scope]) -> Any:
        names: Any = [[scope.persona, scope.person] for scope in shard]
        key = hashlib.blake2b(json.dumps(names).encode(), digest_size=16).hexdigest()
        return self.app.configure_task(TASK, queueing_lock=key, lock=key).make_new_job(scopes=names)

    async def _put(self, jobs: list[Any]) -> int:
        with _told():
            return len(await self.app.job_manager.batch_defer_jobs_async(jobs))

    async def rescue(self) -> int:
        """Jobs that nobody works on any more are given out again: of workers that are gone, and those of our own whose
        end could not be written down."""
        given = 0
        with _told():
            for job in list(self._endings.unwritten):
                await self.app.connector.execute_query_async(_LET_GO, job=job.id, worker=job.worker_id)
                self._endings.unwritten.remove(job)
            for job in await self._jobs.get_stalled_jobs(seconds_since_heartbeat=self._rules.lost_seconds):
                given += await self._give_out_again(job)
        return given

    async def _give_out_again(self, job: Any) -> bool:
        from procrastinate.exceptions import ConnectorException, UniqueViolation
        from procrastinate.jobs import Status

        try:
            await self._jobs.retry_job(job)
        except UniqueViolation:  # the same shard was asked for again meanwhile
            await self._jobs.finish_job(job, Status.FAILED, delete_job=True)
        except ConnectorException as error:
            if isinstance(error.__cause__, errors.RaiseException):  # another worker was faster
                return False
            raise
        return True

    async def work(self, concurrency: int) -> None:
        """Until cancelled; what is under way then is finished first."""
        with _told():
            await self.app.run_worker_async(
                queues=[QUEUE],
                concurrency=concurrency,
                install_signal_handlers=False,
                delete_jobs="successful",
                fetch_job_polling_interval=self._rules.poll_seconds,
                update_heartbeat_interval=self._rules.sign_seconds,
                stalled_worker_timeout=self._rules.lost_seconds,
            )


@contextmanager
def _told() -> Iterator[None]:
    """What the library or the server complains about, as something that may be over in a while."""
    import psycopg
    from procrastinate.exceptions import ConnectorException

    try:
        yield
    except (ConnectorException, psycopg.Error) as error:
        raise Unavailable(
            "the queue of nights cannot be reached now: the database may be away. It is tried again.",
            "夜のキューに届きません。データベースが止まっているかもしれません。やり直します。",
        ) from error


def job_counts(database: Any, lost_seconds: float) -> dict[str, int]:
    """Jobs by what became of them, and how many workers show signs of life."""
    states = dict(database.execute(_STATES).fetchall())
    [workers] = database.execute(_WORKERS, (lost_seconds,)).fetchone()
    shown = {"todo": "waiting", "doing": "working", "failed": "given_up"}
    return {ours: states.get(theirs, 0) for theirs, ours in shown.items()} | {"workers": workers}
