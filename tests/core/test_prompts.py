"""What a language model is told: one seat's view, stable, short, nothing that it cannot know."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import numpy as np
import pytest

from pixies_env.core.game import Game, PrintedNumber
from pixies_env.core.states.prompts import numbered_options
from pixies_env.core.states.state import State
from pixies_env.core.words import action_words, brief, question_words, rules_page
from pixies_env.registry import game_names, make_game
from tests.games import hidden_card
from tests.tokens import most_tokens

MOST = 2000
"""Tokens of a prompt."""
BRIEF = 2000
"""Characters of a game's own brief, some 600 tokens."""
GAMES = [hidden_card.game(), *(make_game(name) for name in game_names())]
named = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


def positions(game: Game, every: int, seed: int = 1) -> Iterator[State]:
    """Positions of random games of all numbers of players."""
    random = np.random.default_rng(seed)
    for players in game.players:
        state, decisions = State(game, players, seed), 0
        while not state.is_over:
            if decisions % every == 0:
                yield state.clone()
            state.apply(int(random.choice(state.legal_actions())))
            decisions += 1
        yield state


@named
def test_worlds_that_a_seat_cannot_tell_apart_have_one_prompt(game):
    secret = other = False
    for state in positions(game, every=25):
        for seat in range(state.num_players):
            told = state.prompt(seat)
            secret |= state.hidden_from(seat).position_bytes != state.position_bytes
            for bits in range(3):
                world = state.resampled(seat, bits)
                assert world.prompt(seat) == told
                other |= world != state
            assert state.hidden_from(seat).prompt(seat) == told
    assert other == secret


@named
def test_prompts_are_short(game):
    for state in positions(game, every=9):
        for seat in range(state.num_players):
            prompt = state.prompt(seat)
            assert most_tokens(prompt) < MOST, prompt


@named
def test_a_brief_is_short_and_the_same_in_all_prompts_of_a_board(game):
    if game.notation.brief is not None:
        assert len(brief(game)) <= BRIEF
    assert all(brief(game).strip() in state.prompt() for state in positions(game, every=40))


@named
def test_each_option_is_there_with_its_number(game):
    for state in positions(game, every=25):
        if state.is_over:
            continue
        prompt = state.prompt()
        assert prompt.startswith(f"You are player {state.player} of {state.num_players} player")
        assert f"{question_words(game, state.array)}\nYour options:\n" in prompt
        lines = numbered_options(state.hidden_from(state.player))
        assert prompt.endswith("\n".join(lines) + "\n")
        begin, told = "", []
        for line in lines:
            number, bracket, words = line.partition(") ")
            if not number.isdecimal():
                begin = line.removesuffix("...")
                continue
            assert bracket and int(number) == len(told) + 1
            told.append((begin, words))
        asked = [action_words(game, state.array, int(entry)) for entry in state.legal_actions()]
        assert [
            words if words == wanted else begin + words
            for (begin, words), wanted in zip(told, asked, strict=True)
        ] == asked


def test_another_seat_is_told_whose_decision_it_is_and_no_options():
    state = State(hidden_card.game(), 3, 1)
    other = (state.player + 1) % 3
    prompt = state.prompt(other)
    assert prompt.startswith(f"You are player {other} of 3 players")
    assert f"None now: it is player {state.player}'s decision." in prompt
    assert "options" not in prompt


def test_where_chance_comes_first_there_is_nothing_to_decide():
    state = State(hidden_card.game(), 2, 1, chance="manual")
    assert "None now: chance comes first." in state.prompt(1)


def test_a_finished_game_says_why_it_is_over():
    state = State(hidden_card.game(), 2, 1)
    while not state.is_over:
        state.apply(int(state.legal_actions()[0]))
    assert state.prompt().endswith("None: the game is over, all rounds played.\n")


def test_a_seat_that_there_is_not_has_no_prompt():
    with pytest.raises(ValueError, match="3"):
        State(hidden_card.game(), 2, 1).prompt(3)


def test_the_page_of_rules_and_the_board_file_stand_in_for_a_brief():
    game = hidden_card.game()
    assert brief(game) == rules_page(game).strip()
    printed = (PrintedNumber("cards", "most", [3, 6], "default", True),)
    told = brief(dataclasses.replace(game, printed=printed))
    assert told == f"{rules_page(game).strip()}\n\ncards.most = [3, 6]"
