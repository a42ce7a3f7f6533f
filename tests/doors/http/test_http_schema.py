"""The description of the API against the API itself: whatever the schema allows, and what it does not, is answered as
described, and nothing makes the server fail."""

# I3

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.generation.modes import GenerationMode

from omoide.doors.http.app import make_app
from omoide.doors.http.serving import guarded
from omoide.doors.wire.keys import Keys
from omoide.doors.wire.listening import Listening, listen
from omoide.doors.wire.minds import Minds
from tests.mind.world import Clock, mind_in

BOUNDED = settings(
    max_examples=2, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)  # fmt: skip


@pytest.fixture
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[schemathesis.BaseSchema]:
    """A real server on a free port, over a home in which something was lived."""
    home = tmp_path_factory.mktemp("home")
    (home / "settings.toml").write_text("[http]\nrequests_per_second = 0\n")
    with mind_in(home) as mind:
        for text in ("My cat is called Mochi.", "I moved to Nara.", "猫の名前はモチです。"):
            mind.remember(text)
        mind.ask_question("What is Mochi's birthday?")
        mind.add_goal("Learn to bake")
    minds = Minds(home, "aoi", "me", "en", {"clock": Clock()})
    listener = listen(Listening("127.0.0.1", 0, ""))
    whole = guarded(make_app(minds, Keys()), minds, Keys(), ("127.0.0.1",))
    server = uvicorn.Server(uvicorn.Config(whole, log_config=None, timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield schemathesis.openapi.from_url(f"http://127.0.0.1:{listener.getsockname()[1]}/openapi.json")
    finally:
        server.should_exit = True
        thread.join()


def test_the_api_is_as_it_is_described(api: schemathesis.BaseSchema) -> None:
    for found in api.get_all_operations():
        operation = found.ok()
        for mode in GenerationMode.POSITIVE, GenerationMode.NEGATIVE:

            @BOUNDED
            @given(case=operation.as_strategy(generation_mode=mode))
            def ask(case: schemathesis.Case) -> None:
                case.call_and_validate()

            with suppress(Unsatisfiable):  # nothing can be wrong with a request that takes nothing
                ask()
