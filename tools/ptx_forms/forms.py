"""The forms of PTX instructions that are run on an NVIDIA GPU and compared with torchada/ptx.h: form.py says what one is."""

from typing import List

from conversion_forms import conversions, moves
from float_forms import arithmetic, comparisons
from form import Form
from group_forms import barriers, more_matrices, warp_groups
from integer_forms import integers
from later_forms import bits, constants, reductions, vector_atomics, video, wmma
from memory_forms import memory
from warp_forms import matrices, warps


def all_forms() -> List[Form]:
    """Every form, each text once."""
    families = (
        (integers, arithmetic, comparisons, conversions, moves, warps, memory, matrices)
        + (more_matrices, warp_groups, barriers)
        + (bits, video, constants, reductions, vector_atomics, wmma)
    )
    return list({form.text: form for family in families for form in family()}.values())
