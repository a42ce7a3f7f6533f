"""Taking turns in: redaction, pauses, what is not to be remembered."""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.perceive.activity import INTERRUPTED as INTERRUPTED
    from omoide.perceive.activity import note_event as note_event
    from omoide.perceive.activity import read_pointer as read_pointer
    from omoide.perceive.activity import recent as recent
    from omoide.perceive.auditing import audit as audit
    from omoide.perceive.barring import Presence as Presence
    from omoide.perceive.barring import presence as presence
    from omoide.perceive.barring import refuse_while_erased as refuse_while_erased
    from omoide.perceive.barring import was_erased as was_erased
    from omoide.perceive.carried import carried_emotion as carried_emotion
    from omoide.perceive.carried import carry_emotion as carry_emotion
    from omoide.perceive.carried import let_emotion_go as let_emotion_go
    from omoide.perceive.clock_skew import backup_before_jump as backup_before_jump
    from omoide.perceive.clock_skew import believe_clock as believe_clock
    from omoide.perceive.clock_skew import clock_doubt as clock_doubt
    from omoide.perceive.clock_skew import tell_doubt as tell_doubt
    from omoide.perceive.clock_skew import watch_clock as watch_clock
    from omoide.perceive.faults import fault as fault
    from omoide.perceive.faults import note_fault as note_fault
    from omoide.perceive.faults import works_again as works_again
    from omoide.perceive.fitting import fit as fit
    from omoide.perceive.intake import Perceived as Perceived
    from omoide.perceive.intake import take_in as take_in
    from omoide.perceive.looking_back import look_back as look_back
    from omoide.perceive.looking_up import one as one
    from omoide.perceive.one_at_a_time import alone as alone
    from omoide.perceive.pausing import Pause as Pause
    from omoide.perceive.pausing import pause as pause
    from omoide.perceive.pausing import paused as paused
    from omoide.perceive.pausing import resume as resume
    from omoide.perceive.pausing import was_paused as was_paused
    from omoide.perceive.privacy import not_to_be_remembered as not_to_be_remembered
    from omoide.perceive.recovering import Recovery as Recovery
    from omoide.perceive.recovering import recover as recover
    from omoide.perceive.redaction import redact as redact
    from omoide.perceive.resolving import resolve as resolve
    from omoide.perceive.sharing import heard_by as heard_by
    from omoide.perceive.sharing import resolved_matters as resolved_matters
    from omoide.perceive.streaming import Stream as Stream
    from omoide.perceive.threads import embed_flushes as embed_flushes
    from omoide.perceive.threads import end_threads as end_threads

__getattr__ = front(
    __name__,
    {
        "INTERRUPTED": "activity",
        "note_event": "activity",
        "audit": "auditing",
        "Presence": "barring",
        "presence": "barring",
        "refuse_while_erased": "barring",
        "was_erased": "barring",
        "read_pointer": "activity",
        "recent": "activity",
        "backup_before_jump": "clock_skew",
        "believe_clock": "clock_skew",
        "clock_doubt": "clock_skew",
        "tell_doubt": "clock_skew",
        "watch_clock": "clock_skew",
        "fault": "faults",
        "note_fault": "faults",
        "works_again": "faults",
        "Recovery": "recovering",
        "recover": "recovering",
        "resolve": "resolving",
        "heard_by": "sharing",
        "resolved_matters": "sharing",
        "Stream": "streaming",
        "look_back": "looking_back",
        "one": "looking_up",
        "alone": "one_at_a_time",
        "carried_emotion": "carried",
        "carry_emotion": "carried",
        "let_emotion_go": "carried",
        "fit": "fitting",
        "Perceived": "intake",
        "take_in": "intake",
        "Pause": "pausing",
        "pause": "pausing",
        "paused": "pausing",
        "resume": "pausing",
        "was_paused": "pausing",
        "not_to_be_remembered": "privacy",
        "redact": "redaction",
        "embed_flushes": "threads",
        "end_threads": "threads",
    },
)
