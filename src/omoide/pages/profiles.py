"""Who a person is, as a page shared by all personas (U1): people/<person>.md.

The facts at its head are counted anew from what is kept, so that nothing counts twice and what was forgotten counts no
more; the text below is for people to write, and stands before all figures. A page is only ever that of the person who
is speaking: no call can name another (N6). It holds figures and no topics: what was talked about stays with the persona
that heard it, and a profile brings together what the one that asks may know (N7).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
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
from omoide.perceive import audit, heard_by
from omoide.ports import Faculties
from omoide.settings import Settings

if TYPE_CHECKING:
    import numpy as np

PROFILE = PageName("profile")
_TOPICS = "preferences"  # what stood at the head of pages that an older program wrote
_LONGEST_TOPIC = 60  # characters; longer "keywords" are sentences


def profile(faculties: Faculties, settings: Settings) -> Profile:
    """That of the person who is speaking, with topics as they were kept last; an empty one for somebody nobody knows
    yet."""
    people, page = faculties.store.people, profile_page(faculties)
    if not page.known:
        return page
    topics = people.topics(page.person, _heard(faculties, settings))
    return replace(page, preferences=_topics(topics, page, settings))


def profile_page(faculties: Faculties) -> Profile:
    """The page alone: figures and words."""
    return _read(faculties.scope.person, _page(faculties).text)


def profile_now(faculties: Faculties, settings: Settings) -> Profile:
    """The words of the page with facts as they are at this moment, as far as this persona may know them."""
    page = profile_page(faculties)
    return replace(counted(faculties, settings), text=page.text, other=page.other, problem=page.problem)


def refresh_profile(faculties: Faculties, settings: Settings, now: datetime) -> Profile:
    """Count anew what is known: figures go to the head of the page, should they have changed, and topics beside the
    memories of the persona that heard them. A page that cannot be read is left alone."""
    page, scope, people = _page(faculties), faculties.scope, faculties.store.people
    before, after = _read(scope.person, page.text), profile_now(faculties, settings)
    if after.relationship.turns or page.exists:
        people.keep_topics(scope, _topics(people.keywords(scope.person, [scope.persona]), after, settings))
    if before.problem or not (after.relationship.turns or page.exists):
        return before
    parted = part(page.text)
    if after.facts() != before.facts() or _TOPICS in parted.fields:
        text = rejoin(parted, after.facts() | {_TOPICS: None}, before.text)
        try:
            faculties.pages.write(scope, PROFILE, text, page.revision, now, keep=False)
        except PageConflict:  # somebody is writing it right now: the next time will do
            return profile(faculties, settings)
    return after


def share(faculties: Faculties, settings: Settings, shared: bool, now: datetime) -> None:
    """The person lets the other personas know what they tell this one, at once, or takes that back (N7). It is theirs
    to decide: no tool of an agent does it."""
    people, scope = faculties.store.people, faculties.scope
    if (scope.persona in people.shared(scope.person)) == shared:
        return
    people.share(scope, shared)
    audit(faculties, "share" if shared else "unshare")
    if shared:
        refresh_profile(faculties, settings, now)


def counted(faculties: Faculties, settings: Settings) -> Profile:
    """The facts as they are at this moment, whatever the page says."""
    person, people = faculties.scope.person, faculties.store.people
    known = people.acquaintance(person)
    found = Profile(person, known.relationship, dict(ordered(known.addressed)), shared=tuple(people.shared(person)))
    keywords = people.keywords(person, _heard(faculties, settings))
    return replace(found, preferences=_topics(keywords, found, settings))


def _heard(faculties: Faculties, settings: Settings) -> Collection[str]:
    heard = heard_by(faculties, settings)
    return faculties.store.people.personas(faculties.scope.person) if heard is None else heard


def _topics(counts: Mapping[str, int], of: Profile, settings: Settings) -> dict[str, int]:
    names = {folded(of.person), *(folded(name) for name in of.addressed)}
    topics = ((word, count) for word, count in ordered(counts) if _is_topic(word, names))
    return dict(islice(topics, settings.profiles.topics_kept))


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
