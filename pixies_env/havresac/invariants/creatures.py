"""The creatures: where cards have put them, and what the players have taken of them.

Which of the cards turned came in the set-up, in earlier rounds and in this one is not kept. What
is checked is that there can have been such cards, the same for all players.
"""

from typing import Any

import numpy as np

from pixies_env.core.compilation.bits import count_bits
from pixies_env.core.compilation.compile import rule
from pixies_env.havresac.invariants.progress import cards_of_round, glories, has_begun
from pixies_env.havresac.invariants.violations import Wrong
from pixies_env.havresac.names import (
    CREATURES,
    FIRST_CREATURE,
    MONSTERS,
    Creature,
    Phase,
)
from pixies_env.havresac.places import WORDS, has
from pixies_env.havresac.state import occupant_at

_NONE, _ONE = np.uint64(0), np.uint64(1)


@rule
def cards_lying(state: Any, board: Any, player: Any) -> Any:
    """Cards whose creature is on the cell that they name; bits as in ``cards_left``."""
    cards = _NONE
    for card in range(int(board.cards)):
        creature = FIRST_CREATURE + int(board.card_creature[card])
        if occupant_at(state, player, int(board.card_place[card])) == creature:
            cards |= _ONE << np.uint64(card)
    return cards


@rule
def cards_at_tents(state: Any, board: Any, player: Any) -> Any:
    """Cards that name a cell with a Tent of the player."""
    cards = _NONE
    for card in range(int(board.cards)):
        if has(state.tents[player], int(board.card_place[card])):
            cards |= _ONE << np.uint64(card)
    return cards


@rule
def in_setup_spaces(state: Any, board: Any, player: Any, creature: Any) -> Any:
    """Creatures of one kind on a player's set-up spaces."""
    number = 0
    for space in range(int(board.setup_cards)):
        place = int(board.setup_places[space])
        if occupant_at(state, player, place) == FIRST_CREATURE + creature:
            number += 1
    return number


@rule
def on_board(state: Any, board: Any, player: Any, creature: Any) -> Any:
    """Creatures of one kind on a player's board."""
    lying = cards_lying(state, board, player) & board.creature_cards[creature]
    return count_bits(lying) + in_setup_spaces(state, board, player, creature)


@rule
def check_creatures(state: Any, board: Any) -> Any:
    """All creatures are somewhere, and every player has met the same cards."""
    code = Wrong.FINE
    for player in range(int(state.players)):
        if code == Wrong.FINE:
            code = _check_places(state, board, player)
        if code == Wrong.FINE:
            code = _check_numbers(state, board, player)
        if code == Wrong.FINE:
            code = _check_taken(state, board, player)
    if code == Wrong.FINE:
        code = _check_setup_spaces(state, board)
    if code == Wrong.FINE:
        code = _check_same_cards(state, board)
    return code


@rule
def _check_places(state: Any, board: Any, player: Any) -> Any:
    """Each creature is where a card turned, or the set-up, has put it."""
    lying = cards_lying(state, board, player)
    if lying & state.cards_left != 0 or (state.phase == Phase.SETUP and lying != 0):
        return Wrong.CREATURES_STRAY
    there, known = 0, count_bits(lying)
    for word in range(WORDS):
        there += count_bits(state.occupants[player, 3, word])
    for creature in range(len(CREATURES)):
        known += in_setup_spaces(state, board, player, creature)
    if there != known:
        return Wrong.CREATURES_STRAY
    # Fairies of the set-up have left the game when the first round ended.
    if state.round_number > 1 and in_setup_spaces(state, board, player, Creature.FAIRY) > 0:
        return Wrong.CREATURES_STRAY
    return Wrong.FINE


@rule
def _check_numbers(state: Any, board: Any, player: Any) -> Any:
    """Monsters are conserved; Fairies may have left, but not before a round has ended."""
    turned = board.all_cards & ~state.cards_left
    for creature in range(len(CREATURES)):
        gains = int(state.gains[player, creature])
        if creature == Creature.FAIRY:
            kept = int(state.fairies[player])
        else:
            kept = int(state.hunted[player, creature - 1])
        if gains < 0 or kept < 0:
            return Wrong.CREATURES_LOST
        met = count_bits(turned & board.creature_cards[creature])
        total = gains + kept + on_board(state, board, player, creature)
        left = creature == Creature.FAIRY and state.round_number > 1
        if total > met or (total < met and not left):
            return Wrong.CREATURES_LOST
    return Wrong.FINE


