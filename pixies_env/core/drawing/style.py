"""Colours and style sheet of drawings.

The colours of seats are those of Okabe and Ito (Color Universal Design, 2008), which people who
are colour-blind can tell apart; seats have shapes and numbers besides. Classes ``f-NAME`` fill and
``s-NAME`` stroke with a colour. Explicit themes name colours directly, which every SVG viewer
understands; ``auto`` follows the reader's choice through CSS variables.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Template

Colours = Mapping[str, tuple[str, str]]
"""Each name with its colour on a light and on a dark ground."""

THEMES = ("auto", "light", "dark")

COMMON: Colours = {
    "paper": ("#ffffff", "#16181d"),
    "panel": ("#f4f3ef", "#23262d"),
    "raised": ("#e6e4dc", "#343842"),
    "line": ("#8c8a83", "#777c88"),
    "ink": ("#1c1c1c", "#f0efe9"),
    "muted": ("#55534e", "#b7b8bd"),
    "loss": ("#a33a00", "#ff9d66"),
    "gain": ("#00654a", "#4fd6ab"),
    "mark": ("#b3006b", "#ff8ccb"),
    "choice": ("#00619c", "#6cc1f5"),
    "seat0": ("#0072b2", "#56b4e9"),
    "seat1": ("#e69f00", "#e69f00"),
    "seat2": ("#009e73", "#00b585"),
    "seat3": ("#cc79a7", "#dc8fba"),
    "seat4": ("#d55e00", "#f0742a"),
}
"""``mark``: what just happened. ``choice``: what can be done. ``raised``: something on a panel."""

ON_SEATS: Colours = {
    "seat0": ("#ffffff", "#10131a"),
    "seat1": ("#10131a", "#10131a"),
    "seat2": ("#10131a", "#10131a"),
    "seat3": ("#10131a", "#10131a"),
    "seat4": ("#10131a", "#10131a"),
}
"""Of the number on a seat's token, class ``t-NAME``."""

FONTS = "Roboto, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
FIXED_FONTS = "Consolas, Menlo, monospace"
"""Of the reader's machine; all there are is about as wide as DejaVu Sans or narrower."""

_LOOK = Template("""\
div$scope{background:$paper}
$scope text{font-family:$fonts}
$scope .fixed{font-family:$fixed}
$scope .b{font-weight:700}
$scope .am{text-anchor:middle}
$scope .ae{text-anchor:end}
$scope .none{fill:none}
$scope .thin{stroke-width:.7}
$scope .wide{stroke-width:2}
$scope .quiet{pointer-events:none}
$scope .bar{stroke-width:5}
$scope .dash{stroke-dasharray:3 3}
$scope .gone{opacity:.4}
$scope .last>.edge{stroke:$mark;stroke-width:2.5}
$scope .target>.edge{stroke:$choice;stroke-width:2.5}
$scope .target{cursor:pointer}
$scope .hint>.edge,$scope .target:hover>.edge,$scope .target:focus>.edge\
{stroke:$choice;stroke-width:4}
$scope .target:focus{outline:none}
""")


def style_sheet(scope: str, colours: Colours, theme: str) -> str:
    """Rules for drawings of one class and theme; ValueError if there is no such theme."""
    if theme not in THEMES:
        raise ValueError(f"theme must be one of {', '.join(THEMES)}, not {theme!r}")
    names = {**COMMON, **colours}
    written = {f"on-{name}": pair for name, pair in ON_SEATS.items()}
    everything = {**names, **written}
    if theme == "auto":
        used = {name: f"var(--px-{name})" for name in everything}
        rules = _variables(scope, everything)
    else:
        used = {name: pair[THEMES.index(theme) - 1] for name, pair in everything.items()}
        rules = []
    rules.append(
        _LOOK.substitute(
            scope=scope,
            fonts=FONTS,
            fixed=FIXED_FONTS,
            paper=used["paper"],
            mark=used["mark"],
            choice=used["choice"],
        )
    )
    rules += [f"{scope} .f-{name}{{fill:{used[name]}}}" for name in names]
    rules += [f"{scope} .s-{name}{{stroke:{used[name]}}}" for name in names]
    rules += [f"{scope} .t-{name}{{fill:{used['on-' + name]}}}" for name in ON_SEATS]
    return "\n".join(rules)


def _variables(scope: str, colours: Colours) -> list[str]:
    """Variables of the theme ``auto``: the reader's choice, then that of the page around.

    Pages that let one choose say so as ``data-theme`` on a root element; notebooks of JupyterLab
    and of VS Code in ways of their own.
    """
    light = ";".join(f"--px-{name}:{pair[0]}" for name, pair in colours.items())
    dark = ";".join(f"--px-{name}:{pair[1]}" for name, pair in colours.items())
    in_light = ('[data-theme="light"]', '[data-jp-theme-light="true"]', ".vscode-light")
    in_dark = ('[data-theme="dark"]', '[data-jp-theme-light="false"]', ".vscode-dark")
    return [
        f"{scope}{{{light}}}",
        f"@media (prefers-color-scheme:dark){{{scope}{{{dark}}}}}",
        f"{','.join(f'{page} {scope}' for page in in_light)}{{{light}}}",
        f"{','.join(f'{page} {scope}' for page in in_dark)}{{{dark}}}",
    ]
