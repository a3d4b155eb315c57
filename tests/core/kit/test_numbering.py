"""Ids and numbers with a meaning."""

from __future__ import annotations

import numpy as np
import pytest

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.kit.numbering import action_of, decision_of, number, numbering_fields
from pixies_env.core.seam import record_dtype
from tests.core.kit.little import ACTIONS, LOWEST, MOST, OUTCOMES, ChanceKind, Decision, board


def test_ids_are_numbered_from_the_lowest_value_of_their_family() -> None:
    record = board()[0]
    for entry, decision in enumerate(
        [(Decision.TAKE, 2), (Decision.TAKE, 3), (Decision.TAKE_MANY, MOST), (Decision.LEAVE, 0)]
    ):
        assert decision_of(record, entry) == decision
        assert action_of(record, *decision) == entry


def test_neighbours_with_one_verb_are_parts_of_one_family() -> None:
    assert [family.verb for family in ACTIONS.families] == ["take", "leave"]
    assert ACTIONS["take"].arguments == (("2",), ("3",), ("300",))
    assert ACTIONS["take"].meaning == "take few"
    assert ACTIONS.parts == (range(2), range(2, 3), range(3, 4))
    whole = Catalogue.build([("take", [("2",), ("3",), ("300",)], ""), ("leave", [()], "")])
    assert whole.roles == ACTIONS.roles and whole.digest == ACTIONS.digest


def test_parts_of_a_family_that_lie_apart_are_refused() -> None:
    with pytest.raises(ValueError, match="the parts of the family 'take' must follow each other"):
        Catalogue.build([("take", [()], ""), ("leave", [()], ""), ("take", [("2",)], "")])


def test_a_catalogue_that_does_not_fit_its_vocabulary_is_refused() -> None:
    record = np.zeros(1, record_dtype(numbering_fields(Decision, ChanceKind, 16)))[0]
    short = Catalogue.build([("take", [()], ""), ("leave", [()], "")])
    with pytest.raises(ValueError, match="2 families with 2 decisions do not fit 3 families"):
        number(record, Decision, short, OUTCOMES, LOWEST)
    with pytest.raises(ValueError, match="the catalogue has 2 kinds of chance"):
        number(record, Decision, ACTIONS, short, LOWEST)
    little = np.zeros(1, record_dtype(numbering_fields(Decision, ChanceKind, 3)))[0]
    with pytest.raises(ValueError, match="4 decisions do not fit 3 families with at most 3"):
        number(little, Decision, ACTIONS, OUTCOMES, LOWEST)
