"""A record as an animated GIF; needs what ``pip install pixies-env[draw]`` installs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pixies_env.adapters.raster import missing, pixels
from pixies_env.core.drawing import draw
from pixies_env.core.files.whole import written_whole

if TYPE_CHECKING:
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

    def image(moment: Moment) -> Bitmap:
        state = moment.state.array
        svg = draw(game, state, seat=seat, event=moment.event, words=moment.words, theme=theme,
                   layout=layout)  # fmt: skip
        return Image.fromarray(pixels(svg, width))

    step = max(1, (len(moments) - 1) // (_SAMPLES - 1))
    samples = [image(moment) for moment in moments[::step]]
    strip = Image.new("RGB", (samples[0].width, sum(sample.height for sample in samples)))
    top = 0
    for sample in samples:
        strip.paste(sample, (0, top))
        top += sample.height
    palette = strip.quantize(_COLOURS)

    def frames() -> Iterator[Bitmap]:
        for done, moment in enumerate(moments, 1):
            yield image(moment).quantize(palette=palette, dither=Image.Dither.NONE)
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
            optimize=False,
        )
