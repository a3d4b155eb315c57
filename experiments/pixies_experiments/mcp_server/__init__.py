"""Games that a program plays through the Model Context Protocol, a language model for example."""
