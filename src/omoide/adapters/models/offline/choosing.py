"""Choosing what to keep of a text: whole sentences where there is room, clauses where there is not."""

from __future__ import annotations

import re

from omoide.adapters.models.offline.feeling import feeling_of
from omoide.adapters.models.offline.reading import on_one_line
from omoide.adapters.models.offline.topics import telling
from omoide.language.sentences import sentences

_CONSIDERED = 400  # sentences of a text that are weighed at all
_CLAUSE = re.compile(
    r"(?<=[、，；;])|(?<=,)\s|(?<=[:：])\s|(?<=けど)|(?<=ので)|(?<=から、)"
    r"|\s(?=(?:because|but|and then|so that|which|when|although)\s)"
)
_JOIN = re.compile(r"[A-Za-z0-9.,!?;:)'\"]$")
_TRAILING = re.compile(r"[、，,;；:：\s—-]+$")
_DULL_START = re.compile(r"^(?:えっと|あの|その|まあ|なんか|well|so|um|uh|you know|anyway)[、,\s]+", re.IGNORECASE)
CUT = "…"
_WORTH_FILLING = 24  # characters in which a clause can still say something


def join(pieces: list[str]) -> str:
    """Sentences put together as the language does: English with a blank, Japanese without."""
    text = ""
    for piece in pieces:
        latin = text.endswith(CUT) and piece[:1].isascii()
        text += (" " if text and (latin or _JOIN.search(text)) else "") + piece
    return text


def key_sentences(text: str, room: int, most: int = 10_000) -> str:
    """The sentences that say most, in their order, within so many characters; never empty for a text that is not."""
    found = [on_one_line(sentence) for sentence in sentences(text)[:_CONSIDERED]]
    found = [sentence for sentence in found if sentence]
    if not found:
        return ""
    if len(found) <= most and len(join(found)) <= room:
        return join(found)
    ranked = sorted(range(len(found)), key=lambda at: (-worth(found[at], at, len(found)), at))
    chosen: list[int] = []
    left = room
    for at in ranked:
        if len(chosen) < most and len(found[at]) <= left:
            chosen.append(at)
            left -= len(found[at]) + 1  # and perhaps a blank
    return _filled(found, ranked, chosen, room, most)


def _filled(found: list[str], ranked: list[int], chosen: list[int], room: int, most: int) -> str:
    """The chosen sentences, and in the room that is left the core of the best one that was too long."""
    kept = {at: found[at] for at in chosen}
    left = room - len(join([kept[at] for at in sorted(kept)])) - 1
    rest = [at for at in ranked if at not in kept]
    if rest and (not kept or (len(kept) < most and left >= _WORTH_FILLING)):
        kept[rest[0]] = shortened(found[rest[0]], left if kept else room)
    return join([kept[at] for at in sorted(kept)])


def worth(sentence: str, at: int, of: int) -> float:
    """Names, terms and numbers, feelings, and the first and last words count; length is no merit by itself."""
    felt = feeling_of(sentence)
    told = min(telling(sentence), 5) + 0.7 * min(felt.strength, 4) + 0.5 * len(felt.tags)
    return told + 0.8 * (at == 0) + 0.3 * (at == of - 1) + (0.4 if 8 <= len(sentence) <= 120 else 0)


def shortened(sentence: str, room: int) -> str:
    """One sentence cut down: the run of clauses that says most and fits, else its beginning."""
    sentence = _DULL_START.sub("", sentence) or sentence
    if len(sentence) <= room:
        return sentence
    clauses = [clause for clause in _CLAUSE.split(sentence[:2_000]) if clause][:40]
    best, value = "", 0.0
    for start in range(len(clauses)):
        run = ""
        for clause in clauses[start:]:
            run = run + (" " if run and _JOIN.search(run) else "") + clause
            trimmed = _TRAILING.sub("", run.strip())
            if len(trimmed) > room - 1:
                break
            told = 1 + telling(trimmed) + 0.7 * feeling_of(trimmed).strength + len(trimmed) / room
            if told > value:
                best, value = trimmed, told
    # a scrap of a clause says less than the plain beginning
    if len(best) >= room * 0.4:
        return best if best.endswith(("。", ".", "!", "?", "！", "？")) else best + CUT
    return clipped(sentence, room)


def clipped(text: str, room: int) -> str:
    """The beginning, not ending inside a Latin word where that costs little."""
    if len(text) <= room:
        return text
    cut = text[: max(room - 1, 1)]
    blank = cut.rfind(" ")
    if blank > room * 0.6 and text[len(cut) : len(cut) + 1].isalnum() and cut[-1].isascii():
        cut = cut[:blank]
    return _TRAILING.sub("", cut) + CUT
