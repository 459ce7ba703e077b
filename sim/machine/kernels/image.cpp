// Images, by handle.
#include "machine/kernels/image.h"

#include <utility>

#include "machine/device/simulated_gpus.h"
#include "machine/kernels/module.h"
#include "machine/stream/handle_table.h"

namespace musasim {

namespace {

HandleTable<Image>& images() {
  static HandleTable<Image>* const table = new HandleTable<Image>;
  return *table;
}

void unload_modules(const Image& image) {
  for (Module* module : image.modules) {
    unload_module(module);
  }
}

// `load(device, &module)` for each device.
template <class Load>
musaError_t make_image(ImagePtr* image, Load&& load) {
  auto made = std::make_shared<Image>();
  for (int device = 0; device < device_count(); ++device) {
    Module* module = nullptr;
    const musaError_t error = load(device, &module);
    if (error != musaSuccess) {
      unload_modules(*made);
      return error;
    }
    made->modules.push_back(module);
  }
  for (const auto& kernel : made->modules.front()->kernels()) {
    made->kernels.emplace_back(kernel->row().name);
  }
  images().add(made);
  *image = std::move(made);
  return musaSuccess;
}

}  // namespace

musaError_t load_image_file(const char* path, ImagePtr* image) {
  return make_image(
      image, [&](int device, Module** module) { return load_module_file(path, device, module); });
}

musaError_t load_image(const void* data, ImagePtr* image) {
  return make_image(
      image, [&](int device, Module** module) { return load_module_image(data, device, module); });
}

ImagePtr find_image(const void* handle) noexcept { return images().find(handle); }

musaError_t unload_image(const void* handle) {
  const ImagePtr image = images().remove(handle);
  if (!image) {
    return musaErrorInvalidResourceHandle;
  }
  unload_modules(*image);
  return musaSuccess;
}

}  // namespace musasim
