"""What comes to mind, and why."""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.recall.around import Day as Day
    from omoide.recall.around import day as day
    from omoide.recall.around import turns_around as turns_around
    from omoide.recall.cue import Cue as Cue
    from omoide.recall.cue import read_cue as read_cue
    from omoide.recall.episodes import Remembered as Remembered
    from omoide.recall.episodes import conversation as conversation
    from omoide.recall.episodes import episodes_for_prompt as episodes_for_prompt
    from omoide.recall.episodes import fields_of_000 as fields_of_000
    from omoide.recall.episodes import list_episodes as list_episodes
    from omoide.recall.episodes import one_episode as one_episode
    from omoide.recall.explanation import Explanation as Explanation
    from omoide.recall.explanation import explain as explain
    from omoide.recall.explanation import export as export
    from omoide.recall.explanation import fields_of_002 as fields_of_002
    from omoide.recall.injection import block as block
    from omoide.recall.keep import forget as forget
    from omoide.recall.keep import protect as protect
    from omoide.recall.keep import unprotect as unprotect
    from omoide.recall.meaning import meaning_of as meaning_of
    from omoide.recall.past_conversations import search_past as search_past
    from omoide.recall.priming import Thought as Thought
    from omoide.recall.priming import mark_shown as mark_shown
    from omoide.recall.priming import think_of as think_of
    from omoide.recall.search import LONGEST_CUE as LONGEST_CUE
    from omoide.recall.search import Linked as Linked
    from omoide.recall.search import Ranking as Ranking
    from omoide.recall.search import Recalled as Recalled
    from omoide.recall.search import recall as recall

__getattr__ = front(
    __name__,
    {
        "Day": "around",
        "day": "around",
        "turns_around": "around",
        "block": "injection",
        "Explanation": "explanation",
        "explain": "explanation",
        "export": "explanation",
        "fields_of_002": "explanation",
        "Remembered": "episodes",
        "conversation": "episodes",
        "episodes_for_prompt": "episodes",
        "fields_of_000": "episodes",
        "list_episodes": "episodes",
        "one_episode": "episodes",
        "meaning_of": "meaning",
        "search_past": "past_conversations",
        "forget": "keep",
        "protect": "keep",
        "unprotect": "keep",
        "Thought": "priming",
        "mark_shown": "priming",
        "think_of": "priming",
        "Cue": "cue",
        "read_cue": "cue",
        "LONGEST_CUE": "search",
        "Linked": "search",
        "Ranking": "search",
        "Recalled": "search",
        "recall": "search",
    },
)
