"""What a persona has learned: knowledge, procedures and skills, as pages that a person can read and edit (T3)."""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.knowing.finding import Alike as Alike
    from omoide.knowing.finding import Found as Found
    from omoide.knowing.finding import alike as alike
    from omoide.knowing.finding import search_learned as search_learned
    from omoide.knowing.keeping import refresh_learned as refresh_learned
    from omoide.knowing.matching import Matched as Matched
    from omoide.knowing.matching import match_procedures as match_procedures
    from omoide.knowing.reading import learned as learned
    from omoide.knowing.reading import one_learned as one_learned
    from omoide.knowing.reading import read_learned as read_learned
    from omoide.knowing.retiring import restore as restore
    from omoide.knowing.retiring import retire as retire
    from omoide.knowing.using import injected as injected
    from omoide.knowing.using import mark_low as mark_low
    from omoide.knowing.using import mark_used as mark_used
    from omoide.knowing.using import note_injected as note_injected
    from omoide.knowing.using import report_outcome as report_outcome
    from omoide.knowing.using import usage as usage
    from omoide.knowing.writing import write_learned as write_learned

__getattr__ = front(
    __name__,
    {
        "Alike": "finding",
        "Found": "finding",
        "alike": "finding",
        "search_learned": "finding",
        "refresh_learned": "keeping",
        "Matched": "matching",
        "match_procedures": "matching",
        "learned": "reading",
        "one_learned": "reading",
        "read_learned": "reading",
        "restore": "retiring",
        "retire": "retiring",
        "injected": "using",
        "mark_low": "using",
        "mark_used": "using",
        "note_injected": "using",
        "report_outcome": "using",
        "usage": "using",
        "write_learned": "writing",
    },
)
