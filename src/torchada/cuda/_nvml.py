"""What torch.cuda asks NVIDIA's management library; torch_musa does not bind MUSA's (MTML)."""

import torch_musa


def nvml_based_avail():
    """Whether is_available() should ask NVML, which knows nothing of a MUSA device."""
    return False


def count_by_nvml():
    """-1: there is no NVML, ask the runtime."""
    return -1


def no_uuids():
    """None: there is no NVML."""
    return None


def device_memory_used(device=None):
    """Bytes in use on the whole device, by any process."""
    free, total = torch_musa.mem_get_info(device)
    return total - free


def list_gpu_processes(device=None):
    """A text for people; CUDA's says likewise when its management library is missing."""
    return "the management library (MTML) is not bound by torch_musa; use the mthreads-gmi command"
