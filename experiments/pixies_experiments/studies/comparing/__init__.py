"""Two studies of one kind compared, deal by deal where both have the deals."""
