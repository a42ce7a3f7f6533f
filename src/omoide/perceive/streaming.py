"""A reply while it is spoken (J1): what was heard so far is on disk, so that a crash takes along a second of it.

    with mind.stream("How was your day?", session="s") as out:
        for piece in model:
            out.write(piece)

The end is three steps: a record that the reply is done, the turn under the journal's key, the journal's deletion.
Killed between any two, the journal is found at the next start and taken in under the same key: once, however often.
An exception, or leaving early, keeps what was heard: what was heard was said.
"""

from __future__ import annotations

from datetime import datetime
from threading import Event as Signal
from threading import Lock, Thread
from types import TracebackType
from typing import Any, Self

from omoide.errors import OmoideError
from omoide.language.clean import clean
from omoide.perceive.activity import note_event
from omoide.perceive.barring import BeingErased, Presence, presence
from omoide.perceive.faults import note_fault, works_again
from omoide.perceive.intake import Perceived, checked_time, reason_to_skip, take_in
from omoide.perceive.privacy import not_to_be_remembered
from omoide.perceive.redaction import redact
from omoide.perceive.sheltering import Shelter
from omoide.ports import Faculties
from omoide.ports.journals import Journal, Record
from omoide.settings import Settings

FAULT = "journal"


class Stream:
    """What a reply is written to. `perceived` is the turn that it became, once it is over."""

    def __init__(
        self, faculties: Faculties, settings: Settings, said: str, *, session: str = "", trigger: str = "message",
        sender: str = "", time: datetime | None = None, origin: str = "", incognito: bool = False,
    ) -> None:  # fmt: skip
        self._faculties, self._settings = faculties, settings
        self._said, self._session, self._origin, self._incognito = said, session, origin, incognito
        self._trigger, self._sender = trigger, sender or faculties.scope.person
        self._time = checked_time(time or faculties.clock.now(), faculties.clock.now())
        self._journal: Journal | None = None
        self._key: str | None = None
        self._heard: list[str] = []
        self._pending, self._waiting = list[str](), 0
        self._shelter, self._tools = Shelter(), list[Record]()
        self._adding, self._flushing, self._over = Lock(), Lock(), Signal()
        self._timer: Thread | None = None
        self._withdrawn = self._cut_short = False
        self._since: Presence | None = None
        self.perceived: Perceived | None = None

    # ------------------------------------------------------------ while it is spoken

    def __enter__(self) -> Self:
        """What must not be remembered has no journal either (N2). That a reply will come is taken for granted."""
        if reason_to_skip(self._faculties, self._settings, clean(self._said), "…", self._origin, self._incognito):
            return self
        self._since = presence(self._faculties)
        try:
            self._journal = self._faculties.journals.open(self._faculties.scope, self._start())
        except OmoideError as error:  # a reply without a net is better than none
            note_fault(self._faculties, FAULT, error)
            return self
        self._key = key_of(self._journal.id)
        self._timer = Thread(target=self._keep_time, name="omoide-journal", daemon=True)
        self._timer.start()
        return self

    def write(self, piece: str) -> None:
        """Some more of the reply, as the model gives it: tags are part of it."""
        self._heard.append(piece)
        with self._adding:
            self._pending.append(piece)
            self._waiting += len(piece)
            full = self._waiting >= self._settings.journal.characters
        if full:
            self._flush()

    def tool_start(self, tool: str, call: str = "", **facts: Any) -> None:
        """A tool is being used; `call` tells two uses of the same one apart."""
        self._note({"type": "tool_start", "tool": tool, "call": call, **_redacted(facts)})

    def tool_end(self, tool: str, call: str = "", **facts: Any) -> None:
        self._note({"type": "tool_end", "tool": tool, "call": call, **_redacted(facts)})

    def withdraw(self) -> None:
        """It was no reply yet, such as a call of a tool: at its end nothing of it is kept, and no journal."""
        self._withdrawn = True

    # ------------------------------------------------------------ the end

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        if self._timer:
            self._timer.join()
        if self._withdrawn and error is None:
            return self._close(delete=True)
        self._flush(final=True)
        if error is None:
            self._try([{"type": "done", "ts": self._faculties.clock.now().isoformat()}])
        kept = False
        try:
            self.perceived = take_in(
                self._faculties, self._settings, self._said, "".join(self._heard), time=self._time,
                session=self._session, origin=self._origin, key=self._key, incognito=self._incognito,
                interrupted=error is not None and bool(self._heard), since=self._since,
            )  # fmt: skip
            kept = True
        except BeingErased:
            kept = True  # the journal must not bring back what was not kept
            raise
        finally:
            self._close(delete=kept)
        if isinstance(error, OmoideError) and self.perceived.turn:
            note_event(self._faculties, self._settings, "error", content=error.en, task="reply")

    # ------------------------------------------------------------ the journal

    def _start(self) -> Record:
        return {
            "type": "start",
            "ts": self._time.isoformat(),
            "trigger": self._trigger,
            "sender": self._sender,
            "session": clean(self._session),
            "origin": clean(self._origin),
            "said": redact(clean(self._said)),
            "erased": str(self._since or ""),
        }

    def _keep_time(self) -> None:
        """A stream that stalls is written down too."""
        while not self._over.wait(self._settings.journal.seconds):
            self._flush()

    def _flush(self, final: bool = False) -> None:
        with self._flushing:
            with self._adding:
                pieces, self._pending, self._waiting = self._pending, [], 0
            if self._journal is None:
                return
            self._shelter.add("".join(pieces))
            ready = self._shelter.ready(final)
            if ready is None:
                return
            if self._forbidden():
                return self._close(delete=True)
            text = {"type": "text", "text": ready.text}
            self._try([self._start(), *self._tools, text] if ready.again else [text], again=ready.again)

    def _note(self, record: Record) -> None:
        self._flush()
        with self._flushing:
            self._tools.append(record)
            self._try([record])

    def _forbidden(self) -> bool:
        """A word that must leave no trace may come late in a reply (N2)."""
        privacy = self._settings.privacy
        return bool(privacy.never) and bool(not_to_be_remembered(privacy, self._said, "".join(self._heard), ""))

    def _try(self, records: list[Record], again: bool = False) -> None:
        """A journal that cannot be written any more must not end the reply. What it holds stays, and stays held, until
        the turn is kept: nothing more is added, for a text with a hole would say what nobody said. Only one that was to
        be written anew goes, since what stands there is part of a secret."""
        if self._journal is None or (self._cut_short and not again):
            return
        try:
            if again:
                self._journal.rewrite(records)
            else:
                self._journal.append(*records)
            self._cut_short = False
        except OmoideError as error:
            self._cut_short = True
            note_fault(self._faculties, FAULT, error)
            if again:
                self._close(delete=True)

    def _close(self, delete: bool) -> None:
        journal, self._journal = self._journal, None
        if journal is None:
            return
        try:
            journal.close(delete)
        except OmoideError as error:
            note_fault(self._faculties, FAULT, error)
        else:
            if not self._cut_short:
                works_again(self._faculties, FAULT)


def key_of(journal: str) -> str:
    """The key of the turn that a journal becomes, whoever takes it in."""
    return f"journal:{journal}"


def _redacted(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: redact(clean(value)) if isinstance(value, str) else value for name, value in facts.items()}
