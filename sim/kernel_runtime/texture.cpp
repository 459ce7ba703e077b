// Textures that kernels read: what was made of an object's description is kept, because each thread asks.
#include <cstdlib>
#include <memory>

#include "kernel_runtime/carrier.h"
#include "kernel_runtime/sampler.h"
#include "machine/array/reference.h"
#include "machine/device/simulated_gpus.h"

namespace musasim::device {

namespace {

// The object that a thread of the operating system read last. Numbers of objects are not used again.
struct Last {
  musaTextureObject_t object = 0;
  std::shared_ptr<const Sampler> sampler;
};

const Sampler& sampler_of(musaTextureObject_t object) {
  thread_local Last last;
  if (last.object != object || last.sampler == nullptr) {
    Texture texture;
    if (!find_texture(object, &texture)) {
      inside() ? fail_kernel(musaErrorInvalidTexture) : std::abort();
    }
    last = {object, std::make_shared<const Sampler>(texture)};
  }
  return *last.sampler;
}

}  // namespace

Texel fetch_texel(musaTextureObject_t object, long long index) {
  return sampler_of(object).fetch(index);
}

Texel sample_texture(musaTextureObject_t object, const TexturePoint& point) {
  return sampler_of(object).sample(point);
}

musaTextureObject_t bound_to(const textureReference* reference) {
  const int device = inside() ? carrier.launch->device : current_device();
  return bound_object(reference, device);
}

}  // namespace musasim::device
