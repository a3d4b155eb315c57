"""What every game shares: the seam, compilation, streams, batch, states, records, agents."""
