"""After many rows have come to a server at once (moved house, restored): what it needs to find them fast (X2).

Without statistics it looks for rows the slow way, and without an index every vector is compared; both would come by
themselves, with the hours and with the next night.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from omoide.adapters.sql.collection import MEMORIES, PASSAGES, Collection
from omoide.adapters.sql.server_nearest import FAR, ServerNearest
from omoide.domain.turn import Scope
from omoide.errors import OmoideError

if TYPE_CHECKING:
    from omoide.adapters.sql.postgres import PostgresDatabase


def settle_in(database: PostgresDatabase, far: int = FAR) -> None:
    """The rows are there already: nothing that fails here fails what brought them."""
    with suppress(OmoideError):
        database.execute("VACUUM ANALYZE")
        for collection in (MEMORIES, PASSAGES):
            _index(database, collection, far)


def _index(database: PostgresDatabase, of: Collection, far: int) -> None:
    largest = database.execute(f"SELECT persona, person FROM {of.scopes} ORDER BY documents DESC LIMIT 1").fetchone()
    for (embedder,) in database.execute(f"SELECT DISTINCT embedder FROM {of.vectors}").fetchall() if largest else []:
        sql = f"SELECT vector_dims(vector) FROM {of.vectors} WHERE embedder = ? LIMIT 1"
        [dimensions] = database.execute(sql, (embedder,)).fetchone()
        ServerNearest(database, embedder, dimensions, of, far).refresh(Scope(*largest))
