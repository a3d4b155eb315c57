"""Puts the phases together."""

from pixies_env.core.kit import rulebook
from pixies_env.havresac.rules.adventure import ADVENTURE
from pixies_env.havresac.rules.opening import SETUP
from pixies_env.havresac.rules.recruitment import RECRUITMENT
from pixies_env.havresac.rules.scout import SCOUT

legal, apply, chances, apply_chance = rulebook.compose(
    __name__, (ADVENTURE, RECRUITMENT, SCOUT, SETUP)
)
