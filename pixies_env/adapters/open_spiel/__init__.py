"""OpenSpiel: importing this registers the games with ``pyspiel``; its bots can take seats here.

::

    import pyspiel
    import pixies_env.adapters.open_spiel

    game = pyspiel.load_game("pixie_queen_v0(players=3,skills=dealt)")

See ``docs/open_spiel.md``. It needs ``pip install pixies-env[openspiel]``; ImportError says so.
"""

from __future__ import annotations

try:
    import pyspiel
except ImportError as error:
    raise ImportError(
        f"OpenSpiel's view of the games needs {error.name}, which is not installed: "
        "pip install 'pixies-env[openspiel]'",
        name=error.name,
    ) from error

from pixies_env.adapters.names import module_name
from pixies_env.adapters.open_spiel.bots import BotAgent
from pixies_env.adapters.open_spiel.game import SpielGame, loadable, type_of
from pixies_env.registry import game_versions, make_game

__all__ = ["BotAgent", "SpielGame", "register_games"]


def register_games() -> None:
    """Let ``pyspiel.load_game`` know all games of the registry that it does not know yet.

    Games that are registered later are there after another call.
    """
    known = set(pyspiel.registered_names())
    for name, version in game_versions().items():
        identity = module_name(name, version)
        if identity not in known:
            game = make_game(name)
            pyspiel.register_game(type_of(game), loadable(name, game.options))


register_games()
