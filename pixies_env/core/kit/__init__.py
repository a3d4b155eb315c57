"""The kit of games: what every game behind the seam needs and none has to write.

``events`` asks, awaits chance and finishes; ``rulebook`` composes a game's rules from its
questions, chance kinds, phases and continuations; ``dispatch`` picks one rule of several by a
member of a vocabulary; ``continuations`` is the stack of interrupted effects; ``numbering`` turns
ids into numbers with a meaning and back; ``enums`` makes :class:`enum.IntEnum` the vocabulary of
compiled rules; ``standings`` makes ranks and rewards of sort keys and scores.
"""
