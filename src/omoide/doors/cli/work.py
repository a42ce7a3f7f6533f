"""omoide work: a worker that lives the nights of all personas which a server keeps, beside other workers."""

from __future__ import annotations

import logging
import os
from typing import Annotated

from typer import Option

from omoide.doors.cli.inputs import whole
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, print_json
from omoide.doors.cli.words import say


def work(
    at: Place,
    concurrency: Annotated[
        str | None,
        Option(metavar="N", help=say("How many jobs at a time (1).", "同時に進める仕事の数（1）。")),
    ] = None,
    once: Annotated[
        bool, Option("--once", help=say("End when no night is due.", "過ごすべき夜がなくなったら終わる。"))
    ] = False,
    status: Annotated[
        bool, Option("--status", help=say("Say how far all are; live nothing.", "進み具合を示すだけにする。"))
    ] = False,
) -> None:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # workers are many; each has a core at most
    number = whole("--concurrency", concurrency or "1", 1, 64) or 1
    if status:
        return _tell(at)
    from omoide.compose import make_home
    from omoide.doors.wire.json_logs import log_as_json
    from omoide.fleet import Workers

    log_as_json(logging.INFO)
    for library in ("procrastinate", "psycopg.pool"):  # they would write names of persons; we tell ourselves
        logging.getLogger(library).setLevel(logging.CRITICAL)
    lived = Workers(make_home(at.folder())).run(number, once)
    if at.json:
        print_json({"lived": lived})
    else:
        line(say("Lived {count} nights.", "過ごした夜: {count}", count=lived))


def _tell(at: Place) -> None:
    from omoide.fleet import how_far

    found = how_far(at.folder())
    if at.json:
        return print_json(found)
    line(
        say(
            "{over} of {scopes} nights are over, {due} are due. Jobs: {jobs_waiting} wait, {jobs_working} are worked"
            " on, {jobs_given_up} were given up. Workers: {workers}.",
            "夜は {scopes} のうち {over} が済み、残りは {due} です。仕事: 待ち {jobs_waiting}、"
            "進行中 {jobs_working}、断念 {jobs_given_up}。ワーカー: {workers}。",
            **found,
        )
    )
