// Parts that the headers of devices and of exceptions share.
#pragma once

#include <mutex>

#include "torch_musa/share/generated_cuda_compatible/include/c10/musa/MUSAMacros.h"

namespace c10::musa {

// The text after an error: how to make launches synchronous, unless they are.
C10_MUSA_API const char* get_musa_check_suffix() noexcept;
// Held while device memory is given back.
C10_MUSA_API std::mutex* getFreeMutex();

}  // namespace c10::musa
