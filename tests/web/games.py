"""Games that are played by agents alone."""

from __future__ import annotations

from pixies_experiments.web.model import Table
from pixies_experiments.web.thinking import Thinker


def play_out(table: Table) -> None:
    """Let the agents of a table play to the end."""
    thinker = Thinker(table.game)
    while (spec := table.agent_due) is not None:
        stream = table.timeline.stream
        table.decide(thinker.choose(spec, table.state, stream, table.cursor))
