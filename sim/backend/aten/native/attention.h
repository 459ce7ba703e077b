// Scaled dot product attention: which implementation serves a call, and those that the CPU lacks.
#pragma once

#include <torch/library.h>

namespace musasim {

// `library`: for aten and PrivateUse1.
void register_attention(torch::Library& library);

}  // namespace musasim
