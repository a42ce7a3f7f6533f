"""What a persona writes down: core memory, notepad, diaries, and a page for each person and thing it knows."""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.pages.deciding import Candidate as Candidate
    from omoide.pages.deciding import Weighed as Weighed
    from omoide.pages.deciding import decide_proposal as decide_proposal
    from omoide.pages.deciding import keep_proposals as keep_proposals
    from omoide.pages.deciding import proposals as proposals
    from omoide.pages.deciding import stands_on as stands_on
    from omoide.pages.deciding import weigh as weigh
    from omoide.pages.entities import EntityFound as EntityFound
    from omoide.pages.entities import entity_names as entity_names
    from omoide.pages.entities import read_entity as read_entity
    from omoide.pages.entities import search_entities as search_entities
    from omoide.pages.entities import write_entity as write_entity
    from omoide.pages.planning import PagePlan as PagePlan
    from omoide.pages.planning import apply_plan as apply_plan
    from omoide.pages.planning import plan_edit as plan_edit
    from omoide.pages.profiles import counted as counted
    from omoide.pages.profiles import preference_vector as preference_vector
    from omoide.pages.profiles import profile as profile
    from omoide.pages.profiles import profile_now as profile_now
    from omoide.pages.profiles import profile_page as profile_page
    from omoide.pages.profiles import refresh_profile as refresh_profile
    from omoide.pages.profiles import share as share
    from omoide.pages.profiles import write_profile as write_profile
    from omoide.pages.writing import edit_page as edit_page
    from omoide.pages.writing import in_prompt as in_prompt
    from omoide.pages.writing import overwrite_page as overwrite_page
    from omoide.pages.writing import read_page as read_page
    from omoide.pages.writing import undo_page as undo_page

__getattr__ = front(
    __name__,
    {
        "EntityFound": "entities",
        "entity_names": "entities",
        "read_entity": "entities",
        "search_entities": "entities",
        "write_entity": "entities",
        "Candidate": "deciding",
        "Weighed": "deciding",
        "decide_proposal": "deciding",
        "keep_proposals": "deciding",
        "proposals": "deciding",
        "stands_on": "deciding",
        "weigh": "deciding",
        "PagePlan": "planning",
        "apply_plan": "planning",
        "plan_edit": "planning",
        "counted": "profiles",
        "preference_vector": "profiles",
        "profile": "profiles",
        "profile_now": "profiles",
        "profile_page": "profiles",
        "refresh_profile": "profiles",
        "share": "profiles",
        "write_profile": "profiles",
        "edit_page": "writing",
        "in_prompt": "writing",
        "overwrite_page": "writing",
        "read_page": "writing",
        "undo_page": "writing",
    },
)
