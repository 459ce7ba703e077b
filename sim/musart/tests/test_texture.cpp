// Texture and surface objects keep what they were made of.
#include <cstring>

#include "check.h"
#include "environment.h"
#include "machine/array/texture.h"
#include "musa_runtime.h"

namespace {

const Environment environment({{"MUSASIM_DEVICES", "1"}});

struct Array {
  musaArray_t handle = nullptr;

  explicit Array(unsigned flags = 0) {
    const musaChannelFormatDesc format = musaCreateChannelDesc<float>();
    EQUAL(musaMallocArray(&handle, &format, 16, 16, flags), musaSuccess);
  }
  ~Array() { EQUAL(musaFreeArray(handle), musaSuccess); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
};

musaResourceDesc of_array(musaArray_t array) {
  musaResourceDesc resource{};
  resource.resType = musaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

musaTextureDesc clamped() {
  musaTextureDesc how{};
  how.addressMode[0] = musaAddressModeClamp;
  how.filterMode = musaFilterModeLinear;
  return how;
}

}  // namespace

TEST(texture_objects_keep_what_they_were_made_of) {
  const Array array;
  const musaResourceDesc resource = of_array(array.handle);
  const musaTextureDesc how = clamped();
  musaTextureObject_t object = 0;
  EQUAL(musaCreateTextureObject(&object, &resource, &how, nullptr), musaSuccess);
  CHECK(object != 0);
  musaResourceDesc seen{};
  musaTextureDesc seen_how{};
  EQUAL(musaGetTextureObjectResourceDesc(&seen, object), musaSuccess);
  CHECK(seen.res.array.array == array.handle);
  EQUAL(musaGetTextureObjectTextureDesc(&seen_how, object), musaSuccess);
  EQUAL(std::memcmp(&seen_how, &how, sizeof how), 0);
  musaResourceViewDesc view{};
  EQUAL(musaGetTextureObjectResourceViewDesc(&view, object), musaErrorInvalidValue);
  EQUAL(musaDestroyTextureObject(object), musaSuccess);
  CHECK(!musasim::find_texture(object, nullptr));
  EQUAL(musaDestroyTextureObject(object), musaErrorInvalidValue);
  EQUAL(musaGetTextureObjectTextureDesc(&seen_how, object), musaErrorInvalidValue);
}

TEST(second_versions_do_the_same) {
  const Array array;
  const musaResourceDesc resource = of_array(array.handle);
  const musaTextureDesc how = clamped();
  musaResourceViewDesc view{};
  view.format = musaResViewFormatFloat1;
  view.width = 16;
  view.height = 16;
  musaTextureObject_t object = 0;
  EQUAL(musaCreateTextureObject_v2(&object, &resource, &how, &view), musaSuccess);
  musaTextureDesc seen_how{};
  EQUAL(musaGetTextureObjectTextureDesc_v2(&seen_how, object), musaSuccess);
  EQUAL(seen_how.filterMode, musaFilterModeLinear);
  musaResourceViewDesc seen{};
  EQUAL(musaGetTextureObjectResourceViewDesc(&seen, object), musaSuccess);
  EQUAL(seen.format, musaResViewFormatFloat1);
  EQUAL(musaDestroyTextureObject(object), musaSuccess);
}

TEST(textures_of_plain_memory_are_checked) {
  void* memory = nullptr;
  EQUAL(musaMalloc(&memory, 4096), musaSuccess);
  musaResourceDesc resource{};
  resource.resType = musaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = musaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 4096;
  const musaTextureDesc how{};
  musaTextureObject_t object = 0;
  EQUAL(musaCreateTextureObject(&object, &resource, &how, nullptr), musaSuccess);
  EQUAL(musaDestroyTextureObject(object), musaSuccess);
  resource.res.linear.devPtr = static_cast<char*>(memory) + 4;
  EQUAL(musaCreateTextureObject(&object, &resource, &how, nullptr), musaErrorInvalidValue);
  resource.res.linear.desc.x = 7;
  EQUAL(musaCreateTextureObject(&object, &resource, &how, nullptr),
        musaErrorInvalidChannelDescriptor);
  resource.resType = musaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = memory;
  resource.res.pitch2D.desc = musaCreateChannelDesc<float>();
  resource.res.pitch2D.width = 16;
  resource.res.pitch2D.height = 4;
  resource.res.pitch2D.pitchInBytes = 64;
  EQUAL(musaCreateTextureObject(&object, &resource, &how, nullptr), musaSuccess);
  EQUAL(musaDestroyTextureObject(object), musaSuccess);
  resource.res.pitch2D.pitchInBytes = 60;
  EQUAL(musaCreateTextureObject(&object, &resource, &how, nullptr), musaErrorInvalidValue);
  EQUAL(musaFree(memory), musaSuccess);
}

TEST(textures_say_what_is_wrong) {
  const Array array;
  musaResourceDesc resource = of_array(array.handle);
  const musaTextureDesc how = clamped();
  musaTextureObject_t object = 0;
  EQUAL(musaCreateTextureObject(nullptr, &resource, &how, nullptr), musaErrorInvalidValue);
  EQUAL(musaCreateTextureObject(&object, nullptr, &how, nullptr), musaErrorInvalidValue);
  EQUAL(musaCreateTextureObject(&object, &resource, nullptr, nullptr), musaErrorInvalidValue);
  resource.res.array.array = nullptr;
  EQUAL(musaCreateTextureObject(&object, &resource, &how, nullptr), musaErrorInvalidResourceHandle);
}

TEST(surfaces_need_arrays_made_for_them) {
  const Array plain;
  const Array made_for_it(musaArraySurfaceLoadStore);
  musaResourceDesc resource = of_array(made_for_it.handle);
  musaSurfaceObject_t object = 0;
  EQUAL(musaCreateSurfaceObject(&object, &resource), musaSuccess);
  musaResourceDesc seen{};
  EQUAL(musaGetSurfaceObjectResourceDesc(&seen, object), musaSuccess);
  CHECK(seen.res.array.array == made_for_it.handle);
  EQUAL(musaDestroySurfaceObject(object), musaSuccess);
  EQUAL(musaDestroySurfaceObject(object), musaErrorInvalidValue);
  EQUAL(musaGetSurfaceObjectResourceDesc(&seen, object), musaErrorInvalidValue);
  resource = of_array(plain.handle);
  EQUAL(musaCreateSurfaceObject(&object, &resource), musaErrorInvalidValue);
  EQUAL(musaCreateSurfaceObject(nullptr, &resource), musaErrorInvalidValue);
}

TEST_MAIN()
