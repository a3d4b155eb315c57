"""The double spaces together: which are possible, and the action of one, placed or copied."""

from pixies_env.pixie_queen.rules import spaces_1_to_5, spaces_6_to_9, spaces_10_to_14
from pixies_env.pixie_queen.rules.space import begin_one_of, possible_among, rules_of

BLOCKS = (*spaces_1_to_5.BLOCKS, *spaces_6_to_9.BLOCKS, *spaces_10_to_14.BLOCKS)

possible_doubles = possible_among(__name__, "possible_doubles", BLOCKS)
begin_double = begin_one_of(__name__, "begin_double", BLOCKS)

RULES = rules_of(BLOCKS)
