"""Pictures made of pixels, the window, and what is imported when."""

from __future__ import annotations

import copy
import io
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from PIL import Image

from pixies_env.adapters import aec, raster
from pixies_env.adapters.gymnasium_single import SingleSeatEnv
from pixies_env.adapters.gymnasium_vector import SeatVectorEnv
from pixies_env.core.drawing import draw
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from tests.games import hidden_card

LIBRARIES = ("PIL", "pygame", "resvg_py", "pixies_env.core.drawing", "pixies_env.adapters.raster")


@pytest.fixture
def no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows open, but nobody sees them."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def quick(env: Any) -> Any:
    env.metadata["render_fps"] = 1000
    return env


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_png_shows_the_whole_drawing(theme: str) -> None:
    state = State("pixie_queen", 3, seed=1)
    svg = draw(state.game, state.array, theme=theme)
    with Image.open(io.BytesIO(raster.png(svg, 450))) as image:
        seen = np.array(image.convert("RGB"))
    assert seen.shape[1] == 450
    corner = {"light": (255, 255, 255), "dark": (22, 24, 29)}[theme]
    for row, column in ((0, 0), (0, -1), (-1, 0), (-1, -1)):
        assert tuple(seen[row, column]) == corner
    assert len(np.unique(seen.reshape(-1, 3), axis=0)) > 100, "letters and icons are there"
    assert np.array_equal(seen, raster.pixels(svg, 450))


def test_letters_are_drawn_without_fonts_of_the_machine() -> None:
    opening = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">'
    opening += '<rect width="40" height="20" fill="#fff"/>'
    font = 'font-family="Roboto, sans-serif"'
    blank = raster.pixels(f"{opening}</svg>", 40)
    written = raster.pixels(f'{opening}<text y="15" {font}>Ag</text></svg>', 40)
    assert not np.array_equal(blank, written)


def test_agents_environment_returns_pictures_of_what_happened() -> None:
    env = aec.RawEnv(make_game("pixie_queen"), 2, render_mode="rgb_array")
    env.reset(seed=4)
    before = env.render()
    assert isinstance(before, np.ndarray)
    assert before.dtype == np.uint8 and before.shape[1:] == (raster.WIDE, 3)
    env.step(int(np.flatnonzero(env.last()[4]["action_mask"])[0]))
    after = env.render()
    assert after.shape == before.shape and not np.array_equal(before, after)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert np.array_equal(twin.render(), after)
    env.reset(seed=4)
    assert np.array_equal(env.render(), before), "a new game has no last action"


def test_an_illegal_action_is_no_last_action() -> None:
    env = aec.RawEnv(hidden_card.game(), 2, render_mode="rgb_array")
    env.reset(seed=4)
    before = env.render()
    for action in (int(np.flatnonzero(env.last()[4]["action_mask"] == 0)[0]), 10_000, -1):
        with pytest.raises(ValueError, match="not legal"):
            env.step(action)
    assert np.array_equal(env.render(), before)


@pytest.mark.usefixtures("no_screen")
def test_human_mode_opens_a_window_by_itself_and_close_takes_it_away() -> None:
    import pygame

    env = quick(aec.wrapped(aec.RawEnv(hidden_card.game(), 2, render_mode="human"), -1.0))
    pygame.display.quit()
    env.reset(seed=5)
    surface = pygame.display.get_surface()
    assert surface is not None and surface.get_width() == raster.WIDE
    assert pygame.display.get_caption()[0] == "Hidden Card"
    before = pygame.surfarray.array3d(surface)
    env.step(int(np.flatnonzero(env.last()[4]["action_mask"])[0]))
    assert not np.array_equal(before, pygame.surfarray.array3d(pygame.display.get_surface()))
    twin = copy.deepcopy(env)
    env.close()
    assert not pygame.display.get_init()
    twin.close()


def test_window_that_cannot_be_opened_says_what_else_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import pygame

    pygame.display.quit()
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    env = quick(aec.RawEnv(hidden_card.game(), 2, render_mode="human"))
    with pytest.raises(RuntimeError, match="use render_mode='rgb_array' or 'ansi'"):
        env.reset(seed=5)


def test_without_a_screen_nothing_is_shown_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    import pygame

    pygame.display.quit()
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    env = quick(aec.RawEnv(hidden_card.game(), 2, render_mode="human"))
    with pytest.raises(RuntimeError, match=r"no screen.*use render_mode='rgb_array' or 'ansi'"):
        env.reset(seed=5)


@pytest.mark.usefixtures("no_screen")
@pytest.mark.parametrize("mode", ["rgb_array", "ansi", "human"])
def test_single_seat_environment_renders_as_gymnasium_wants(mode: str) -> None:
    env = quick(SingleSeatEnv(hidden_card.game(), 2, render_mode=mode))
    env.reset(seed=6)
    shown = env.render()
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    again = env.render()
    env.close()
    if mode == "human":
        assert shown is None
    elif mode == "ansi":
        assert isinstance(shown, str) and shown != again
    else:
        assert shown.dtype == np.uint8 and not np.array_equal(shown, again)


@pytest.mark.usefixtures("no_screen")
@pytest.mark.filterwarnings("ignore:.*Box observation space:UserWarning")
def test_gymnasium_checks_the_environment_with_pictures() -> None:
    env = gymnasium.make("pixies/PixieQueen-v0", num_players=2, render_mode="rgb_array")
    check_env(env.unwrapped)
    env.reset(seed=1)
    assert env.render().shape[1:] == (raster.WIDE, 3)
    env.close()


def test_many_games_at_once_return_a_picture_each() -> None:
    env = SeatVectorEnv(2, hidden_card.game(), 2, render_mode="rgb_array")
    env.reset(seed=7)
    frames = env.render()
    assert frames is not None and len(frames) == 2
    assert all(frame.dtype == np.uint8 and frame.ndim == 3 for frame in frames)


@pytest.mark.parametrize(
    ("library", "use"),
    [
        ("resvg_py", lambda state: raster.png(draw(state.game, state.array))),
        ("PIL", lambda state: raster.pixels(draw(state.game, state.array))),
    ],
)
def test_missing_library_is_named_with_what_installs_it(
    library: str, use: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError, match=rf"{library}.*pip install 'pixies-env\[draw\]'"):
        use(State(hidden_card.game(), 2))


def test_drawing_is_imported_when_something_is_drawn() -> None:
    """Not by the package, the environments or the command; and then only what SVG needs."""
    program = f"""
import sys
import pixies_env
from pixies_env import pixie_queen_v0
from pixies_env.core.states.state import State
import pixies_env.adapters.gymnasium_vector, pixies_env.adapters.gymnasium_single
import pixies_experiments.cli.app
def loaded():
    return [name for name in {LIBRARIES!r} if name in sys.modules]
env = pixie_queen_v0.env(num_players=2, render_mode="ansi")
env.reset(seed=1)
env.render()
assert not loaded(), loaded()
State("pixie_queen", 2)._repr_html_()
assert loaded() == ["pixies_env.core.drawing"], loaded()
"""
    root = Path(__file__).parents[2]
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
