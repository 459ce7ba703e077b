"""TorchScript: what programs script asks for devices in C++, and archives name them; one idea a module."""

from . import hooks  # noqa: F401
