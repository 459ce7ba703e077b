// Module tables out of fat binaries, files and images in memory. Internal to machine/kernels.
#pragma once

#include <memory>

#include "driver_types.h"
#include "machine/kernels/module.h"

namespace musasim {

// nullptr when it is no fat binary of ours, or of another ABI.
const musasimModule* fat_binary_table(const void* fat_binary) noexcept;

musaError_t open_module_file(const char* path, int device, std::shared_ptr<Module>* module);
musaError_t open_module_image(const void* image, int device, std::shared_ptr<Module>* module);

}  // namespace musasim
