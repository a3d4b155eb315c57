"""Upper bounds of what one player can have, as far as sums of the best of everything can tell."""

from dataclasses import dataclass

from pixies_env.havresac.board_tables import (
    Cards,
    Chests,
    Effects,
    GainTable,
    GloryTable,
    Supply,
)
from pixies_env.havresac.names import MONSTERS


@dataclass(frozen=True)
class Points:
    """The tables of a board on which Glory and victory points depend."""

    cards: Cards
    chests: Chests
    effects: Effects
    glory: GloryTable
    gains: GainTable
    supply: Supply

    def monsters(self, each: object) -> int:
        """Sum over all monsters of a number that a table has for each kind."""
        return sum(getattr(each, kind) * len(getattr(self.cards, kind)) for kind in MONSTERS)

    def highest_glory(self) -> int:
        """Glory of all rounds together: villages in each of them, creatures and Cups once."""
        glory = self.supply.rounds * max(self.glory.village_column, default=0)
        glory += len(self.cards.fairy) * max(self.glory.fairy_column)
        return glory + self.chests.cup * self.effects.cup_glory + self.monsters(self.glory.monster)

    def highest_vp_of_table(self) -> int:
        """Victory points but for those of Glory above the gain table."""
        hunted = sum(len(getattr(self.cards, kind)) for kind in MONSTERS)
        return self.supply.rounds * max(self.gains.vp) + hunted * self.effects.night_huntress_vp

    def highest_vp(self) -> int:
        """Victory points before the final score is counted."""
        return self.highest_vp_of_table() + self.gains.vp_per_glory_above * self.highest_glory()
