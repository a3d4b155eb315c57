"""What each seat has: the faces of the tiles, which all share, and the Guardians that it bought."""

import numpy as np

from pixies_env.core.game import Factor, FactorValues, Gained
from pixies_env.havresac.limits import MAX_PLAYERS
from pixies_env.havresac.names import FACES, FIRST_GUARDIAN, GUARDIANS, Face
from pixies_env.havresac.state import CREATURE_PLANE

POWERS = tuple(f"{face} {guardian}" for guardian in GUARDIANS for face in FACES)
"""The twelve powers: each Guardian with each face."""
NIGHTS = tuple(f"{FACES[Face.NIGHT]} {guardian}" for guardian in GUARDIANS)

FACTORS = (
    Factor(
        "power",
        POWERS,
        "a Guardian bought, with the face of its tile in that game",
        several=True,
        gained=Gained.PLAY,
    ),
    Factor(
        "face",
        NIGHTS,
        "the Guardians whose tiles show the night face, the same for all players; the others show "
        "the day face",
        several=True,
    ),
)


def factors(board: np.ndarray, states: np.ndarray) -> dict[str, FactorValues]:
    """Both factors of some games, by name. Who bought a Guardian first is not known."""
    seated = np.arange(MAX_PLAYERS) < states["players"].astype(np.int64)[:, None]
    unknown = np.zeros(seated.shape, np.int64)

    by_night = states["faces"] == Face.NIGHT
    nights = by_night[:, None, :] & seated[..., None]

    bought = _tokens(states) > board["starting_bag"][0].astype(np.int64)
    # Day and night of a Guardian lie side by side, as in POWERS.
    in_play = np.stack([~by_night, by_night], axis=-1)
    powers = bought[..., None] & in_play[:, None] & seated[..., None, None]
    return {
        "power": FactorValues(
            powers.reshape(*seated.shape, len(POWERS)), in_play.reshape(-1, len(POWERS)), unknown
        ),
        "face": FactorValues(nights, by_night, unknown),
    }


def _tokens(states: np.ndarray) -> np.ndarray:
    """Guardians of each kind in bags, set aside and on boards, int64 ``(games, seats, kinds)``."""
    found = states["bag"].astype(np.int64) + states["idle"]
    planes = states["occupants"]
    for guardian in range(len(GUARDIANS)):
        cells = ~planes[:, :, CREATURE_PLANE]
        for plane in range(CREATURE_PLANE):
            holds = FIRST_GUARDIAN + guardian >> plane & 1
            cells &= planes[:, :, plane] if holds else ~planes[:, :, plane]
        found[..., guardian] += np.bitwise_count(cells).sum(axis=-1, dtype=np.int64)
    return found
