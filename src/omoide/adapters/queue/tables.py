"""What workers share beside the memories: jobs, which nights were asked for, and the pace of model providers (D5, F7).

They lie in a schema of their own. None of it is memory: a backup leaves it out, and if it is dropped, the next look
of a worker finds what is due in the record of nights and asks for it again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from omoide.errors import MissingExtra

if TYPE_CHECKING:
    from omoide.adapters.sql.postgres import PostgresDatabase

SCHEMA = "omoide_work"

_OWN = (
    """CREATE TABLE asked (
        persona TEXT NOT NULL, person TEXT NOT NULL, night INTEGER NOT NULL, at TIMESTAMPTZ NOT NULL,
        PRIMARY KEY (persona, person, night)
    )""",
    "CREATE TABLE paces (provider TEXT PRIMARY KEY, free TIMESTAMPTZ NOT NULL)",
)

# Its functions look for its tables here, whoever sets them off.
_AT_HOME = f"""DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = '{SCHEMA}'::regnamespace LOOP
        EXECUTE 'ALTER FUNCTION ' || name || ' SET search_path = {SCHEMA}';
    END LOOP;
END $$"""


def prepare(database: PostgresDatabase) -> None:
    """Made once, by whoever comes first."""
    from omoide.adapters.sql.postgres import lock_number

    if database.execute("SELECT to_regclass(?)", (f"{SCHEMA}.paces",)).fetchone()[0]:
        return
    jobs = _jobs()
    connection = database.open_alone()
    try:
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (lock_number("workers' tables"),))
            if connection.execute("SELECT to_regclass(%s)", (f"{SCHEMA}.paces",)).fetchone() != (None,):
                return
            connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}".encode())
            connection.execute(f"SET LOCAL search_path = {SCHEMA}".encode())
            for statement in (jobs, *_OWN, _AT_HOME):
                connection.execute(statement.encode())
    finally:
        connection.close()


def _jobs() -> str:
    try:
        from procrastinate.schema import SchemaManager
    except ImportError as error:
        raise MissingExtra("procrastinate", "server") from error
    return SchemaManager.get_schema()