@rule
def _check_taken(state: Any, board: Any, player: Any) -> Any:
    """Gains are of this round; who has not played yet took by Tents alone, and has the rest."""
    gains, kept = 0, int(state.fairies[player])
    for creature in range(len(CREATURES)):
        gains += int(state.gains[player, creature])
    for monster in range(len(MONSTERS)):
        kept += int(state.hunted[player, monster])
    if kept > 0 and glories(state) == 0:
        return Wrong.TAKEN
    if has_begun(state, player):
        return Wrong.FINE if gains == 0 or state.phase == Phase.ADVENTURE else Wrong.TAKEN
    tents = cards_at_tents(state, board, player) & ~state.cards_left
    for creature in range(len(CREATURES)):
        caught = count_bits(tents & board.creature_cards[creature])
        if int(state.gains[player, creature]) > caught:
            return Wrong.TAKEN
    came, lying = cards_of_round(state, board), count_bits(cards_lying(state, board, player))
    if gains > came or gains + lying < came:
        return Wrong.TAKEN
    return Wrong.TAKEN if state.round_number == 1 and lying != came else Wrong.FINE


@rule
def _check_setup_spaces(state: Any, board: Any) -> Any:
    """All players have had the same creature on each set-up space."""
    for space in range(int(board.setup_cards)):
        place, common = int(board.setup_places[space]), 0
        for player in range(int(state.players)):
            creature = occupant_at(state, player, place)
            if creature < FIRST_CREATURE:
                creature = 0
            if creature != 0 and common != 0 and creature != common:
                return Wrong.CARDS_DIFFER
            common = max(common, creature)
            put = state.phase != Phase.SETUP or space < int(state.turned)
            if creature != 0 and not put:
                return Wrong.CREATURES_STRAY
            if creature == 0 and put and state.round_number <= 1 and not has_begun(state, player):
                return Wrong.TAKEN
    return Wrong.FINE


@rule
def _common_setup(state: Any, board: Any, creature: Any) -> Any:
    """Set-up spaces on which any player still has a creature of this kind."""
    number = 0
    for space in range(int(board.setup_cards)):
        place, found = int(board.setup_places[space]), False
        for player in range(int(state.players)):
            if occupant_at(state, player, place) == FIRST_CREATURE + creature:
                found = True
        number += 1 if found else 0
    return number


@rule
def _check_same_cards(state: Any, board: Any) -> Any:
    """There can be cards of the set-up, of earlier rounds and of this one that all have met."""
    players, number = int(state.players), int(state.round_number)
    turned = board.all_cards & ~state.cards_left
    lying = _NONE
    for player in range(players):
        lying |= cards_lying(state, board, player)
    setup = int(state.turned) if state.phase == Phase.SETUP else int(board.setup_cards)
    free = count_bits(turned & ~lying)
    kept = 0
    for creature in range(len(CREATURES)):
        of_kind = board.creature_cards[creature]
        # No card of the set-up has put its creature on the cell that it names.
        if _common_setup(state, board, creature) > count_bits(turned & ~lying & of_kind):
            return Wrong.CARDS_DIFFER
        most, caught = 0, 0
        for player in range(players):
            if creature == Creature.FAIRY:
                most = max(most, int(state.fairies[player]))
            else:
                most = max(most, int(state.hunted[player, creature - 1]))
            if not has_begun(state, player):
                caught = max(caught, int(state.gains[player, creature]))
        kept += most
        # What Tents have caught came in this round, what Glory has counted before.
        if most + caught > count_bits(turned & of_kind):
            return Wrong.CARDS_DIFFER
    done = glories(state)
    if done > 0 and kept > setup + int(board.cards_per_round) * done:
        return Wrong.CARDS_DIFFER
    if state.phase == Phase.SCOUT or state.phase == Phase.ADVENTURE:
        flown = _fairies_of_round(state, board, 0)
        for player in range(1, players):
            if _fairies_of_round(state, board, player) != flown:
                return Wrong.CARDS_DIFFER
        if number > 1:
            seen = count_bits(lying & board.creature_cards[Creature.FAIRY])
            if flown < seen or flown > cards_of_round(state, board):
                return Wrong.CARDS_DIFFER
            free -= flown - seen
    elif number > 1:
        if count_bits(lying & board.creature_cards[Creature.FAIRY]) > cards_of_round(state, board):
            return Wrong.CARDS_DIFFER
    return Wrong.FINE if free >= setup else Wrong.CARDS_DIFFER


@rule
def _fairies_of_round(state: Any, board: Any, player: Any) -> Any:
    """Fairies that came in this round, in the first one those of the set-up too."""
    return on_board(state, board, player, Creature.FAIRY) + int(state.gains[player, Creature.FAIRY])
