"""A home in which six weeks were lived, ending now: something on every page, and text that tries to be a script."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path

from omoide.domain.dream import Insight
from omoide.domain.page import page_name
from omoide.domain.persona_emotion import CATEGORIES, PersonaEmotion
from omoide.pages import overwrite_page, write_entity
from tests.mind.world import Clock, mind_in

TOKYO = timezone(timedelta(hours=9))
DAYS = 42
SCRIPT = "<script>document.title='taken over'</script><img src=x onerror=\"document.title='taken over'\">"

TALK = (
    ("I start the new job on Monday, I am so nervous!", "You prepared so well. One step at a time.", 70, "decision"),
    ("Mochi knocked over the vase again.", "That cat has strong opinions about flowers.", 30, "casual"),
    ("We had a terrible quarrel about the move.", "That sounds painful. What hurt the most?", 85, "emotional"),
    ("The train was late by twenty minutes.", "Time for a page of your book, at least.", 12, "casual"),
    ("I promised Nora to come to her recital.", "Then let us put it in the calendar.", 60, "decision"),
    ("横浜の海がとてもきれいで、胸がいっぱいになった。", "その景色、忘れられないですね。", 80, "emotional"),
    ("会議が長くて疲れた。", "おつかれさまでした。少し休みましょう。", 25, "work"),
    ("The report is finished, finally.", "Well done! That one was heavy.", 45, "work"),
    ("We made up, and laughed until we cried.", "I am so glad for you both.", 90, "emotional"),
    ("お昼はカレーうどんだった。", "あたたまりますね。", 10, "casual"),
)  # fmt: skip
KIND_OF_FEELING = ("joy", "sadness", "anxiety", "gratitude", "surprise")


def live(home: Path, persona: str = "aoi", person: str = "haruka") -> None:
    """By rules alone, in some seconds; what only a model makes is put there as it would have been kept."""
    now = datetime.now(TOKYO).replace(microsecond=0)
    clock = Clock(now - timedelta(days=DAYS))
    with mind_in(home, clock, persona=persona, person=person, backup={"every_days": 0}) as mind:
        for day in range(DAYS):
            for number in range(3):
                said, replied, intensity, category = TALK[(day * 3 + number * 4) % len(TALK)]
                tag = KIND_OF_FEELING[(day + number) % len(KIND_OF_FEELING)]
                mind.remember(
                    f"{said} ({day + 1})", replied, intensity=intensity, category=category, tags=(tag,),
                    protect=day == 4 and number == 0,
                )  # fmt: skip
                clock.forward(hours=2)
            mind.feel(PersonaEmotion(CATEGORIES[day % len(CATEGORIES)], 0.25 + (day * 7 % 10) / 14))  # type: ignore[arg-type]
            clock.forward(hours=18)
            if day % 6 == 5:
                mind.sleep()
                mind.recall("Mochi")
        mind.remember(f"Somebody sent me this: {SCRIPT}", SCRIPT, intensity=66, category="work")
        _inner_life(mind, clock.now())
        clock.time = now - timedelta(hours=2)
        mind.perceive("Good evening!", 'Good evening. <persona_emotion category="joy" intensity="0.8"/>', session="s")
        mind.end_session("s")


def _inner_life(mind, now: datetime) -> None:  # type: ignore[no-untyped-def]
    mind.add_goal("Find the bookshop that Haruka told of")
    mind.add_goal("Learn to keep silent at the right moment", long=True)
    reached, _ = mind.add_goal("Ask about the recital")
    mind.complete_goal(reached.id, "She played Debussy.")
    mind.ask_question("Why did the quarrel begin?", context="They made up, but nobody said.", priority=0.8)
    mind.ask_question("猫のモチはどこで生まれたの？", priority=0.5)
    answered, _ = mind.ask_question("What is the name of the new office?", priority=0.4)
    mind.resolve_question(answered.id, "The Harbour House")
    for level, topic in ((1, "The recital"), (2, "A week of two cities")):
        insight = Insight(
            "", mind.scope, now - timedelta(days=3 - level), topic,
            "She is brave when somebody stands beside her, and silent when alone.",
            "Ask once, then wait.", "I walked along a pier that had no end.", level, "dream", (), "recorded",
        )  # fmt: skip
        mind.faculties.store.insights.add(insight)
    write_entity(mind.faculties, "Mochi", "A cat with strong opinions about flowers.\n")
    write_entity(mind.faculties, "Nora", f"Her sister. {SCRIPT}\n")
    overwrite_page(mind.faculties, page_name("core_memory"), "I am Aoi. I listen first.\n", "")
    overwrite_page(mind.faculties, page_name("main_diary"), "Today the sea was silver.\n", "")
    mind.write_page(page_name("knowledge", "Trains to Yokohama"), "The Tokyu line takes half an hour.\n", "")
    mind.upload_document("recipes.md", b"# Curry udon\n\nSimmer dashi, add curry, serve hot.\n", "recipes")
    mind.write_profile("Haruka likes the sea.")
