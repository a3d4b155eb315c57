"""How the entries of a board file must fit each other, and what is said when they do not."""

from collections import Counter
from collections.abc import Iterator

from pixies_env.core.kit.board_files import Problem, entries
from pixies_env.havresac import limits
from pixies_env.havresac.board_tables import (
    Cards,
    Chests,
    Effects,
    GainTable,
    GloryTable,
    Guardians,
    Legend,
    Map,
    Maps,
    Supply,
    is_grove,
    is_hut,
    is_label,
)
from pixies_env.havresac.names import GUARDIANS, OBJECTS, SEASONS
from pixies_env.havresac.points import Points

SETUP_SPACES = 3


def _signs_fit(legend: Legend) -> bool:
    """Whether each kind of cell has a sign of its own."""
    return len(legend.signs()) == len(Legend.model_fields) - 1


def _legend(legend: Legend) -> Iterator[Problem]:
    if not _signs_fit(legend):
        yield Problem("legend", "", "two kinds of cell have the same sign, each needs its own")


def _faces(maps: Maps) -> Iterator[tuple[str, Map]]:
    for season in SEASONS:
        yield season, getattr(maps, season)


def _signs(face: Map) -> Counter[str]:
    return Counter(sign for row in face for sign in row)


def _maps(legend: Legend, maps: Maps) -> Iterator[Problem]:
    if not _signs_fit(legend):
        return
    sizes = {season: (len(face), len(face[0])) for season, face in _faces(maps)}
    if len(set(sizes.values())) > 1:
        told = ", ".join(
            f"{season} {rows} x {columns}" for season, (rows, columns) in sizes.items()
        )
        yield Problem("maps", "", f"the sizes differ ({told} cells), both maps need one size")
    for season, face in _faces(maps):
        signs = _signs(face)
        unknown = [sign for sign in signs if sign not in legend.signs() and not is_label(sign)]
        if unknown:
            yield Problem(
                "maps",
                season,
                f"has the sign {unknown[0]!r}, which is neither in [legend] nor a label",
            )
        for kind, number in (("castle", 1), ("setup", SETUP_SPACES)):
            there = signs[getattr(legend, kind)]
            if there != number:
                yield Problem("maps", season, f"has {there} cells {kind!r}, needs {number}")
        twice = [sign for sign, number in signs.items() if is_label(sign) and number > 1]
        if twice:
            yield Problem("maps", season, f"has the label {twice[0]!r} twice, needs each once")
    summer, winter = ({s for s in _signs(face) if is_label(s)} for _, face in _faces(maps))
    for label in sorted(summer ^ winter):
        lacking = "winter" if label in summer else "summer"
        yield Problem("maps", lacking, f"lacks the label {label!r}, which the other map has")


def _chest_cells(legend: Legend, maps: Maps, chests: Chests) -> Iterator[Problem]:
    if not _signs_fit(legend):
        return
    tokens = sum(chests.each(OBJECTS))
    for season, face in _faces(maps):
        cells = _signs(face)[legend.chest]
        if cells != tokens:
            text = f"has {cells} chest cells, needs {tokens}: one for each token in [chests]"
            yield Problem("maps", season, text)


def _labels(cards: Cards) -> Iterator[Problem]:
    counts = Counter(label for _, label in cards.in_order())
    for creature, label in cards.in_order():
        if creature == "fairy" and not is_grove(label):
            text = f"has {label!r}, a Fairy needs the label of a grove, a digit"
            yield Problem("cards", creature, text)
        elif creature != "fairy" and not is_hut(label):
            text = f"has {label!r}, a monster needs the label of a hut, a capital letter"
            yield Problem("cards", creature, text)
        elif counts[label] > 1:
            text = f"has the label {label!r}, which is on {counts[label]} cards, needs each once"
            yield Problem("cards", creature, text)


def _labelled_cells(maps: Maps, cards: Cards) -> Iterator[Problem]:
    on_cards = dict.fromkeys(label for _, label in cards.in_order() if is_label(label))
    for season, face in _faces(maps):
        on_map = {sign for sign in _signs(face) if is_label(sign)}
        lacking = [label for label in on_cards if label not in on_map]
        if lacking:
            yield Problem("maps", season, f"lacks the label {lacking[0]!r}, which a card names")
        unnamed = sorted(on_map - set(on_cards))
        if unnamed:
            text = f"has no card with the label {unnamed[0]!r} of the {season} map"
            yield Problem("cards", "", text)


def _number_of_cards(cards: Cards, supply: Supply) -> Iterator[Problem]:
    if cards.setup != SETUP_SPACES:
        text = f"is {cards.setup}, needs {SETUP_SPACES}: one for each set-up space"
        yield Problem("cards", "setup", text)
    there = len(cards.in_order())
    needed = cards.setup + supply.rounds * cards.per_round
    if there != needed:
        text = (
            f"has {entries(there)}, needs {needed}: setup {cards.setup} and per_round "
            f"{cards.per_round} in {supply.rounds} rounds"
        )
        yield Problem("cards", "", text)


def _chest_tokens(chests: Chests, supply: Supply) -> Iterator[Problem]:
    tokens = sum(chests.each(OBJECTS))
    if tokens != supply.chest_tokens:
        text = (
            f"is {supply.chest_tokens}, needs {tokens}: {', '.join(OBJECTS)} of [chests] together"
        )
        yield Problem("supply", "chest_tokens", text)


def _village_column(glory: GloryTable, supply: Supply) -> Iterator[Problem]:
    there, needed = len(glory.village_column), supply.village_tokens + 1
    if there != needed:
        text = f"has {entries(there)}, needs {needed}: from 0 to all of supply.village_tokens"
        yield Problem("glory", "village_column", text)


def _tokens(guardians: Guardians) -> Iterator[Problem]:
    for guardian in GUARDIANS:
        tokens = getattr(guardians, guardian)
        needed = tokens.bag * limits.MAX_PLAYERS
        if tokens.total < needed:
            text = f"is {tokens.total}, needs {needed} or more: {limits.MAX_PLAYERS} starting bags"
            yield Problem("guardians", f"{guardian}.total", text)


def _victory_points(
    cards: Cards,
    chests: Chests,
    effects: Effects,
    glory: GloryTable,
    gains: GainTable,
    supply: Supply,
) -> Iterator[Problem]:
    """What is given once for each Glory is all that can be more than a state holds."""
    points = Points(cards, chests, effects, glory, gains, supply)
    most = points.highest_vp()
    if most > limits.MAX_VP:
        given = points.gains.vp_per_glory_above
        allowed = (limits.MAX_VP - points.highest_vp_of_table()) // points.highest_glory()
        text = (
            f"is {given}, needs {allowed} or less: a player could have {most} victory points in "
            f"{points.supply.rounds} rounds with Glory of up to {points.highest_glory()}, and a "
            f"state holds {limits.MAX_VP}"
        )
        yield Problem("gains", "vp_per_glory_above", text)


CHECKS = (
    _legend,
    _maps,
    _chest_cells,
    _labels,
    _labelled_cells,
    _number_of_cards,
    _chest_tokens,
    _village_column,
    _tokens,
    _victory_points,
)
"""Each takes the tables that its parameters name."""
