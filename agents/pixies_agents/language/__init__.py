"""Language models on a seat, asked through the interface that most servers of them have."""
