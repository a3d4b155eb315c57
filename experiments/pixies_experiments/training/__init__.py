"""Training of agents that learn; needs the extra ``train``."""
