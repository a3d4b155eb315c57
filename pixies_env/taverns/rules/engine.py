"""Puts the phases together."""

from pixies_env.core.kit import rulebook
from pixies_env.taverns.rules.cooking import COOKING
from pixies_env.taverns.rules.effects import EFFECTS
from pixies_env.taverns.rules.effects_choice import CHOOSING
from pixies_env.taverns.rules.free_actions import FREE_ACTIONS
from pixies_env.taverns.rules.gathering import GATHERING
from pixies_env.taverns.rules.hunting import HUNTING
from pixies_env.taverns.rules.locations import LOCATIONS
from pixies_env.taverns.rules.movement import MOVEMENT
from pixies_env.taverns.rules.opening import SETUP
from pixies_env.taverns.rules.round_end import ROUND_END
from pixies_env.taverns.rules.round_start import ROUND_START
from pixies_env.taverns.rules.turn import TURNS

legal, apply, chances, apply_chance = rulebook.compose(
    __name__,
    (
        TURNS,
        ROUND_START,
        MOVEMENT,
        FREE_ACTIONS,
        HUNTING,
        COOKING,
        GATHERING,
        LOCATIONS,
        EFFECTS,
        CHOOSING,
        ROUND_END,
        SETUP,
    ),
)
