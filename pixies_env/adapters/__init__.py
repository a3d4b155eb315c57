"""Views of the games for other libraries: PettingZoo and Gymnasium."""
