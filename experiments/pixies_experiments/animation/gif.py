"""A record as an animated GIF; needs what ``pip install pixies-env[draw]`` installs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from joblib import Parallel, delayed

from pixies_env.adapters.raster import missing, pixels
from pixies_env.core.compilation.cores import usable_cores
from pixies_env.core.drawing import Picture, picture
from pixies_env.core.drawing.draw import arranged, svg
from pixies_env.core.files.whole import written_whole

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image as Bitmap

    from pixies_env.core.drawing import Observer
    from pixies_env.core.game import Game
    from pixies_experiments.replays import Moment

_COLOURS = 128
"""Of the common palette; more make larger files and no difference to be seen."""
_SAMPLES = 3
"""Pictures from which the palette is made."""
LAST = 3
"""The last picture stays so many times as long as the others."""
_FEW = 40
"""Pictures that are drawn sooner than another process is there."""


def spread(moments: Sequence[Moment], most: int) -> Sequence[Moment]:
    """At most so many moments, two or more, evenly over the game with its start and its end."""
    if len(moments) <= most:
        return moments
    last = len(moments) - 1
    return [moments[round(place * last / (most - 1))] for place in range(most)]


def write_gif(
    path: Path,
    game: Game,
    moments: Sequence[Moment],
    *,
    seat: int | Observer | None = None,
    theme: str = "light",
    layout: str = "wide",
    width: int,
    seconds: float,
    told: Callable[[int], None] = lambda done: None,
) -> None:
    """Write one picture for each moment, ``seconds`` long; ``told`` hears how many are drawn.

    The file appears when all is written. ImportError says what to install.
    """
    try:
        from PIL import Image
    except ImportError as error:
        raise missing(error) from error

    def shown(moment: Moment) -> Picture:
        state = moment.state.array
        return picture(game, state, seat=seat, event=moment.event, words=moment.words)

    def svg_of(moment: Moment) -> str:
        return svg(game, shown(moment), theme, layout)

    def height_of(moment: Moment) -> int:
        wide, high, _ = arranged(shown(moment).columns, layout)
        return math.ceil(high * width / wide)

    # Where a drawing grows in the course of a game, all pictures are as high as the highest.
    height = max(map(height_of, moments))

    def laid_out(found: np.ndarray) -> Bitmap:
        ground = tuple(map(int, found[0, 0]))
        whole = Image.new("RGB", (width, height), ground)
        whole.paste(Image.fromarray(found))
        return whole

    samples = [laid_out(pixels(svg_of(moment), width)) for moment in spread(moments, _SAMPLES)]
    strip = Image.new("RGB", (samples[0].width, sum(sample.height for sample in samples)))
    top = 0
    for sample in samples:
        strip.paste(sample, (0, top))
        top += sample.height
    palette = strip.quantize(_COLOURS)

    def frames() -> Iterator[Bitmap]:
        # What draws the pixels keeps to one core of a process.
        processes = min(usable_cores(), 1 + len(moments) // _FEW)
        drawn = Parallel(processes, return_as="generator")(
            delayed(pixels)(svg_of(moment), width) for moment in moments
        )
        for done, found in enumerate(drawn, 1):
            yield laid_out(found).quantize(palette=palette, dither=Image.Dither.NONE)
            told(done)

    drawn = frames()
    milliseconds = round(1000 * seconds)
    durations = [milliseconds] * (len(moments) - 1) + [milliseconds * LAST]
    with written_whole(path) as aside:
        next(drawn).save(
            aside,
            "GIF",
            save_all=True,
            append_images=drawn,
            duration=durations,
            loop=0,
            optimize=True,  # what stays as it was takes no room
        )
