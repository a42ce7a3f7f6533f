"""Who a person is, as a page shared by all personas (U1): people/<person>.md.

The facts at its head are counted anew from what is kept, so that nothing counts twice and what was forgotten counts no
more; the text below is for people to write, and stands before all figures. A page is only ever that of the person who
is speaking: no call can name another (N6).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from omoide.domain.page import Page, PageName, folded
from omoide.domain.person import Profile, ordered, profile_of
from omoide.domain.span import Span
from omoide.errors import PageConflict
from omoide.language.front_matter import part, rejoin
from omoide.language.turning import turns_to_another_subject
from omoide.ports import Faculties
from omoide.settings import Settings

if TYPE_CHECKING:
    import numpy as np

PROFILE = PageName("profile")
_LONGEST_TOPIC = 60  # characters; longer "keywords" are sentences


def profile(faculties: Faculties) -> Profile:
    """That of the person who is speaking; an empty one for somebody nobody knows yet."""
    return _read(faculties.scope.person, _page(faculties).text)


def profile_now(faculties: Faculties, settings: Settings) -> Profile:
    """The words of the page with facts as they are at this moment."""
    page = profile(faculties)
    return replace(counted(faculties, settings), text=page.text, other=page.other, problem=page.problem)


def refresh_profile(faculties: Faculties, settings: Settings, now: datetime) -> Profile:
    """Count anew what is known and put it at the head of the page, should it have changed. A page that cannot be read
    is left alone."""
    page = _page(faculties)
    before, after = _read(faculties.scope.person, page.text), profile_now(faculties, settings)
    if before.problem or not (after.relationship.turns or page.exists):
        return before
    if after.facts() != before.facts():
        text = rejoin(part(page.text), after.facts(), before.text)
        try:
            faculties.pages.write(faculties.scope, PROFILE, text, page.revision, now, keep=False)
        except PageConflict:  # somebody is writing it right now: the next time will do
            return profile(faculties)
    return after


def counted(faculties: Faculties, settings: Settings) -> Profile:
    """The facts as they are at this moment, whatever the page says."""
    person = faculties.scope.person
    known = faculties.store.people.acquaintance(person)
    names = {folded(person), *(folded(name) for name in known.addressed)}
    topics = ((word, count) for word, count in ordered(known.keywords) if _is_topic(word, names))
    kept = dict(islice(topics, settings.profiles.topics_kept))
    return Profile(person, known.relationship, dict(ordered(known.addressed)), kept)


def _is_topic(word: str, names: set[str]) -> bool:
    """Neither one of those who talk, nor a date, nor a sentence, nor a phrase that only leads from one to the next."""
    if not 0 < len(word.strip()) <= _LONGEST_TOPIC or folded(word) in names or Span.read(word) is not None:
        return False
    return not turns_to_another_subject(word)


def write_profile(faculties: Faculties, text: str, now: datetime) -> Profile:
    """Put words of a person's own in place of those that stand below the facts."""
    from omoide.perceive import redact

    page = _page(faculties)
    before = part(page.text)
    body = redact(text).strip("\n") + "\n"
    whole = body if before.problem or before.head is None else rejoin(before, {}, body)
    written = faculties.pages.write(faculties.scope, PROFILE, whole, page.revision, now)
    return _read(faculties.scope.person, written.text)


def preference_vector(faculties: Faculties, settings: Settings, of: Profile) -> np.ndarray | None:
    """What a person likes to talk about, as one direction: the topics that come up most, each by how often it does.
    None for somebody whose topics nobody knows."""
    import numpy as np

    top = of.top_topics(settings.profiles.top_topics)
    if not top:
        return None
    vectors = faculties.embedder.embed([name for name, _ in top], "memory")
    together = np.average(vectors, axis=0, weights=[count for _, count in top])
    length = float(np.linalg.norm(together))
    return together / length if length else None


def _page(faculties: Faculties) -> Page:
    return faculties.pages.read(faculties.scope, PROFILE)


@lru_cache(maxsize=1_000)
def _read(person: str, page: str) -> Profile:
    """Kept by its text, so that it can never be an old one (X4)."""
    parted = part(page)
    return profile_of(person, parted.fields, parted.body, parted.problem[0] if parted.problem else "")
