"""Rows as Parquet files, written and read by DuckDB in memory: no file of its own, so any number of processes may."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from omoide.errors import ArchiveFault, MissingExtra

if TYPE_CHECKING:
    import duckdb

Columns = Mapping[str, str]  # names and types, as DuckDB calls them
_AT_ONCE = 1_000


def as_parquet(columns: Columns, rows: Sequence[Sequence[Any]]) -> bytes:
    """The bytes of a file with these rows, in their order."""
    lists = ", ".join(
        f"unnest(CAST(${at} AS {kind}[])) AS {name}" for at, (name, kind) in enumerate(columns.items(), 1)
    )
    values = [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in columns]
    with tempfile.TemporaryDirectory(prefix="omoide-archive-") as folder, _opened() as connection:
        path = Path(folder) / "part.parquet"
        connection.execute(f"COPY (SELECT {lists}) TO '{_quoted(path)}' (FORMAT parquet, COMPRESSION zstd)", values)
        return path.read_bytes()


def rows_in(
    columns: Columns, paths: Sequence[Path], where: str = "TRUE", params: Sequence[Any] = (), after: str = ""
) -> list[tuple[Any, ...]]:
    """In the order of the files and of their rows, unless `after` says otherwise."""
    if not paths:
        return []
    with _opened() as connection:
        return connection.execute(
            f"SELECT {', '.join(columns)} FROM read_parquet($files, union_by_name = true) WHERE {where} {after}",
            {"files": [str(path) for path in paths], **{f"p{at}": value for at, value in enumerate(params)}},
        ).fetchall()


def texts_in(path: Path) -> Iterator[str]:
    """Everything that stands in a file as text, row by row, whatever its columns are called: its bytes are packed, so
    that nobody finds a word in them."""
    with _opened() as connection:
        source = f"read_parquet('{_quoted(path)}')"
        columns = connection.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()
        names = [f'"{name}"' for name, kind, *_ in columns if kind.startswith("VARCHAR")]
        if not names:
            return
        rows = connection.execute(f"SELECT {', '.join(names)} FROM {source}")
        while some := rows.fetchmany(_AT_ONCE):
            yield from ("\0".join(_flat(row)) for row in some)


def _flat(row: Sequence[Any]) -> Iterator[str]:
    for value in row:
        yield from filter(None, value if isinstance(value, list) else [value])


def need_duckdb() -> None:
    """Say so before anything is begun."""
    from importlib.util import find_spec

    if find_spec("duckdb") is None:
        raise MissingExtra("duckdb", "archive")


@cache
def _engine(process: int) -> duckdb.DuckDBPyConnection:
    """One for each process, since opening one takes longer than reading a file; that of a parent is left alone.
    Nothing is fetched from anywhere: what is needed comes with the library."""
    import duckdb

    return duckdb.connect(":memory:", config={"threads": 1, "autoinstall_known_extensions": False})


@contextmanager
def _opened() -> Iterator[duckdb.DuckDBPyConnection]:
    need_duckdb()
    import duckdb

    connection = _engine(os.getpid()).cursor()
    try:
        yield connection
    except duckdb.Error as error:
        reason = str(error).splitlines()[0]
        raise ArchiveFault(
            f"a file of the archive cannot be written or read ({reason}): check the disk, then run `omoide check`."
            " Nothing was lost: what was to be moved is where it was.",
            f"保管ファイルを読み書きできません（{reason}）。ディスクを確かめ、`omoide check` を実行してください。"
            "移すはずだったものは元の場所にあります。",
        ) from error
    finally:
        connection.close()


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")
