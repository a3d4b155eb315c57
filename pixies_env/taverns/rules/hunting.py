"""Section 3, the hunt: dice, damage, counter-attack, rewards, the end of the dragon."""

from typing import Any

from pixies_env.core.compilation.bits import has_bit
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.continuations import push
from pixies_env.core.kit.events import ask, await_chance
from pixies_env.core.kit.numbering import option, outcome
from pixies_env.core.kit.zones import draws, put, take, transfer_all
from pixies_env.taverns.effects import special_of
from pixies_env.taverns.limits import MOST_HUNT_DICE
from pixies_env.taverns.names import (
    NONE,
    ChanceKind,
    Continuation,
    Decision,
    Face,
    ForgeToken,
    Hunt,
    Ingredient,
    Question,
    Roll,
    Symbol,
)
from pixies_env.taverns.rules.effects import carry_out
from pixies_env.taverns.rules.effects_choice import roll_hunt_die
from pixies_env.taverns.rules.gathering import here
from pixies_env.taverns.rules.locations import touches_dragon
from pixies_env.taverns.rules.pockets import load, no_question, wound
from pixies_env.taverns.rules.purse import gain_energy, gain_gold, gain_prestige, gain_runes


@rule
def can_hunt(state: Any, board: Any, player: Any) -> Any:
    """Whether the active minion stands at the dragon and has not hunted in this activation."""
    return (
        state.dragon != NONE
        and state.hunted == 0
        and touches_dragon(state, board, here(state, player))
    )


@rule
def list_hunts(state: Any, board: Any, player: Any, ids: Any, count: Any) -> Any:
    """Append the numbers of dice that can be paid."""
    for dice in range(min(MOST_HUNT_DICE, int(state.energy[player]))):
        count = option(board, Decision.HUNT, dice, ids, count)
    return count


@rule
def hunt(state: Any, board: Any, player: Any, value: Any) -> None:
    """Pay one energy per die; the tokens of the forge work by themselves; the dice are rolled."""
    dice = value + 1
    gain_energy(state, board, player, -dice)
    state.hunted = 1
    state.hunting = Hunt.ATTACK
    for symbol in range(len(Symbol)):
        state.added[symbol] = int(state.forge[player, symbol])
    state.no_claws = 1 if state.forge[player, ForgeToken.NO_CLAWS] > 0 else 0
    state.rows_before = complete_rows(state, board)
    push(state, Continuation.HUNT_DICE, player, dice, 0)


@rule
def roll_hunt_dice(state: Any, board: Any, player: Any, dice: Any, second: Any) -> None:
    """Roll so many dice, one after the other."""
    if dice > 1:
        push(state, Continuation.HUNT_DICE, player, dice - 1, 0)
    roll_hunt_die(state, player, Roll.HUNT)


