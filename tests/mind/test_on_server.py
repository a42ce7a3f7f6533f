"""Tests of other rooms, unchanged, with their rows on a server (X2): each store that keeps something has its turn.

Threads, notes, resolved matters, the graph, learned pages, candidates and judged pairs, changes of pages and their
undoing, the audit log, passages and topics, dreams, nights. More of them: `pytest --on-server tests/mind`.
"""

# ruff: noqa: F401

from __future__ import annotations

import pytest

from tests.associating.test_graph import (
    mind,
    test_a_graph_is_of_one_persona_and_one_person,
    test_a_link_that_is_taken_out_takes_its_concept_along,
    test_memories_are_joined_by_names_keywords_and_relations,
    test_what_is_forgotten_leaves_the_graph_and_every_view_of_it,
)
from tests.knowing.test_contradicting import (
    test_a_pair_is_judged_once_until_one_of_the_two_says_something_else,
    test_two_become_one,
)
from tests.knowing.test_finding import test_only_what_was_shown_counts_as_used
from tests.knowing.test_history import test_only_the_last_step_of_a_page_can_be_undone
from tests.knowing.test_validating import (
    test_a_candidate_comes_once_and_a_rejected_one_can_be_looked_at_for_a_while,
)
from tests.mind.test_audit import test_protection_deletion_and_exports_are_written_down
from tests.mind.test_embedder_change import (
    home,
    test_one_that_cannot_be_loaded_leaves_the_words_and_says_so,
    test_the_old_one_serves_until_all_vectors_of_the_new_one_are_there,
)
from tests.mind.test_passages import clock, test_what_one_person_said_stays_with_that_person
from tests.mind.test_threads import (
    test_a_forgotten_turn_is_in_no_thread,
    test_a_thread_goes_on_after_a_restart,
    test_several_personas_share_one_conversation,
)
from tests.mind.test_topics import test_a_topic_is_the_same_one_on_the_next_night
from tests.pages.test_pages import (
    test_an_edit_names_one_passage,
    test_entities_are_searched_by_the_number_of_words_they_hold,
    test_entities_have_one_page_each,
    test_only_so_many_versions_are_kept,
    test_what_an_edit_replaced_can_be_brought_back,
)
from tests.sessions.test_ending import (
    test_only_what_was_not_noted_yet_is_summarised,
    test_tasks_and_resolved_matters_reach_page_log_and_every_persona,
)
from tests.sleep.test_disuse import test_accounts_that_never_come_up_are_no_longer_found_but_kept

pytestmark = pytest.mark.usefixtures("on_server")
