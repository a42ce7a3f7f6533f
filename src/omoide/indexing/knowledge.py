"""The knowledge base (B1): documents that a person adds. Only a tool looks into it; nothing of it comes unasked."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from omoide.domain.document import GENERAL, Document, domain_named
from omoide.domain.passage import KNOWLEDGE, Material
from omoide.errors import InvalidInput, NotFound, OmoideError, StoreDamaged
from omoide.indexing.keeping import Embedding
from omoide.language.clean import clean
from omoide.language.cutting import cut
from omoide.perceive import redact
from omoide.ports import Faculties, Progress
from omoide.settings import Settings

READ = (".txt", ".md", ".pdf", ".html", ".htm", ".docx")
# What a persona lived is memory, not reference: found here, it would be quoted like a manual.
_LIVED = re.compile(
    r"diary|nikki|日記|^memory(?:_main|_archived|_secret|\b)|core_memory|notepad|episodic_memory|insights|"
    r"emotion_log|^log(?:_archive)?\b|会話ログ|思い出",
    re.IGNORECASE,
)
_SECRET = {("diary", "secret.md"), ("diary", "secret")}


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that was not added, or (`added`) one that perhaps should not have been."""

    path: Path
    error: OmoideError
    added: bool = False


@dataclass(slots=True)
class Added:
    """What became of the files."""

    new: list[Document] = field(default_factory=list)
    changed: list[Document] = field(default_factory=list)
    unchanged: int = 0
    problems: list[Problem] = field(default_factory=list)
    embedded: int = 0
    postponed: str = ""

    @property
    def failed(self) -> int:
        return sum(not problem.added for problem in self.problems)


def add_documents(
    faculties: Faculties, settings: Settings, paths: Sequence[Path], domain: str | None, home: Path, now: datetime,
    progress: Progress | None = None, called: Callable[[Path], str] = str,
) -> Added:  # fmt: skip
    """Read files, and all that can be read in folders. A file that fails does not hold up the others, and a run that
    was killed goes on where it stopped: a few files at a time are written whole. `called` says under which name a file
    is kept: its path, unless it has none that lasts."""
    wanted = domain_named(domain) if domain is not None else None
    result = Added()
    files = _files(paths, result)
    known = faculties.store.passages.known(faculties.scope, KNOWLEDGE)
    embedding = Embedding(faculties, settings)
    every = settings.passages.save_every
    for at in range(0, len(files), every):
        read = [
            (path, document)
            for path in files[at : at + every]
            if (document := _read(faculties, settings, path, wanted, home, now, known, result, called)) is not None
        ]
        _write(faculties, settings, [document for _, document in read], result, embedding)
        if progress:
            progress(min(at + every, len(files)), len(files))
    embedding.catch_up()
    passages = faculties.store.passages
    for shelf in passages.shelves(faculties.scope, (KNOWLEDGE,)):
        passages.words.refresh(shelf)
    result.embedded = embedding.made
    result.postponed = embedding.reason.en if embedding.reason else ""
    return result


def upload_document(
    faculties: Faculties, settings: Settings, name: str, data: bytes, domain: str | None, home: Path, now: datetime
) -> Added:
    """A file that somebody hands over: kept under its own name, since it has no place on this machine. One of the same
    name is taken for a newer version of it."""
    with TemporaryDirectory(prefix="omoide-upload-") as folder:
        path = Path(folder, name)
        path.write_bytes(data)
        return add_documents(faculties, settings, [path], domain, home, now, called=lambda path: path.name)


def list_documents(faculties: Faculties, domain: str | None = None) -> list[Document]:
    return faculties.store.documents.all(faculties.scope.persona, domain_named(domain) if domain is not None else None)


def remove_documents(faculties: Faculties, name: str | None = None, domain: str | None = None) -> list[Document]:
    """One by its id or path (or its file's name, if only one has it), or a whole domain."""
    every = list_documents(faculties, domain)
    if name is not None:
        path = str(Path(name).expanduser().resolve())
        exact = [one for one in every if name == one.id or path == one.name]
        every = exact or [one for one in every if Path(one.name).name == name]
        if len(every) > 1:
            ids = ", ".join(one.id for one in every)
            raise InvalidInput(f"several documents are called {name}: name one of {ids}.",
                               f"{name} という文書がいくつかあります。{ids} のどれかを指定してください。")  # fmt: skip
    if not every:
        what = name if name is not None else domain_named(domain)
        raise NotFound(
            f"there is no document {what}; see `omoide kb list`.",
            f"{what} という文書はありません。`omoide kb list` で確かめてください。",
        )
    with faculties.store.transaction():
        faculties.store.passages.remove(faculties.scope, KNOWLEDGE, [one.id for one in every])
        for one in every:
            faculties.store.documents.remove(one)
    return every


