// torch.fft of half precision, which PyTorch allows on CUDA alone.
#pragma once

#include <torch/library.h>

namespace musasim {

// `library`: for aten; of a dispatch key above or of the backend.
void register_half_fft(torch::Library& library);

}  // namespace musasim
