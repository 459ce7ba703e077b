"""The settings of CUDA's caching allocator in torch_musa's words.

The text is `name:value,name:value`; a value may be a list in brackets.
"""

import re
import sys
from typing import List, Tuple

# By CUDA's name; the same in torch_musa where nothing else is said.
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
        f"{', '.join(left_out)}. Remove them; torch_musa has {', '.join(_NAMES)}"
    )


def split(text: str) -> Tuple[List[str], List[str]]:
    """(settings that torch_musa has, in its words; settings that it lacks, as they are)."""
    kept, left_out = [], []
    for setting in filter(None, (part.strip() for part in re.split(_COMMA, text))):
        name, colon, value = setting.partition(":")
        musa_name = _NAMES.get(name.strip())
        if musa_name is None or not colon:
            left_out.append(setting)
        else:
            kept.append(f"{musa_name}:{_VALUES.get(value.strip(), value.strip())}")
    return kept, left_out


def set_late(text: str) -> None:
    """Set them in an allocator that has read its variable already; it raises what it refuses."""
    sys.modules["torch_musa"].memory._set_allocator_settings(text)
