"""The hero row, the recipe row, the common mission and what is left of the decks."""

from collections.abc import Iterator

from pixies_env.core.drawing.letters import width_of
from pixies_env.core.drawing.marks import box, group, move, text
from pixies_env.core.drawing.scene import WIDTH, Scene
from pixies_env.taverns import effects
from pixies_env.taverns.drawing_effects import effect_at, mission_in_short
from pixies_env.taverns.drawing_icons import clipped, counted, icon, row_of
from pixies_env.taverns.limits import RECIPE_ROW
from pixies_env.taverns.names import INGREDIENTS
from pixies_env.taverns.words_of_cards import hero_words, mission_words, spoken

_HERO = 74.0
_ACROSS = 4
"""Heroes side by side."""
RECIPES = 62.0
"""Height of the recipe row."""
DECKS = 46.0
"""Height of the common mission and the decks."""


def hero_name(scene: Scene, hero: int) -> str:
    """Name of a hero."""
    return scene.game.outcomes["hero"].arguments[hero][0]


def members(word: int) -> list[int]:
    """Cards of a set, which is a word of bits."""
    return [card for card in range(word.bit_length()) if word >> card & 1]


def heroes_height(scene: Scene) -> float:
    """Height of the hero row, with the space below."""
    return 18 + _HERO * -(-scene.board.heroes_in_row // _ACROSS) + 4


def heroes(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """Parts of the hero row."""
    left = scene.now.heroes_left.bit_count()
    yield "heroes", text(4, y + 12, f"Heroes to hire; {left} in the deck", "f-muted", 10)
    width = (WIDTH + 4) / _ACROSS - 4
    for place, hero in enumerate(members(scene.now.hero_row)):
        at = move((width + 4) * (place % _ACROSS), y + 18 + _HERO * (place // _ACROSS))
        yield f"row-hero-{place}", _hero(scene, hero, width, at)


def hero_told(scene: Scene, hero: int) -> str:
    """All that is printed on a hero, in words."""
    name, cost = spoken(hero_name(scene, hero)), scene.board.hero_cost[hero]
    return f"{name}: {cost} gold, {hero_words(scene.game.board[0], hero)}"


def _hero(scene: Scene, hero: int, width: float, at: str) -> str:
    board = scene.board
    content = [
        box(0, 0, width, _HERO - 5, "f-panel s-line edge", 6),
        clipped(6, 14, spoken(hero_name(scene, hero)), width - 10, size=10.5, bold=True),
        counted("coin", board.hero_cost[hero], 5, 27, 38),
        counted("prestige", board.hero_prestige[hero], width - 40, 27, 36),
    ]
    ability = effect_at(scene, effects.ability_of(hero))
    bonus = effect_at(scene, effects.bonus_of(hero))
    if ability is not None:
        content.append(icon(ability.icon, 11, 44, 12))
        content.append(clipped(19, 47.5, ability.said, width - 23, size=9.5))
    if bonus is not None:
        # What a bonus costs stands before it.
        content.append(icon("energy", 11, 60, 10))
        content.append(text(17, 63.5, f"{board.bonus_price}:", "f-muted", 9.5))
        content.append(icon(bonus.icon, 35, 60, 12))
        content.append(clipped(43, 63.5, bonus.said, width - 47, "f-muted", 9.5))
    return scene.view.spot(f"hero-{hero_name(scene, hero)}", content, hero_told(scene, hero), at)


def recipe_names(scene: Scene) -> list[str]:
    """Names of all recipes."""
    return [recipe for (recipe,) in scene.game.outcomes["recipe"].arguments]


def recipes(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """Parts of the recipe row, from the top; what leaves the last place is discarded."""
    now, names = scene.now, recipe_names(scene)
    left = now.recipes_left.bit_count()
    said = f"Recipes, new ones on place 1; {left} in the deck"
    yield "recipes", text(4, y + 12, said, "f-muted", 10)
    width = (WIDTH + 4) / RECIPE_ROW - 4
    for place, recipe in enumerate(now.recipe_row):
        at = move((width + 4) * place, y + 18)
        if recipe < 0:
            empty = [box(0, 0, width, 40, "f-panel s-line dash thin", 6)]
            empty.append(text(6, 14, place + 1, "f-muted", 9.5))
            yield f"place-{place + 1}", group(empty, at)
            continue
        prestige = scene.board.recipe_prestige[recipe]
        content = [
            box(0, 0, width, 40, "f-panel s-line edge", 6),
            text(6, 14, place + 1, "f-muted", 9.5),
            clipped(18, 14, names[recipe], width - 54, size=9.5),
            counted("prestige", prestige, width - 34, 10, 32, 12),
            *row_of(ingredients_of(scene, recipe), 5, 28, width - 9, 17),
        ]
        told = f"place {place + 1}: {', '.join(ingredients_of(scene, recipe))}"
        told += f", {prestige} prestige"
        yield f"place-{place + 1}", scene.view.spot(f"recipe-{names[recipe]}", content, told, at)


def ingredients_of(scene: Scene, recipe: int) -> list[str]:
    """The list of a recipe."""
    needs = zip(INGREDIENTS, scene.board.recipe_needs[recipe], strict=True)
    return [kind for kind, number in needs for _ in range(number)]


def decks(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """Parts of the common mission and of what lies face down for all."""
    now, board = scene.now, scene.board
    yield "decks", box(0, y, WIDTH, DECKS - 6, "f-panel s-line", 6)
    x = 8.0
    if board.missions_on:
        mission = now.common_mission
        told = mission_words(scene.game.board[0], mission) if mission >= 0 else ""
        yield "common", scene.view.spot("mission-common", _common(scene), told, move(4, y + 2))
    else:
        yield "common", text(x, y + 14, "No missions", "f-muted", 10)
    piles = [
        ("dragon", "dragons", now.dragons_left.bit_count()),
        ("trophy", "trophies", sum(now.trophies_left)),
    ]
    if board.events_on:
        piles.append(("event_good", "events", now.events_left.bit_count()))
    if board.encounters_on:
        piles.append(("encounter", "encounters", now.encounters_left.bit_count()))
    if board.goblin_on:
        piles.append(("pocket", "items", sum(now.items_left)))
    content, x = [], 0.0
    for sign, name, left in piles:
        said = f"{left} {name}"
        if name == "events" and now.event >= 0:
            said = f"event: {spoken(event_name(scene))}"
        width = 20 + 9.5 * width_of(said)
        pile = [box(0, 0, width, 16, "f-panel edge", 4), icon(sign, 8, 8, 13)]
        pile.append(text(17, 12, said, "f-muted", 9.5))
        content.append(scene.view.spot(f"deck-{name}", pile, at=move(x, 0)))
        x += width + 5
    yield "piles", group(content, move(4, y + 21, min(1.0, (WIDTH - 8) / x)))


def event_name(scene: Scene) -> str:
    """Name of the event that is being resolved."""
    return scene.game.outcomes["event"].arguments[scene.now.event][0]


def _common(scene: Scene) -> Iterator[str]:
    yield box(0, 0, WIDTH - 8, 18, "f-panel edge", 4)
    yield icon("mission", 9, 9, 13)
    mission = scene.now.common_mission
    if mission < 0:
        yield text(19, 13, "Common mission", "f-muted", 10)
        return
    yield clipped(19, 13, f"Common mission: {mission_in_short(scene, mission)}", 320, size=10)
    yield counted("prestige", scene.board.mission_prestige[mission], WIDTH - 48, 9, 36)
