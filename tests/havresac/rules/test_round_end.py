"""Section 2.V: the end of the round."""

from typing import Any

from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from tests.havresac.rules.table import GAME, play, seat, there


def ended(own: dict[str, Any], game=GAME, number: int = 2) -> dict[str, Any]:
    """Player 0 when the round has ended."""
    state = State.from_dict(
        game,
        {
            "players": 1,
            "phase": "recruitment",
            "round": number,
            "seats": [own],
        },
        chance="manual",
    )
    play(state, "end")
    assert state.as_dict()["round"] == number + 1 and state.question == "card"
    return seat(state)


def test_a_tent_is_put_under_each_day_guide_on_whatever_cell() -> None:
    found = ended({"guardians": {"r0c2": "guide", "r4c4": "thief", "r8c8": "guide"}})
    assert found["tents"] == ["r0c2", "r8c8"]


def test_the_night_guide_leaves_no_tent() -> None:
    night = make_game("havresac", faces="night")
    assert ended({"guardians": {"r0c2": "guide"}}, night)["tents"] == []


def test_a_tent_serves_for_one_round() -> None:
    assert ended({"tents": ["r0c2"]})["tents"] == []


def test_a_tent_may_be_left_on_the_cell_of_an_old_one() -> None:
    assert ended({"tents": ["r0c2"], "guardians": {"r0c2": "guide"}})["tents"] == ["r0c2"]


def test_an_idle_guide_and_a_recalled_one_leave_no_tent() -> None:
    idle = {"guide": 1, "warrior": 2, "thief": 1, "priestess": 1}
    assert ended({"idle": idle})["tents"] == []


def test_all_guardians_go_back_into_their_bag() -> None:
    found = ended(
        {
            "guardians": {"r0c2": "guide", "r4c4": "thief", "r4c3": "warrior"},
            "idle": {"warrior": 1, "priestess": 1},
            "bag": {"priestess": 1},
        }
    )
    assert there(found["bag"]) == {"guide": 1, "warrior": 2, "thief": 1, "priestess": 2}
    assert found["guardians"] == {} and there(found["idle"]) == {}


def test_fairies_leave_monsters_stay() -> None:
    creatures = {
        "r0c4": "fairy",
        "r3c4": "fairy",
        "r0c1": "pig",
        "r0c3": "fox",
        "r1c2": "crocodile",
    }
    found = ended({"creatures": creatures}, number=1)
    assert found["creatures"] == {"r0c1": "pig", "r0c3": "fox", "r1c2": "crocodile"}


def test_villages_chests_and_objects_stay() -> None:
    own = {"repaired": ["r0c10"], "opened": ["r1c1", "r1c4"], "objects": {"bow": 1, "boots": 1}}
    found = ended(own)
    assert found["repaired"] == ["r0c10"] and found["opened"] == ["r1c1", "r1c4"]
    assert there(found["objects"]) == {"bow": 1, "boots": 1}
