"""The channel *people* (R1, U1): who is speaking, by exact look-up, as one knows a face."""

from __future__ import annotations

from omoide.context.channels import Found, Item
from omoide.context.moment import Moment, piece
from omoide.context.written import paragraphs
from omoide.domain.person import Profile
from omoide.pages import profile


def people(moment: Moment, budget: int) -> Found:
    """What people wrote about the person first, then what was counted. Never another person's (N6)."""
    known = profile(moment.faculties, moment.settings)
    if not known.known:
        return Found((), ("nothing is known about them yet", "まだ何も知らない相手"))
    by_hand = ("written about them by hand", "人が書いた紹介")
    counted = ("counted from your talks", "会話から数えたもの")
    items = [Item(piece(text), by_hand) for text in paragraphs(known.text)]
    items += [Item(piece(line), counted) for line in _facts(moment, known)]
    return Found(tuple(items), ("they are speaking", "いま話している相手"))


def _facts(moment: Moment, known: Profile) -> list[str]:
    rules, bond = moment.settings.profiles, known.relationship
    lines: list[str] = []
    if bond.turns:
        since = moment.say(f"since {bond.since}, ", f"{bond.since} から、") if bond.since else ""
        moments = (
            moment.say(f", {bond.bonding} close moments", f"、心の通った瞬間 {bond.bonding} 回") if bond.bonding else ""
        )
        lines.append(
            moment.say(
                f"You talk with {known.person}: {since}{bond.turns} exchanges on {bond.days} days{moments};"
                f" closeness {bond.depth(rules):.2f} of 1.",
                f"相手は {known.person}: {since}{bond.days} 日に {bond.turns} 往復{moments}。"
                f"親しさ {bond.depth(rules):.2f}（最大 1）。",
            )
        )
    if topics := known.top_topics(rules.top_topics):
        named = ", ".join(name for name, _ in topics)
        lines.append(moment.say(f"Often about: {named}", f"よく話すこと: {named}"))
    others = [f"{name} ({count})" for name, count in known.addressed.items() if name != moment.faculties.scope.persona]
    if others:
        lines.append(moment.say(f"Also talks with: {', '.join(others)}", f"ほかの話し相手: {', '.join(others)}"))
    return lines
