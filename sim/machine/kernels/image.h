// Images of kernels and variables that are loaded for all devices at once (musaLibrary_t): one
// module a device.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/kernels/registry.h"

namespace musasim {

// Its address is the musaLibrary_t.
struct Image {
  std::vector<Module*> modules;  // by device
  std::vector<std::string> kernels;
};
using ImagePtr = std::shared_ptr<Image>;

// Read images as load_module_file() and load_module_image() do.
MUSASIM_API musaError_t load_image_file(const char* path, ImagePtr* image);
MUSASIM_API musaError_t load_image(const void* data, ImagePtr* image);
// Empty when there is none.
MUSASIM_API ImagePtr find_image(const void* handle) noexcept;
// musaErrorInvalidResourceHandle.
MUSASIM_API musaError_t unload_image(const void* handle);

}  // namespace musasim
