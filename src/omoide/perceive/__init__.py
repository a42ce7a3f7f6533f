"""Taking turns in: redaction, pauses, what is not to be remembered."""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.perceive.carried import carried_emotion as carried_emotion
    from omoide.perceive.carried import carry_emotion as carry_emotion
    from omoide.perceive.carried import let_emotion_go as let_emotion_go
    from omoide.perceive.fitting import fit as fit
    from omoide.perceive.intake import Perceived as Perceived
    from omoide.perceive.intake import take_in as take_in
    from omoide.perceive.looking_up import one as one
    from omoide.perceive.one_at_a_time import alone as alone
    from omoide.perceive.pausing import Pause as Pause
    from omoide.perceive.pausing import pause as pause
    from omoide.perceive.pausing import paused as paused
    from omoide.perceive.pausing import resume as resume
    from omoide.perceive.pausing import was_paused as was_paused
    from omoide.perceive.redaction import redact as redact
    from omoide.perceive.threads import end_threads as end_threads

__getattr__ = front(
    __name__,
    {
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
        "redact": "redaction",
        "end_threads": "threads",
    },
)
