"""torch_musa's logger."""

import logging


def create_logger():
    """The logger "torch_musa"; the program that uses it decides what it writes."""
    return logging.getLogger("torch_musa")


LOGGER = create_logger()
