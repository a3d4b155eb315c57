"""The kit of games: what every game behind the seam needs and none has to write.

``events`` asks, awaits chance and finishes; ``rulebook`` composes a game's rules from its
questions, chance kinds, phases and continuations; ``dispatch`` picks one rule of several by a
member of a vocabulary; ``continuations`` is the stack of interrupted effects; ``numbering`` turns
ids into numbers with a meaning and back; ``enums`` makes :class:`enum.IntEnum` the vocabulary of
compiled rules; ``zones`` are bags, decks, hands and rows, ``secrets`` what a seat does not know of
them; ``standings`` makes ranks and rewards of sort keys and scores.

``invariants`` says what can be wrong with a position; ``readings`` and ``positions`` write it as a
dictionary and read it again, with ``judge`` to say whether it can be.
"""
