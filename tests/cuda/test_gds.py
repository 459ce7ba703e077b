"""torch.cuda.gds: files read into storages on the GPU, and written from them."""

import os

import pytest
import torch
from torch.cuda import gds

# On CUDA the file system and the driver decide whether there is GPUDirect Storage.
pytestmark = [pytest.mark.musa]


def test_there_and_back(tmp_path):
    path = str(tmp_path / "data.bin")
    x = torch.arange(4096, dtype=torch.float32, device="cuda")
    gds.gds_register_buffer(x.untyped_storage())
    file = gds.GdsFile(path, os.O_CREAT | os.O_RDWR)
    file.save_storage(x.untyped_storage(), offset=0)
    file.save_storage((x * 2).untyped_storage(), offset=x.nbytes)
    y = torch.empty_like(x)
    file.load_storage(y.untyped_storage(), offset=x.nbytes)
    assert y.equal(x * 2)
    gds.gds_deregister_buffer(x.untyped_storage())
    file.deregister_handle()
    with pytest.raises(AssertionError, match="Cannot load data from a file that is not registered"):
        file.load_storage(y.untyped_storage())
    file.register_handle()
    with pytest.raises(AssertionError, match="Cannot register a handle that is already registered"):
        file.register_handle()
