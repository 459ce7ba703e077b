"""torch_musa's logger."""

import logging


def create_logger():
    """The logger "torch_musa". What it writes is up to the program that uses it."""
    return logging.getLogger("torch_musa")


LOGGER = create_logger()
