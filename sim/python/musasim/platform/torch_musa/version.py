"""The version of torch_musa that is simulated."""

__version__ = "2.7.1+musasim"
