"""What people use: the command `pixies`."""
