"""Japanese forms and their words from UniDic, as it lies in the unidic-lite package (a compiled MeCab dictionary)."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import NamedTuple

import numpy as np

_HEADER = struct.Struct("<10I")
_NAME_OF_CHARSET = 32
_TOKEN = np.dtype([("left", "<u2"), ("right", "<u2"), ("part", "<u2"), ("cost", "<i2"), ("text", "<u4"), ("_", "<u4")])
_JAPANESE = re.compile("[\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u9fff々]+")
_LATIN = re.compile(r"[A-Za-z][A-Za-z .'-]+")


class Form(NamedTuple):
    """One way to write one form of a word; `cost` is low for what is often read so."""

    written: str
    word: str
    base: str  # the dictionary form as it would be written here
    part: str
    kind: str
    cost: int
    english: str  # what a loan word is borrowed from


def read_forms(folder: Path) -> list[Form]:
    data = (folder / "sys.dic").read_bytes()
    _, _, _, _, _, _, trie, tokens, texts, _ = _HEADER.unpack_from(data)
    start = _HEADER.size + _NAME_OF_CHARSET + trie
    table = np.frombuffer(data, dtype=_TOKEN, count=tokens // _TOKEN.itemsize, offset=start)
    described = data[start + tokens : start + tokens + texts]
    forms: list[Form] = []
    for cost, at in zip(table["cost"].tolist(), table["text"].tolist(), strict=True):
        fields = described[at : described.index(b"\0", at)].decode().split(",")
        # Forms of the old written language never stand in a conversation, but resemble what does.
        if len(fields) < 12 or not _JAPANESE.fullmatch(fields[8]) or "文語" in fields[4]:
            continue
        word, _, origin = fields[7].partition("-")
        english = origin if _LATIN.fullmatch(origin) else ""
        forms.append(Form(fields[8], word, fields[10], fields[0], fields[1], cost, english))
    return forms
