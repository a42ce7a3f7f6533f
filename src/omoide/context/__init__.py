"""What a persona has in mind when it replies, and the reply itself (R9)."""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.context.assembling import Context as Context
    from omoide.context.assembling import TokenEstimate as TokenEstimate
    from omoide.context.assembling import assemble as assemble
    from omoide.context.assembling import estimate_tokens as estimate_tokens
    from omoide.context.assembling import mark_brought as mark_brought
    from omoide.context.deciding import Decided as Decided
    from omoide.context.deciding import decide as decide
    from omoide.context.foreign_prompts import already_said as already_said
    from omoide.context.replying import talk as talk
    from omoide.context.speaking_first import Initiative as Initiative
    from omoide.context.speaking_first import speak_first as speak_first

__getattr__ = front(
    __name__,
    {
        "already_said": "foreign_prompts",
        "Context": "assembling",
        "TokenEstimate": "assembling",
        "assemble": "assembling",
        "estimate_tokens": "assembling",
        "mark_brought": "assembling",
        "Decided": "deciding",
        "decide": "deciding",
        "talk": "replying",
        "Initiative": "speaking_first",
        "speak_first": "speaking_first",
    },
)
