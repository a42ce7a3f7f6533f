"""Short English texts from WordNet 3.0: what a word means, and sentences that use it."""

from __future__ import annotations

import re
from pathlib import Path

FILES = ("data.noun1", "data.noun2", "data.verb", "data.adj", "data.adv")
_EXAMPLE = re.compile(r'"([^"]+)"')


def glosses(folder: Path) -> list[str]:
    """For each sense "word, word: meaning", and each example by itself; in the order of the files."""
    texts: list[str] = []
    for name in FILES:
        for line in (folder / name).read_text(encoding="latin-1").splitlines():
            fields, bar, gloss = line.partition(" | ")
            if not bar or line.startswith(" "):
                continue
            parts = fields.split(" ")
            words = [parts[4 + 2 * at].partition("(")[0].replace("_", " ") for at in range(int(parts[3], 16))]
            meaning = _EXAMPLE.sub("", gloss).strip(" ;\n")
            texts.append(f"{', '.join(words[:3])}: {meaning}")
            texts += [example for example in _EXAMPLE.findall(gloss) if len(example) > 15]
    return list(dict.fromkeys(texts))
