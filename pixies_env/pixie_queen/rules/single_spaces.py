"""The single spaces together: which are possible, and the action of one."""

from pixies_env.pixie_queen.rules import space_15, space_16, spaces_17_to_21
from pixies_env.pixie_queen.rules.space import begin_one_of, list_among, rules_of

BLOCKS = (*space_15.BLOCKS, *space_16.BLOCKS, *spaces_17_to_21.BLOCKS)

list_singles = list_among(__name__, "list_singles", BLOCKS)
begin_single = begin_one_of(__name__, "begin_single", BLOCKS)

RULES = rules_of(BLOCKS)
