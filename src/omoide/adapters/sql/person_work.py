"""A person in the work that workers share on a server (O2): names of scopes that are due. None of it is memory, and
what is due is found anew; so a name is simply taken out."""

from __future__ import annotations

from omoide.adapters.sql.database import Database

SCHEMA = "omoide_work"  # apart from the memories, and only there where nights are shared

_SCOPES = "jsonb_array_elements(args -> 'scopes') AS scope"


def erase_work(database: Database, person: str) -> int:
    """How often they were named; a job goes on with the other scopes of its shard."""
    if not database.execute("SELECT to_regclass(?)", (f"{SCHEMA}.asked",)).fetchone()[0]:
        return 0
    asked = database.execute(f"DELETE FROM {SCHEMA}.asked WHERE person = ?", (person,)).rowcount
    jobs = database.execute(
        f"UPDATE {SCHEMA}.procrastinate_jobs SET args = jsonb_set(args, '{{scopes}}', COALESCE((SELECT jsonb_agg(scope)"
        f" FROM {_SCOPES} WHERE scope ->> 1 <> ?), '[]'::jsonb))"
        f" WHERE EXISTS (SELECT 1 FROM {_SCOPES} WHERE scope ->> 1 = ?)",
        (person, person),
    ).rowcount
    return max(asked, 0) + max(jobs, 0)


def left_in_work(database: Database, person: str) -> int:
    """How often they are named there."""
    if not database.execute("SELECT to_regclass(?)", (f"{SCHEMA}.asked",)).fetchone()[0]:
        return 0
    asked = database.execute(f"SELECT COUNT(*) FROM {SCHEMA}.asked WHERE person = ?", (person,)).fetchone()[0]
    jobs = database.execute(
        f"SELECT COUNT(*) FROM {SCHEMA}.procrastinate_jobs"
        f" WHERE EXISTS (SELECT 1 FROM {_SCOPES} WHERE scope ->> 1 = ?)",
        (person,),
    ).fetchone()[0]
    return asked + jobs
