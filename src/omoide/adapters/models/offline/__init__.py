"""A mind without a model: it feels, keeps and shortens by rules, word lists and statistics, in Japanese and English.

It works when no model is set. It is honest about it: what it makes is marked "offline", and what it cannot do it
postpones instead of making something up (F10). Its parts load when they are
used: recall needs only the category of a cue.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.adapters.models.offline.mind import OfflineMind as OfflineMind

__getattr__ = front(__name__, {"OfflineMind": "mind"})
