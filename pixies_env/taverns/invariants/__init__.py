"""What is always true: checked in compiled code after each event of a soak, and of what is read.

It holds of what a seat knows, too, and reads nothing outside the record whatever its bytes are:
stored positions are checked with it before anything else looks at them.
"""

from pixies_env.taverns.invariants.violations import Wrong
from pixies_env.taverns.invariants.whole import check

__all__ = ["Wrong", "check"]
