"""What a player has: gold, energy, runes, prestige. Nothing falls below 0."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.zones import put


@rule
def gain_gold(state: Any, player: Any, amount: Any) -> None:
    """Gain gold, or lose it."""
    state.gold[player] = max(int(state.gold[player]) + amount, 0)


@rule
def gain_prestige(state: Any, player: Any, amount: Any) -> None:
    """Gain prestige, or lose it."""
    state.prestige[player] = max(int(state.prestige[player]) + amount, 0)


@rule
def gain_energy(state: Any, board: Any, player: Any, amount: Any) -> None:
    """Gain energy, or lose it; what exceeds the limit is lost."""
    energy = int(state.energy[player]) + amount
    state.energy[player] = max(min(energy, int(board.max_energy)), 0)


@rule
def gain_runes(state: Any, board: Any, player: Any, amount: Any) -> None:
    """Gain runes, or lose them; what exceeds the limit is lost."""
    runes = int(state.runes[player]) + amount
    state.runes[player] = max(min(runes, int(board.max_runes)), 0)


@rule
def store_from_supply(state: Any, player: Any, kind: Any) -> None:
    """An ingredient out of the supply is stored."""
    put(state.reserve[player], kind, 1)
