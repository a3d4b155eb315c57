"""Monte Carlo search for every game behind the seam."""
