"""Pictures made of pixels from drawings; needs what ``pip install pixies-env[draw]`` installs.

Letters are those of DejaVu, which Matplotlib brings along, so pictures are alike on all machines.
"""

from __future__ import annotations

import io
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pixies_env.core.drawing import draw

if TYPE_CHECKING:
    from pixies_env.core.events import Event
    from pixies_env.core.game import Game

WIDE, NARROW = 900, 390
"""Usual widths of the two layouts in pixels."""


def missing(library: ImportError) -> ImportError:
    """The error where a library for drawing is not installed."""
    return ImportError(
        f"pictures need {library.name}, which is not installed: pip install 'pixies-env[draw]'",
        name=library.name,
    )


def png(svg: str, width: int = WIDE) -> bytes:
    """PNG of an SVG with an explicit theme, so many pixels wide.

    ImportError says what to install where the libraries are missing.
    """
    try:
        import resvg_py
    except ImportError as error:
        raise missing(error) from error
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=[str(font) for font in fonts()],
            sans_serif_family="DejaVu Sans",
            monospace_family="DejaVu Sans Mono",
        )
    )


def fonts() -> list[Path]:
    """Files of the fonts of pictures: plain, bold, and with letters of the same width."""
    library = find_spec("matplotlib")
    if library is None or not library.submodule_search_locations:
        raise missing(ImportError(name="matplotlib"))
    folder = Path(library.submodule_search_locations[0]) / "mpl-data" / "fonts" / "ttf"
    return [folder / f"{name}.ttf" for name in ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono")]


def pixels(svg: str, width: int = WIDE) -> np.ndarray:
    """The same as uint8 ``(height, width, 3)``."""
    try:
        from PIL import Image
    except ImportError as error:
        raise missing(error) from error
    with Image.open(io.BytesIO(png(svg, width))) as image:
        return np.array(image.convert("RGB"))


def frame(game: Game, state: np.ndarray, event: Event | None = None) -> np.ndarray:
    """What ``render_mode="rgb_array"`` returns: the whole table, light, uint8 ``(h, w, 3)``."""
    return pixels(draw(game, state, event=event, theme="light"), WIDE)
