"""Set-up: start order, goods that depend on it, permanent skills (rules section 1)."""

from fractions import Fraction
from itertools import combinations, permutations

from .names import SKILLS, make_name
from .questions import Flow, ask, draw
from .state import State


def set_up(
    state: State, draft: str, given_skills: list[str] | None, given_order: list[int] | None
) -> Flow:
    """Start order, then six skills, then each player takes one in reverse turn order."""
    _, order = yield from draw(None, "start_order", lambda: start_orders(state, given_order))
    state.small_order = [int(player) for player in order]
    state.big_order = list(state.small_order)
    give_honey(state)

    _, skills = yield from draw(None, "skills", lambda: skill_sets(state, given_skills))
    state.skills_on_board = set(skills)
    for player in reversed(state.big_order):
        if draft == "drafted":
            _, (skill,) = yield from ask(player, "draft", lambda: draft_options(state))
        elif draft == "dealt":
            _, (skill,) = yield from draw(player, "deal", lambda: deals(state))
        else:
            assert given_skills is not None
            skill = given_skills[player]
        state.skills_on_board.remove(skill)
        state.seats[player].skill = skill


def start_orders(state: State, given_order: list[int] | None) -> dict[str, Fraction]:
    """All orders of the seats are equally likely, unless the order is given."""
    if given_order is not None:
        return {make_name("start_order", *given_order): Fraction(1)}
    orders = list(permutations(range(state.players)))
    return {make_name("start_order", *order): Fraction(1, len(orders)) for order in orders}


def give_honey(state: State) -> None:
    """Everyone but the Queen's favourite receives honey."""
    setup = state.board["setup"]
    for player in state.big_order:
        is_favourite = player == state.favourite()
        honey = setup["honey_of_favourite"] if is_favourite else setup["goods"].get("honey", 0)
        state.take_from_stock(player, "honey", honey)


def skill_sets(state: State, given_skills: list[str] | None) -> dict[str, Fraction]:
    """All sets of laid out skills are equally likely; given skills must be among them."""
    sets = [
        laid_out
        for laid_out in combinations(SKILLS, state.board["setup"]["skills_laid_out"])
        if set(given_skills or []) <= set(laid_out)
    ]
    return {make_name("skills", *laid_out): Fraction(1, len(sets)) for laid_out in sets}


def draft_options(state: State) -> list[str]:
    """Any skill laid out and not taken."""
    return [make_name("draft", skill) for skill in SKILLS if skill in state.skills_on_board]


def deals(state: State) -> dict[str, Fraction]:
    """The skills laid out and not taken, equally likely."""
    left = [skill for skill in SKILLS if skill in state.skills_on_board]
    return {make_name("deal", skill): Fraction(1, len(left)) for skill in left}
