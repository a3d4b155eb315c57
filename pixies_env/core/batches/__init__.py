"""Many games at once: batches, whole games between agents, trajectories."""
