"""What skills, seats and other factors are worth, on one board and on many."""
