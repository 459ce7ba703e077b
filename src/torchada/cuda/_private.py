"""torch.cuda's private helpers that would look for an NVIDIA GPU."""


def check_nothing():
    """PyTorch compares NVIDIA's capability numbers here."""


def count_by_nvml():
    """-1: there is no NVML, ask the runtime."""
    return -1


def no_uuids():
    """None: there is no NVML."""
    return None
