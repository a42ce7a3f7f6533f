"""Erasing a person (O2): what would go, with the token it takes; then all of it, and the proof.

Killed at any moment, it goes on with the same token where it stopped: what to look for afterwards is on the disk before
anything is deleted. Nothing that the person says is kept until it is done, and the doctor tells of one that is not.
"""

from __future__ import annotations

import json
import unicodedata
import uuid
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from omoide.domain.audit import Audited, hashed
from omoide.domain.erasure import Erased, ErasurePlan, Looked, Removed, Searched, Traces, Unfinished
from omoide.domain.needles import Needles
from omoide.erasing import tokens
from omoide.errors import CannotWrite, InvalidInput, NotFound, OmoideError, Unavailable
from omoide.ports import Clock, Erasures, Holdings

PASSES = 5  # somebody may still write what was said a moment before


class Eraser:
    def __init__(self, home: Path, holdings: Holdings, erasures: Erasures, clock: Clock) -> None:
        self._home, self._holdings, self._erasures, self._clock = home, holdings, erasures, clock

    def plan(self, person: str) -> ErasurePlan:
        """What is kept of a person, and the token that erases it. NotFound when there is nothing."""
        person = _name(person)
        begun = self._erasures.unfinished(person)
        counted = dict(self._holdings.counted(person))
        if not counted and not begun:
            raise self._nothing(person)
        expires = tokens.expires_at(self._clock.now())
        token = begun[0].token if begun else tokens.token_for(self._key, self._home, person, counted, expires)
        return ErasurePlan(
            person, token, expires, counted, tuple(self._holdings.personas(person)),
            tuple(self._holdings.mentions(person)), self._holdings.in_backups(person).found,
            tuple(self._holdings.elsewhere(person)), bool(begun),
        )  # fmt: skip

    def erase(self, person: str, token: str, rewrite_backups: bool = False) -> Erased:
        """Everything of a person, wherever it is kept; what of it stands in others' memories is made without it."""
        person = _name(person)
        begun = self._begun(person, token)
        if begun is None and not self._holdings.counted(person):
            raise self._nothing(person)
        personas = begun.personas if begun else tuple(self._holdings.personas(person))
        with self._holdings.alone(person, personas):
            if begun is None:
                self._refuse_if_unreachable()
                begun = self._begin(person, personas, token)
            try:
                return self._erase(begun, rewrite_backups)
            except (Unavailable, CannotWrite) as error:
                raise _not_over(error) from error

    def _erase(self, begun: Unfinished, rewrite_backups: bool) -> Erased:
        person = begun.person
        self._holdings.bar(person)
        elsewhere = self._holdings.elsewhere(person)
        traces = begun.traces if begun.traces.all else self._trace(begun)
        removed, looked, passes = self._carry_out(person, traces)
        shelf, rewritten = self._backups(person, traces, rewrite_backups)
        proof = Erased(
            begun.id, hashed(person), begun.at, removed, _searched(traces), looked, shelf,
            tuple(self._holdings.mentions(person)), rewritten, tuple(elsewhere), passes,
        )  # fmt: skip
        if proof.clean:
            self._holdings.drop_locks()
            self._finish(person, proof)
        return proof

    def _refuse_if_unreachable(self) -> None:
        """Better before the first row goes than after it."""
        try:
            self._holdings.reach()
        except Unavailable as error:
            raise Unavailable(f"{error.en} Nothing was erased.", f"{error.ja}何も消していません。") from error

    def unfinished(self) -> Sequence[Unfinished]:
        return self._erasures.unfinished()

    def come_back(self) -> int:
        """Persons who were erased and are here again, since an older backup was restored."""
        return self._holdings.come_back()

    def proofs(self) -> list[dict[str, Any]]:
        """Newest first."""
        return [json.loads(text) for text in self._erasures.proofs()]

    @cached_property
    def _key(self) -> bytes:
        return self._erasures.key()

    def _begun(self, person: str, token: str) -> Unfinished | None:
        """One that was killed. It takes the token that it was begun with, and no other."""
        begun = self._erasures.unfinished(person)
        if begun and token.strip() not in [one.token for one in begun]:
            raise tokens.wrong()
        return next((one for one in begun if one.token == token.strip()), None)

    def _begin(self, person: str, personas: tuple[str, ...], token: str) -> Unfinished:
        """Counted under the locks: this is what the token must be for."""
        now = self._clock.now()
        tokens.check(token, self._key, self._home, person, self._holdings.counted(person), now)
        begun = Unfinished(f"{now:%Y%m%dT%H%M%S}-{uuid.uuid4().hex[:8]}", person, token.strip(), now, personas)
        self._erasures.begin(begun)
        return begun

    def _trace(self, begun: Unfinished) -> Traces:
        """What to look for afterwards, on the disk before anything goes: a second attempt could not find it."""
        traces = self._holdings.traces(begun.person)
        traces -= self._holdings.not_only_theirs(begun.person, traces)
        self._erasures.begin(replace(begun, traces=traces))
        return traces

    def _carry_out(self, person: str, traces: Traces) -> tuple[Removed, Looked, int]:
        """Until nothing is found any more."""
        leaking, everything = Needles(traces.leaking), Needles(traces.all)
        removed, looked = Removed(), Looked()
        for passes in range(1, PASSES + 1):
            removed += self._holdings.remove(person, leaking, everything)
            looked = self._holdings.look_through(person, everything)
            if not looked.found:
                return removed, looked, passes
        return removed, looked, PASSES

    def _backups(self, person: str, traces: Traces, rewrite: bool) -> tuple[Searched, tuple[str, ...]]:
        """Where they were looked for, found in those that hold them still; and those that do not any more."""
        shelf = self._holdings.in_backups(person, Needles(traces.all))
        leaking = Needles(traces.leaking)
        done = [name for name in shelf.found if rewrite and self._holdings.rewrite_backup(name, person, leaking)]
        return replace(shelf, found=tuple(name for name in shelf.found if name not in done)), tuple(done)

    def _finish(self, person: str, proof: Erased) -> None:
        """The audit line has the id of the erasure: finished twice, it is one line."""
        line = Audited(f"erasure-{proof.id}", self._clock.now(), "erase", person=proof.person, subject=proof.id)
        self._erasures.save(proof.id, json.dumps(proof.plain(), ensure_ascii=False, indent=1) + "\n")
        self._holdings.unbar(person, line)
        self._erasures.finish(proof.id)

    def _nothing(self, person: str) -> NotFound:
        before = self._holdings.erased_before(person)
        if before:
            return NotFound(
                f"there is nothing of {person}: they were erased on {before:%Y-%m-%d}.",
                f"{person} のものは何もありません。{before:%Y-%m-%d} に消去済みです。",
            )
        return NotFound(
            f"there is nothing of {person} here: `omoide people` shows whom it knows.",
            f"{person} のものは何もありません。知っている人は `omoide people` で見られます。",
        )


def _not_over(error: Unavailable | CannotWrite) -> OmoideError:
    """What has gone is gone, and nobody says that it is all."""
    return type(error)(
        f"{error.en} The erasure is not over, and nothing that the person says is kept: call it again with the same"
        " token, and it goes on from here.",
        f"{error.ja}消去は終わっていません（その間、この人の発言は覚えません）。同じトークンでもう一度実行すると、"
        "続きから行います。",
    )


def _searched(traces: Traces) -> dict[str, int]:
    return {"ids": len(traces.ids), "said": len(traces.said), "told": len(traces.told), "names": len(traces.names)}


def _name(person: str) -> str:
    name = unicodedata.normalize("NFC", person).strip()
    if not name:
        raise InvalidInput("name the person to erase.", "消去する人の名前を指定してください。")
    return name
