"""Taking turns in: redaction, pauses, what is not to be remembered."""

from omoide.perceive.intake import Perceived, take_in
from omoide.perceive.pause import Pause, pause, paused, resume

__all__ = ["Pause", "Perceived", "pause", "paused", "resume", "take_in"]
