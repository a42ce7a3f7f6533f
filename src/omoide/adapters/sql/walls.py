"""Walls between scopes that the server itself holds (N6): what a statement forgets to ask for, it is not shown.

Every statement names the scope whose rows it wants. Should one ever forget to, policies of row-level security stand
behind it: a connection says whose rows it may see, and one that has said nothing sees none. They bind the owner of the
tables too, but no superuser: the role of the program should be a plain one (`omoide doctor` says so).

Tables with the columns get their policy from these, children from their parents. What has neither is in OPEN, each
with its reason, and a test sees to it that nothing else is open.
"""

from __future__ import annotations

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.home_files import TABLE

# A setting is "*" for all or "=" and a name; an empty one, nothing said, is nobody's. (SELECT …) is worked out once for
# a statement, not for each row. The column stands alone on its side: only so the server can reckon how many rows it
# will be shown, and plan for that many.
_SEES_ALL = "(SELECT current_setting('omoide.{0}', true)) = '*'"
_NAMED = "(SELECT substr(NULLIF(current_setting('omoide.{0}', true), ''), 2))"
_OWN = f"({{0}} = {_NAMED} OR {_SEES_ALL})"
_PERSONA = _OWN.format("persona")
_PERSON = f"({_OWN.format('person')} OR person = '')"

# What is kept for a person, or by a persona, as a whole: the other column only says from where it came.
_OF_THE_PERSON = {"resolutions", "thread_messages"}
_OF_THE_PERSONA = {"emotions"}

# Whoever may see the parent may see the child: (table, column) → (parent, column).
_PARENTS = {
    ("texts", "row"): ("memories", "row"),
    ("sources", "row"): ("memories", "row"),
    ("relations", "source"): ("memories", "row"),
    ("vectors", "row"): ("memories", "row"),
    ("vectors_of_passages", "row"): ("passages", "row"),
    ("coming_vectors", "row"): ("memories", "row"),
    ("coming_vectors_of_passages", "row"): ("passages", "row"),
    ("word_lists", "scope"): ("word_scopes", "number"),
    ("word_lists_of_passages", "scope"): ("word_scopes_of_passages", "number"),
    ("episode_sources", "id"): ("episodes", "id"),
    ("topic_episodes", "row"): ("topics", "row"),
    ("document_versions", "row"): ("documents", "row"),
    ("thread_personas", "thread"): ("threads", "row"),
    ("graph_edges", "tail"): ("graph_nodes", "row"),
    ("graph_sources", "row"): ("graph_nodes", "row"),
}

# A shelf of passages names its person within: ["diary", "me", ""].
_SHELVES = {"passages": "shelf", "word_scopes_of_passages": "person"}
_SHELF = (
    "((SELECT current_setting('omoide.person', true)) = '*' OR ({column}::json ->> 1) IN"
    " ('', substr((SELECT current_setting('omoide.person', true)), 2)))"
)

# Small facts stand under keys that name their scope, ["pause", "aoi", "me"], or the persona alone, ["talked", "aoi"].
_STATE = (
    "CASE WHEN left(key, 2) = '[\"' THEN"
    " (SELECT current_setting('omoide.persona', true)) IN ('*', '=' || (key::json ->> 1))"
    " AND (SELECT current_setting('omoide.person', true)) IN ('*', '=' || COALESCE(key::json ->> 2,"
    " substr((SELECT current_setting('omoide.person', true)), 2)))"
    " ELSE (SELECT current_setting('omoide.persona', true)) <> '' END"
)

# A file is shown to whoever owns the folders that it lies in; what is common to all lies in none.
_FILES = " AND ".join(
    f"((SELECT current_setting('omoide.{folder}', true)) IN ('*', '=' || {folder})"
    f" OR ({folder} = '' AND (SELECT current_setting('omoide.{folder}', true)) <> ''))"
    for folder in ("persona_folder", "person_folder")
)

OPEN = {
    "migrations": "says which form the tables have",
    "counters": "numbers that are given out, to nobody in particular",
    "audit": "of all scopes, persons only as hashes; the database lets nothing in it be changed",
    "usage": "what models have used, without a word of what was said",
    "words": "terms that carry the number of their scope; an index cannot be walked through a policy",
    "words_of_passages": "as words",
    "words_said": "as words, with a mark that is made from the scope",
    "common_words": "terms that carry the number of their scope",
    "word_commons_of_passages": "as common_words",
}


def raise_walls(database: Database) -> None:
    """Called whenever tables have come or changed; the same walls again where they stand already."""
    for table, rule in rules(database).items():
        for statement in (
            f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
            f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
            f"DROP POLICY IF EXISTS own_scope ON {table}",
            f"CREATE POLICY own_scope ON {table} USING ({rule})",
        ):
            database.execute(statement)


def rules(database: Database) -> dict[str, str]:
    """What each table shows, by its name; tables that are not there yet are left out."""
    columns: dict[str, set[str]] = {}
    for table, column in database.execute(
        "SELECT c.table_name, c.column_name FROM information_schema.columns c JOIN information_schema.tables t"
        " ON t.table_schema = c.table_schema AND t.table_name = c.table_name"
        " WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'"
    ):
        columns.setdefault(table, set()).add(column)
    own = {table: _rule(table, held) for table, held in columns.items() if table not in OPEN}
    for (table, column), (parent, key) in _PARENTS.items():
        if table in columns:
            own[table] = f"EXISTS (SELECT 1 FROM {parent} parent WHERE parent.{key} = {table}.{column})"
    return {table: rule for table, rule in own.items() if rule}


def _rule(table: str, columns: set[str]) -> str:
    if table == "state":
        return _STATE
    if table == TABLE:
        return _FILES
    if table in _SHELVES:
        return f"{_PERSONA} AND {_SHELF.format(column=_SHELVES[table])}"
    persona = _PERSONA if "persona" in columns and table not in _OF_THE_PERSON else ""
    person = _PERSON if "person" in columns and table not in _OF_THE_PERSONA else ""
    return " AND ".join(rule for rule in (persona, person) if rule)
