"""What a persona has learned: knowledge, procedures and skills, as pages that a person can read and edit (T3)."""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.knowing.carrying_out import Decision as Decision
    from omoide.knowing.carrying_out import Move as Move
    from omoide.knowing.carrying_out import carry_out as carry_out
    from omoide.knowing.carrying_out import finish_planned as finish_planned
    from omoide.knowing.carrying_out import plan as plan
    from omoide.knowing.carrying_out import standing as standing
    from omoide.knowing.contradicting import reconcile as reconcile
    from omoide.knowing.finding import Alike as Alike
    from omoide.knowing.finding import Found as Found
    from omoide.knowing.finding import alike as alike
    from omoide.knowing.finding import search_learned as search_learned
    from omoide.knowing.history import changes as changes
    from omoide.knowing.history import record_change as record_change
    from omoide.knowing.keeping import refresh_learned as refresh_learned
    from omoide.knowing.keeping import seen_now as seen_now
    from omoide.knowing.keeping import shelf as shelf
    from omoide.knowing.likeness import pages_alike as pages_alike
    from omoide.knowing.matching import Matched as Matched
    from omoide.knowing.matching import match_procedures as match_procedures
    from omoide.knowing.news import News as News
    from omoide.knowing.page_texts import body_of as body_of
    from omoide.knowing.page_texts import new_page as new_page
    from omoide.knowing.page_texts import open_to_change as open_to_change
    from omoide.knowing.reading import indexed_text as indexed_text
    from omoide.knowing.reading import learned as learned
    from omoide.knowing.reading import one_learned as one_learned
    from omoide.knowing.reading import read_learned as read_learned
    from omoide.knowing.reconsolidating import reconsolidate as reconsolidate
    from omoide.knowing.retiring import restore as restore
    from omoide.knowing.retiring import retire as retire
    from omoide.knowing.undoing import turn_back as turn_back
    from omoide.knowing.undoing import undo_change as undo_change
    from omoide.knowing.using import injected as injected
    from omoide.knowing.using import mark_low as mark_low
    from omoide.knowing.using import mark_used as mark_used
    from omoide.knowing.using import note_injected as note_injected
    from omoide.knowing.using import report_outcome as report_outcome
    from omoide.knowing.using import settle_injected as settle_injected
    from omoide.knowing.using import usage as usage
    from omoide.knowing.validating import accept_candidate as accept_candidate
    from omoide.knowing.validating import validate as validate
    from omoide.knowing.validating import waiting_candidates as waiting_candidates
    from omoide.knowing.why import PageStory as PageStory
    from omoide.knowing.why import plain_change as plain_change
    from omoide.knowing.why import why_page as why_page
    from omoide.knowing.writing import write_learned as write_learned
    from omoide.knowing.writing import write_whole_page as write_whole_page

__getattr__ = front(
    __name__,
    {
        "Decision": "carrying_out",
        "Move": "carrying_out",
        "carry_out": "carrying_out",
        "finish_planned": "carrying_out",
        "plan": "carrying_out",
        "standing": "carrying_out",
        "reconcile": "contradicting",
        "Alike": "finding",
        "Found": "finding",
        "alike": "finding",
        "search_learned": "finding",
        "changes": "history",
        "record_change": "history",
        "refresh_learned": "keeping",
        "seen_now": "keeping",
        "shelf": "keeping",
        "pages_alike": "likeness",
        "Matched": "matching",
        "match_procedures": "matching",
        "body_of": "page_texts",
        "new_page": "page_texts",
        "open_to_change": "page_texts",
        "indexed_text": "reading",
        "learned": "reading",
        "one_learned": "reading",
        "read_learned": "reading",
        "News": "news",
        "reconsolidate": "reconsolidating",
        "restore": "retiring",
        "retire": "retiring",
        "turn_back": "undoing",
        "undo_change": "undoing",
        "injected": "using",
        "mark_low": "using",
        "mark_used": "using",
        "note_injected": "using",
        "report_outcome": "using",
        "settle_injected": "using",
        "usage": "using",
        "accept_candidate": "validating",
        "validate": "validating",
        "waiting_candidates": "validating",
        "PageStory": "why",
        "plain_change": "why",
        "why_page": "why",
        "write_learned": "writing",
        "write_whole_page": "writing",
    },
)
