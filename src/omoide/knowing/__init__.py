"""What a persona has learned: knowledge, procedures and skills, as pages that a person can read and edit (T3)."""

from omoide.fronts import front

__getattr__ = front(__name__, {})