def _files(paths: Sequence[Path], result: Added) -> list[Path]:
    """Files as they were named; of folders what can be read, without hidden ones."""
    found: list[Path] = []
    for path in paths:
        path = path.expanduser()
        if path.is_dir():
            inside = sorted(entry for entry in path.rglob("*") if entry.suffix.lower() in READ and entry.is_file())
            found += [e for e in inside if not any(p.startswith(".") for p in e.relative_to(path).parts)]
        elif path.exists():
            found.append(path)
        else:
            missing = NotFound(f"there is no file {path}; check the path.",
                               f"ファイル {path} がありません。パスを確かめてください。")  # fmt: skip
            result.problems.append(Problem(path, missing))
    return list(dict.fromkeys(path.resolve() for path in found))


def _read(
    faculties: Faculties, settings: Settings, path: Path, domain: str | None, home: Path, now: datetime,
    known: Mapping[str, str], result: Added, called: Callable[[Path], str],
) -> Document | None:  # fmt: skip
    """The file as a document, or None when it is known as it is, or cannot be read."""
    persona, rules = faculties.scope.persona, settings.knowledge
    try:
        _refuse_secret_diary(path, home)
        before = faculties.store.documents.named(persona, called(path))
        file_hash = _hash(path, rules.most_bytes)
        domain = domain or (before.domain if before else GENERAL)
        same = before is not None and (before.file_hash, before.domain) == (file_hash, domain)
        if before and same and _indexed(faculties, settings, before, known):
            result.unchanged += 1
            return None
        text = redact(clean(faculties.read_document(path, rules.most_bytes)))
        if len(text) > rules.most_characters:
            raise InvalidInput(
                f"{path} has {len(text):,} characters, more than knowledge.most_characters: split it.",
                f"{path} は {len(text):,} 文字で knowledge.most_characters を超えます。分けてください。",
            )
    except StoreDamaged:
        raise
    except OmoideError as error:
        result.problems.append(Problem(path, error))
        return None
    if _is_lived(path, home):
        result.problems.append(Problem(path, _warning(path), added=True))
    return Document("", persona, called(path), domain, file_hash, now, 0, len(text), text)


def _write(
    faculties: Faculties, settings: Settings, documents: Sequence[Document], result: Added, embedding: Embedding
) -> None:
    """Documents and their passages in one transaction, the vectors after it."""
    store, rules = faculties.store, settings.passages
    rows: list[int] = []
    pieces: list[str] = []
    with store.transaction():
        for document in documents:
            known = store.documents.named(document.persona, document.name)
            kept = store.documents.put(document, settings.knowledge.versions)
            item = _material(kept)
            cuts = cut(item.text, rules.chunk, rules.overlap)
            rows += store.passages.put(faculties.scope, item, item.fingerprint(rules), cuts)
            pieces += cuts
            (result.changed if known else result.new).append(kept)
    embedding.of(rows, pieces)


def _indexed(faculties: Faculties, settings: Settings, document: Document, known: Mapping[str, str]) -> bool:
    """As the settings want texts to be cut now."""
    whole = _material(document, faculties.store.documents.text(document))
    return known.get(document.id) == whole.fingerprint(settings.passages)


def _material(document: Document, text: str = "") -> Material:
    title = Path(document.name).name
    return Material(KNOWLEDGE, document.id, document.text or text, document.added.date(), None, title, document.domain)


def _hash(path: Path, most_bytes: int) -> str:
    """Of no more than may be read: what is larger is refused when it is opened."""
    try:
        with path.open("rb") as file:
            return hashlib.sha256(file.read(most_bytes + 1)).hexdigest()
    except OSError as error:
        raise InvalidInput(
            f"{path} cannot be read ({error.strerror or error}): check the path and its permissions.",
            f"{path} を読めません（{error.strerror or error}）。パスと権限を確かめてください。",
        ) from error


def _refuse_secret_diary(path: Path, home: Path) -> None:
    """Nor what stood there before, or is in conflict: those lie in a folder of its name."""
    personas = home.resolve() / "personas"
    if path.is_relative_to(personas) and _SECRET & set(pairwise(path.relative_to(personas).parts)):
        raise InvalidInput(f"{path} is a secret diary: it is never indexed.",
                           f"{path} は秘密の日記です。索引には入れません。")  # fmt: skip


def _is_lived(path: Path, home: Path) -> bool:
    return path.is_relative_to(home.resolve()) or bool(_LIVED.search(path.name))


def _warning(path: Path) -> InvalidInput:
    return InvalidInput(
        f"{path} looks like a diary or a memory file. The knowledge base is for reference works; what was lived is"
        " remembered already. `omoide kb remove` takes it out again.",
        f"{path} は日記か記憶のファイルのようです。知識ベースは資料のための場所で、体験したことはすでに覚えています。"
        "`omoide kb remove` で取り除けます。",
    )
