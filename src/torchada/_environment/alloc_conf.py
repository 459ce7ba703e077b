"""The settings of CUDA's caching allocator in torch_musa's words.

The text is `name:value,name:value`; a value may be a list in brackets.
"""

import re
import sys
from typing import Dict, List, Tuple

# By CUDA's name, torch_musa's: a setting of the allocator that torch_musa 2.7.1 has.
_NAMES = {
    "max_split_size_mb": "max_split_size_mb",
    "garbage_collection_threshold": "garbage_collection_threshold",
    "roundup_power2_divisions": "roundup_power2_divisions",
    "backend": "backend",
    "expandable_segments": "expandable_segments",
    "release_lock_on_cudamalloc": "release_lock_on_musamalloc",
    "pinned_use_cuda_host_register": "pinned_use_musa_host_register",
    "pinned_num_register_threads": "pinned_num_register_threads",
    "pinned_use_background_threads": "pinned_use_background_threads",
}
# Options that came later: since which torch, and torch_musa's name. A torch_musa is made for one torch, and its
# allocator is made of that torch's CUDA allocator: the parser of torch_musa 2.11 takes all but the last.
# The last is of pytorch#179473.
_LATER = {
    "per_process_memory_fraction": ((2, 11), "per_process_memory_fraction"),
    "graph_capture_record_stream_reuse": ((2, 11), "graph_capture_record_stream_reuse"),
    "max_non_split_rounding_mb": ((2, 11), "max_non_split_rounding_mb"),
    "pinned_reserve_segment_size_mb": ((2, 11), "pinned_reserve_segment_size_mb"),
    "throw_on_cudamalloc_oom": ((2, 12), "throw_on_musamalloc_oom"),
}
_VALUES = {"cudaMallocAsync": "musaMallocAsync"}
# A comma that is not inside brackets.
_COMMA = r",(?![^\[]*\])"


def translate(text: str) -> Tuple[str, str]:
    """(the text for torch_musa, what to tell the user about settings that were left out)."""
    kept, left_out = split(text)
    if not left_out:
        return ",".join(kept), ""
    return ",".join(kept), (
        f"these allocator settings have no effect, because torch_musa lacks them: "
        f"{', '.join(left_out)}. Remove them; torch_musa has {', '.join(_names())}"
    )


def split(text: str) -> Tuple[List[str], List[str]]:
    """(settings that torch_musa has, in its words; settings that it lacks, as they are)."""
    kept, left_out = [], []
    names = _names()
    for setting in filter(None, (part.strip() for part in re.split(_COMMA, text))):
        name, colon, value = setting.partition(":")
        musa_name = names.get(name.strip())
        if musa_name is None or not colon:
            left_out.append(setting)
        else:
            kept.append(f"{musa_name}:{_VALUES.get(value.strip(), value.strip())}")
    return kept, left_out


def is_of_cuda(setting: str) -> bool:
    """Whether CUDA's allocator has a setting, of the form `name:value`, that was left out."""
    return setting.partition(":")[0].strip() in _LATER


def _names() -> Dict[str, str]:
    torch = sys.modules.get("torch")
    version = getattr(getattr(torch, "version", None), "__version__", "")
    found = re.match(r"(\d+)\.(\d+)", version)
    present = tuple(map(int, found.groups())) if found else (0, 0)
    return {**_NAMES, **{name: musa for name, (since, musa) in _LATER.items() if since <= present}}


def set_late(text: str) -> None:
    """Set them in an allocator that has read its variable already; it raises what it refuses."""
    sys.modules["torch_musa"].memory._set_allocator_settings(text)
