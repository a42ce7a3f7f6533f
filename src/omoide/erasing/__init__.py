"""Erasing a person for good, and proving it (O2)."""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.erasing.eraser import Eraser as Eraser
    from omoide.erasing.letting_go import Erasers as Erasers

__getattr__ = front(__name__, {"Eraser": "eraser", "Erasers": "letting_go"})