@rule
def hunt_faces(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """The faces of a hunting die."""
    return draws(board, ChanceKind.HUNT_DIE, board.hunt_die_faces, outcomes, weights)


@rule
def show_face(state: Any, board: Any, player: Any, face: Any) -> None:
    """A die shows a face; one that is rolled again has shown its old one until now."""
    if state.roll == Roll.RETHROW:
        take(state.hunt_dice, int(state.subject), 1)
    put(state.hunt_dice, face, 1)
    state.roll = Roll.NONE
    no_question(state)


# The board of the dragon


@rule
def has_free_space(state: Any, board: Any, row: Any, symbol: Any) -> Any:
    """Whether a row has a free space of a symbol."""
    return int(state.marks[row, symbol]) < int(board.row_spaces[state.dragon, row, symbol])


@rule
def is_complete(state: Any, board: Any, row: Any) -> Any:
    """Whether all spaces of a row are marked."""
    for symbol in range(len(Symbol)):
        if has_free_space(state, board, row, symbol):
            return False
    return True


@rule
def complete_rows(state: Any, board: Any) -> Any:
    """Bits of the rows of which all spaces are marked."""
    rows = 0
    for row in range(int(board.dragon_rows[state.dragon])):
        if is_complete(state, board, row):
            rows |= 1 << row
    return rows


@rule
def is_beaten(state: Any, board: Any) -> Any:
    """Whether no free space is left."""
    return complete_rows(state, board) == (1 << int(board.dragon_rows[state.dragon])) - 1


# Attack points


@rule
def list_rethrows(state: Any, board: Any, player: Any, ids: Any, count: Any) -> Any:
    """Append the faces of dice that a rune rolls again."""
    if state.runes[player] > 0:
        for face in range(len(Face)):
            if state.hunt_dice[face] > 0:
                count = option(board, Decision.RETHROW, face, ids, count)
    return count


@rule
def rethrow(state: Any, board: Any, player: Any, face: Any) -> None:
    """For a rune a hunting die is rolled again."""
    gain_runes(state, board, player, -1)
    state.subject = face
    roll_hunt_die(state, player, Roll.RETHROW)


@rule
def strike(state: Any, board: Any, player: Any, value: Any) -> None:
    """The attack is over: what follows, the last first."""
    state.hunting = Hunt.STRUCK
    for symbol in range(len(Symbol)):
        state.added[symbol] = int(state.added[symbol]) + int(state.hunt_dice[symbol])
    push(state, Continuation.REWARDS, player, 0, 0)
    if state.hunt_dice[Face.FLAME] > 0:
        push(state, Continuation.SPECIAL_ATTACK, player, 0, 0)
    if state.hunt_dice[Face.CLAW] > 0 and state.no_claws == 0:
        push(state, Continuation.CLAWS, player, int(state.hunt_dice[Face.CLAW]), 0)
    push(state, Continuation.DAMAGE, player, 0, 0)


# Damage


@rule
def _finds_space(state: Any, board: Any, symbol: Any) -> Any:
    for row in range(int(board.dragon_rows[state.dragon])):
        if has_free_space(state, board, row, symbol):
            return True
    return False


@rule
def damage(state: Any, board: Any, player: Any, first: Any, second: Any) -> None:
    """Every sword, then every bow, marks a free space; what finds none is wasted."""
    for symbol in range(len(Symbol)):
        if state.added[symbol] > 0:
            if _finds_space(state, board, symbol):
                push(state, Continuation.DAMAGE, player, 0, 0)
                ask(state, player, Question.MARK)
                return
            state.added[symbol] = 0


@rule
def rows_to_mark(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Rows with a free space of the symbol that is due; values go by symbol, then row."""
    symbol = Symbol.SWORD if state.added[Symbol.SWORD] > 0 else Symbol.BOW
    count = 0
    for row in range(int(board.dragon_rows[state.dragon])):
        if has_free_space(state, board, row, symbol):
            value = int(symbol) * int(board.most_rows) + row
            count = option(board, Decision.MARK, value, ids, count)
    return count


@rule
def mark(state: Any, board: Any, player: Any, value: Any) -> None:
    """A space of the row is marked."""
    symbol, row = value // int(board.most_rows), value % int(board.most_rows)
    take(state.added, symbol, 1)
    put(state.marks[row], symbol, 1)


# Counter-attack


@rule
def claws(state: Any, board: Any, player: Any, left: Any, second: Any) -> None:
    """One wound per claw, one after the other."""
    if left > 1:
        push(state, Continuation.CLAWS, player, left - 1, 0)
    wound(state, board, player, int(state.active))


@rule
def special_attack(state: Any, board: Any, player: Any, first: Any, second: Any) -> None:
    """The special attack, once, however many flames there are."""
    carry_out(state, board, player, special_of(int(state.dragon)))


# Rewards


@rule
def rewards(state: Any, board: Any, player: Any, first: Any, second: Any) -> None:
    """Each row completed in this hunt pays, the top one first; then the dragon may be beaten."""
    dragon, complete = int(state.dragon), complete_rows(state, board)
    for row in range(int(board.dragon_rows[dragon])):
        if has_bit(complete, row) and not has_bit(int(state.rows_before), row):
            gain_gold(state, player, int(board.row_gold[dragon, row]))
            gain_energy(state, board, player, int(board.row_energy[dragon, row]))
            gain_prestige(state, player, int(board.row_prestige[dragon, row]))
            for _ in range(int(board.row_meat[dragon, row])):
                load(state, board, player, int(state.active), Ingredient.MEAT)
    if is_beaten(state, board):
        await_chance(state, player, ChanceKind.TROPHY)
    else:
        end_hunt(state, player)


@rule
def trophies(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """The trophies that nobody has, by prestige."""
    count = 0
    for kind in range(board.trophies.shape[0]):
        if state.trophies_left[kind] > 0:
            copies = int(state.trophies_left[kind])
            count = outcome(board, ChanceKind.TROPHY, kind, copies, outcomes, weights, count)
    return count


@rule
def receive_trophy(state: Any, board: Any, player: Any, kind: Any) -> None:
    """The trophy is kept hidden; dragon and board leave."""
    take(state.trophies_left, kind, 1)
    put(state.trophies[player], kind, 1)
    dragon_leaves(state)
    end_hunt(state, player)


@rule
def dragon_leaves(state: Any) -> None:
    """The dragon leaves with its damage; its location is open."""
    state.dragon = NONE
    state.marks[:, :] = 0


@rule
def end_hunt(state: Any, player: Any) -> None:
    """The tokens of the forge return to the tile."""
    transfer_all(state.forge[player], state.forge_left)
    state.hunting = Hunt.NONE
    state.no_claws = 0
    state.no_wounds = 0
    state.rows_before = 0
    for face in range(len(Face)):
        state.hunt_dice[face] = 0
    for symbol in range(len(Symbol)):
        state.added[symbol] = 0


HUNTING = rulebook.Phase(
    questions=(rulebook.Question(Question.MARK, rows_to_mark, {Decision.MARK: mark}),),
    chances=(
        rulebook.Chance(ChanceKind.HUNT_DIE, hunt_faces, show_face),
        rulebook.Chance(ChanceKind.TROPHY, trophies, receive_trophy),
    ),
    continuations=(
        rulebook.Continuation(Continuation.HUNT_DICE, roll_hunt_dice),
        rulebook.Continuation(Continuation.DAMAGE, damage),
        rulebook.Continuation(Continuation.CLAWS, claws),
        rulebook.Continuation(Continuation.SPECIAL_ATTACK, special_attack),
        rulebook.Continuation(Continuation.REWARDS, rewards),
    ),
)
