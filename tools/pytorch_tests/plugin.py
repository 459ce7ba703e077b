"""A pytest plugin for PyTorch's own test files: lets them make the tests of graphs."""

import torch.testing._internal.common_utils as common_utils

# PyTorch's flag asks for torch.version.cuda, which torchada leaves None.
common_utils.TEST_CUDA_GRAPH = common_utils.TEST_CUDA and not common_utils.TEST_SKIP_CUDAGRAPH
