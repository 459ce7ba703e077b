"""What numbers of blocks may be."""

import pytest
import torch

triton = pytest.importorskip("triton")
tl = pytest.importorskip("triton.language")


@triton.jit
def number_kernel(out):
    tl.store(out + tl.program_id(2), tl.num_programs(0))


@pytest.mark.parametrize("blocks", [torch.tensor(3), torch.tensor(3).numpy()[()]])
def test_numbers_of_blocks_may_be_tensors_and_numpys(blocks):
    out = torch.zeros(4, dtype=torch.int32, device="musa")
    number_kernel[(2, 1, blocks)](out)
    assert out.tolist() == [2, 2, 2, 0]


def test_a_number_of_blocks_is_not_a_fraction():
    out = torch.zeros(4, dtype=torch.int32, device="musa")
    with pytest.raises(TypeError, match="float"):
        number_kernel[(2, 1, 3.0)](out)
