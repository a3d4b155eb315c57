"""OpenSpiel's searches by the name of an agent, without loading OpenSpiel before one is made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

from pixies_env.core.agents import Agent
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentKind, AgentSpecError, Range, check_ranges, option


@dataclass(frozen=True)
class BotOptions:
    """Options of the searches."""

    bot: Literal["mcts", "ismcts"] = option(
        "mcts", "MCTSBot, which searches one world, or ISMCTSBot, which imagines many", first=True
    )
    simulations: int = option(100, "simulations for each decision", Range(1, 10**6))
    uct_c: float = option(2.0, "how much the search explores", Range(0, 1000))

    def __post_init__(self) -> None:
        check_ranges(self)


def _make(game: Game, options: BotOptions) -> Agent:
    try:
        from pixies_env.adapters.open_spiel import bots
    except ImportError as error:
        raise AgentSpecError(f"the agent 'openspiel' needs a package: {error}") from error
    if options.bot == "ismcts" and not game.has_secrets:
        raise ValueError("bot=ismcts is for games with secrets; this one has none: bot=mcts")
    make = bots.make_ismcts if options.bot == "ismcts" else bots.make_mcts
    make_bot = partial(make, options.simulations, options.uct_c)
    return bots.BotAgent(game, make_bot, f"openspiel:{options.bot}")


OPENSPIEL = AgentKind("openspiel", "A search of OpenSpiel.", _make, BotOptions)
"""OpenSpiel's searches."""
