// Images, by handle.
#include "machine/kernels/image.h"

#include <map>
#include <mutex>
#include <utility>

#include "machine/device/device.h"
#include "machine/kernels/module.h"

namespace musasim {

namespace {

struct Images {
  std::mutex mutex;
  std::map<const void*, ImagePtr> all;
};

Images& images() {
  static Images* const living = new Images;
  return *living;
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
  const std::lock_guard<std::mutex> lock(images().mutex);
  images().all[made.get()] = made;
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

ImagePtr find_image(const void* handle) noexcept {
  const std::lock_guard<std::mutex> lock(images().mutex);
  const auto found = images().all.find(handle);
  return found == images().all.end() ? nullptr : found->second;
}

musaError_t unload_image(const void* handle) {
  const ImagePtr image = find_image(handle);
  if (!image) {
    return musaErrorInvalidResourceHandle;
  }
  {
    const std::lock_guard<std::mutex> lock(images().mutex);
    images().all.erase(handle);
  }
  unload_modules(*image);
  return musaSuccess;
}

}  // namespace musasim
