"""What moves the persona: emotions, questions, goals, and the drives that follow from them (M1-M6)."""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.motivate.aiming import abandon_goal as abandon_goal
    from omoide.motivate.aiming import add_goal as add_goal
    from omoide.motivate.aiming import complete_goal as complete_goal
    from omoide.motivate.aiming import goals as goals
    from omoide.motivate.aiming import note_progress as note_progress
    from omoide.motivate.aiming import one_goal as one_goal
    from omoide.motivate.drives import Impulse as Impulse
    from omoide.motivate.drives import inner_state as inner_state
    from omoide.motivate.drives import may_act as may_act
    from omoide.motivate.drives_past import DrivesThen as DrivesThen
    from omoide.motivate.drives_past import drives_over as drives_over
    from omoide.motivate.feelings import feel as feel
    from omoide.motivate.feelings import mood as mood
    from omoide.motivate.reading_tags import hear as hear
    from omoide.motivate.tidying import abandon_stale as abandon_stale
    from omoide.motivate.tidying import enforce_limit as enforce_limit
    from omoide.motivate.tidying import goal_statistics as goal_statistics
    from omoide.motivate.tidying import keep_reflections as keep_reflections
    from omoide.motivate.tidying import note_reflection as note_reflection
    from omoide.motivate.tidying import reflections as reflections
    from omoide.motivate.wondering import ask_question as ask_question
    from omoide.motivate.wondering import drop_question as drop_question
    from omoide.motivate.wondering import mark_converted as mark_converted
    from omoide.motivate.wondering import questions as questions
    from omoide.motivate.wondering import questions_to_convert as questions_to_convert
    from omoide.motivate.wondering import resolve_question as resolve_question

__getattr__ = front(
    __name__,
    {
        "DrivesThen": "drives_past",
        "drives_over": "drives_past",
        "Impulse": "drives",
        "inner_state": "drives",
        "may_act": "drives",
        "feel": "feelings",
        "mood": "feelings",
        "abandon_goal": "aiming",
        "add_goal": "aiming",
        "complete_goal": "aiming",
        "goals": "aiming",
        "note_progress": "aiming",
        "one_goal": "aiming",
        "ask_question": "wondering",
        "drop_question": "wondering",
        "mark_converted": "wondering",
        "questions": "wondering",
        "questions_to_convert": "wondering",
        "resolve_question": "wondering",
        "hear": "reading_tags",
        "abandon_stale": "tidying",
        "enforce_limit": "tidying",
        "goal_statistics": "tidying",
        "keep_reflections": "tidying",
        "note_reflection": "tidying",
        "reflections": "tidying",
    },
)
