// Batch normalisation over the batches of several processes (torch.nn.SyncBatchNorm): its parts, of
// which PyTorch has kernels for CUDA only.
#pragma once

#include <torch/library.h>

namespace musasim {

void register_sync_batch_norm(torch::Library& library);

}  // namespace musasim
