"""A text that arrives in pieces, without its secrets (E8), while it is still arriving.

A secret may come in two pieces, and its beginning alone looks harmless. So what might be the beginning of one is held
back until it is clear: the last run of letters, digits and marks without a blank; groups of digits, as cards have them;
what follows a word such as "password" until its clause is over, or until an opened quotation mark is closed; a private
key until its end.

The limits: a run of more than LONGEST characters is no longer waited for, nor a private key of more than LONGEST_KEY.
Where only what follows shows that something was a secret, it stands in what was given out before: `again` says so, and
the whole is to be written anew. The turn itself is redacted as a whole in any case.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from omoide.perceive.redaction import redact
from omoide.perceive.told_secrets import unfinished

LONGEST, LONGEST_KEY = 200, 8_000
WINDOW, OVERLAP = 8_000, 4_000  # characters: nothing further back can belong to a secret that is not over
_WIDE = "０-９Ａ-Ｚａ-ｚ"
_UNFINISHED = re.compile(rf"(?<![!-~{_WIDE}])(?:[0-9０-９]{{1,19}}[ \u3000])*[!-~{_WIDE}]*\Z")
_QUOTED = re.compile(
    r"(?:pass|pwd|key|secret|token|credential|パス|ﾊﾟｽ|合言葉|鍵|キー|トークン|シークレット|暗証|PIN)"
    rf"[^\n\"'`「『]{{0,60}}([\"'`「『][^\"'`「」『』\n]{{0,{LONGEST}}})\Z",
    re.IGNORECASE,
)
_KEY = re.compile(r"-----BEGIN [^\n]{0,60}")
_KEY_END = re.compile(r"-----END [^\n]{0,60}-----")
# A run is looked for in the end of the text only: it would be looked for from every place otherwise.
_REACH = LONGEST + 300


class Sheltered(NamedTuple):
    """More of the text; or, `again`, the whole of it in place of what was given before."""

    text: str
    again: bool = False


class Shelter:
    def __init__(self) -> None:
        self._settled: list[str] = []  # redacted, and beyond the reach of what comes
        self._window = ""  # as it came
        self._given = 0  # characters of the window that were given out, redacted:
        self._clean = ""

    def add(self, piece: str) -> None:
        self._window += piece

    def ready(self, final: bool = False) -> Sheltered | None:
        """What may be written by now and was not given before; all there is at the end."""
        safe = len(self._window) if final else boundary(self._window)
        if safe <= self._given:
            return None
        # A text that cannot be let go of in parts is looked at as a whole each time: only when it has grown by a part.
        if not final and self._given > 2 * WINDOW and safe - self._given < self._given // 8:
            return None
        before, self._given = self._clean, safe
        self._clean = redact(self._window[:safe])
        if self._clean.startswith(before):
            more = Sheltered(self._clean[len(before) :])
        else:
            more = Sheltered("".join([*self._settled, self._clean]), again=True)
        self._settle()
        return more

    def _settle(self) -> None:
        """Let go of what lies far back, at a place that parts no secret: redacted apart, both give the same."""
        if self._given <= WINDOW:
            return
        place = max(self._window.rfind(mark, 0, self._given - OVERLAP) for mark in ("\n", " ", "。"))
        if place <= 0:
            return
        first, rest = redact(self._window[:place]), redact(self._window[place : self._given])
        if first + rest == self._clean:
            self._settled.append(first)
            self._window, self._given, self._clean = self._window[place:], self._given - place, rest


def boundary(text: str) -> int:
    """How much of it cannot be the beginning of a secret."""
    reach = max(len(text) - _REACH, 0)
    end = text[reach:]
    safe = _begun_run(end)
    safe = _begun_run(end[: unfinished(end[:safe], LONGEST)])  # which may have parted a run of digits
    # What is left must not end within a quotation or a key, even where the rest of the text would close it.
    quoted = _QUOTED.search(end[:safe])
    safe = reach + (quoted.start(1) if quoted else safe)
    begun = [match.start() for match in _KEY.finditer(text, max(len(text) - LONGEST_KEY, 0), safe)]
    return begun[-1] if begun and not _KEY_END.search(text, begun[-1], safe) else safe


def _begun_run(end: str) -> int:
    run = _UNFINISHED.search(end)
    return run.start() if run and len(end) - run.start() <= LONGEST else len(end)
