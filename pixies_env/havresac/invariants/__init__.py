"""What is always true: checked in compiled code after each event of a soak, and of what is read.

Everything here stays true whatever is decided and drawn, so a position in which it holds can be
played to its end. It is what the rules say of each phase, not a proof that play leads there.
"""

from pixies_env.havresac.invariants.violations import Wrong
from pixies_env.havresac.invariants.whole import check

__all__ = ["Wrong", "check"]
