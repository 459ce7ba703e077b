// References are bound to memory and arrays, on each device for itself.
#include "check.h"
#include "environment.h"
#include "machine/array/reference.h"
#include "musa_runtime.h"
#include "musasim/api/registration.h"

namespace {

const Environment environment({{"MUSASIM_DEVICES", "2"}});

textureReference texture;
surfaceReference surface;

// Registers them as compiled code does before main.
const bool registered = [] {
  texture.normalized = 1;
  texture.filterMode = musaFilterModeLinear;
  texture.addressMode[0] = musaAddressModeClamp;
  __musaRegisterTexture(nullptr, &texture, nullptr, "texture", 1, 0, 0);
  __musaRegisterSurface(nullptr, &surface, nullptr, "surface", 2, 0);
  return true;
}();

const musaChannelFormatDesc floats = musaCreateChannelDesc<float>();
const musaChannelFormatDesc bytes = musaCreateChannelDesc<char>();
constexpr std::size_t kBytes = 65536;

struct Memory {
  char* data = nullptr;
  Memory() { EQUAL(musaMalloc(&data, kBytes), musaSuccess); }
  ~Memory() { EQUAL(musaFree(data), musaSuccess); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
};

struct Array {
  musaArray_t handle = nullptr;
  explicit Array(unsigned flags = 0) {
    EQUAL(musaMallocArray(&handle, &floats, 16, 16, flags), musaSuccess);
  }
  ~Array() { EQUAL(musaFreeArray(handle), musaSuccess); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
};

// The resource that a kernel would read.
musaResourceDesc bound() {
  musasim::Texture found;
  std::size_t offset = 0;
  EQUAL(musasim::bound_texture(&texture, &found, &offset), musaSuccess);
  EQUAL(found.how.normalizedCoords, 1);
  EQUAL(found.how.filterMode, musaFilterModeLinear);
  EQUAL(found.how.addressMode[0], musaAddressModeClamp);
  return found.resource;
}

}  // namespace

TEST(memory_is_bound_until_it_is_unbound) {
  const Memory memory;
  std::size_t offset = 9;
  EQUAL(musaBindTexture(&offset, &texture, memory.data, &floats, 4096), musaSuccess);
  EQUAL(offset, 0u);
  const musaResourceDesc seen = bound();
  EQUAL(seen.resType, musaResourceTypeLinear);
  CHECK(seen.res.linear.devPtr == memory.data);
  EQUAL(seen.res.linear.sizeInBytes, 4096u);
  EQUAL(musaUnbindTexture(&texture), musaSuccess);
  EQUAL(musaGetTextureAlignmentOffset(&offset, &texture), musaErrorInvalidTextureBinding);
}

TEST(memory_that_is_not_aligned_has_an_offset) {
  const Memory memory;
  std::size_t offset = 0;
  EQUAL(musaBindTexture(nullptr, &texture, memory.data + 64, &floats, 128), musaErrorInvalidValue);
  EQUAL(musaBindTexture(&offset, &texture, memory.data + 64, &floats, 128), musaSuccess);
  EQUAL(offset, 64u);
  offset = 0;
  EQUAL(musaGetTextureAlignmentOffset(&offset, &texture), musaSuccess);
  EQUAL(offset, 64u);
  const musaResourceDesc seen = bound();
  CHECK(seen.res.linear.devPtr == memory.data);
  EQUAL(seen.res.linear.sizeInBytes, 192u);
  // Without a size: all that there is.
  EQUAL(musaBindTexture(&offset, &texture, memory.data + 512, &floats), musaSuccess);
  EQUAL(bound().res.linear.sizeInBytes, kBytes - 512);
  EQUAL(musaUnbindTexture(&texture), musaSuccess);
}

TEST(rows_are_bound) {
  const Memory memory;
  std::size_t offset = 0;
  EQUAL(musaBindTexture2D(&offset, &texture, memory.data, &floats, 100, 10, 512), musaSuccess);
  const musaResourceDesc seen = bound();
  EQUAL(seen.resType, musaResourceTypePitch2D);
  CHECK(seen.res.pitch2D.devPtr == memory.data);
  EQUAL(seen.res.pitch2D.width, 100u);
  EQUAL(seen.res.pitch2D.height, 10u);
  EQUAL(seen.res.pitch2D.pitchInBytes, 512u);
  EQUAL(musaBindTexture2D(&offset, &texture, memory.data, &floats, 100, 200, 512),
        musaErrorInvalidValue);
  EQUAL(musaBindTexture2D(&offset, &texture, memory.data, &floats, 100, 0, 512),
        musaErrorInvalidValue);
  EQUAL(musaUnbindTexture(&texture), musaSuccess);
}

TEST(arrays_are_bound) {
  const Array array;
  EQUAL(musaBindTextureToArray(&texture, array.handle, &floats), musaSuccess);
  const musaResourceDesc seen = bound();
  EQUAL(seen.resType, musaResourceTypeArray);
  CHECK(seen.res.array.array == array.handle);
  EQUAL(musaBindTextureToArray(&texture, array.handle, &bytes), musaErrorInvalidValue);
  EQUAL(musaBindTextureToArray(&texture, nullptr, &floats), musaErrorInvalidResourceHandle);
  EQUAL(musaUnbindTexture(&texture), musaSuccess);
}

TEST(mipmapped_arrays_are_bound) {
  musaMipmappedArray_t array = nullptr;
  EQUAL(musaMallocMipmappedArray(&array, &floats, musaExtent{16, 16, 0}, 3, 0), musaSuccess);
  EQUAL(musaBindTextureToMipmappedArray(&texture, array, &floats), musaSuccess);
  const musaResourceDesc seen = bound();
  EQUAL(seen.resType, musaResourceTypeMipmappedArray);
  CHECK(seen.res.mipmap.mipmap == array);
  EQUAL(musaBindTextureToMipmappedArray(&texture, array, nullptr), musaErrorInvalidValue);
  EQUAL(musaUnbindTexture(&texture), musaSuccess);
  EQUAL(musaFreeMipmappedArray(array), musaSuccess);
}

TEST(surfaces_are_bound) {
  const Array array(musaArraySurfaceLoadStore);
  const Array no_surface;
  musaResourceDesc seen{};
  EQUAL(musasim::bound_surface(&surface, &seen), musaErrorInvalidSurface);
  EQUAL(musaBindSurfaceToArray(&surface, no_surface.handle, &floats), musaErrorInvalidValue);
  EQUAL(musaBindSurfaceToArray(&surface, array.handle, &floats), musaSuccess);
  EQUAL(musasim::bound_surface(&surface, &seen), musaSuccess);
  CHECK(seen.res.array.array == array.handle);
}

TEST(each_device_has_bindings_of_its_own) {
  const Memory memory;
  std::size_t offset = 0;
  EQUAL(musaBindTexture(&offset, &texture, memory.data, &floats, 4096), musaSuccess);
  EQUAL(musaSetDevice(1), musaSuccess);
  EQUAL(musaGetTextureAlignmentOffset(&offset, &texture), musaErrorInvalidTextureBinding);
  EQUAL(musaUnbindTexture(&texture), musaSuccess);
  EQUAL(musaSetDevice(0), musaSuccess);
  EQUAL(musaGetTextureAlignmentOffset(&offset, &texture), musaSuccess);
  EQUAL(musaUnbindTexture(&texture), musaSuccess);
}

TEST(references_are_found_by_their_variables) {
  const textureReference* found_texture = nullptr;
  const surfaceReference* found_surface = nullptr;
  EQUAL(musaGetTextureReference(&found_texture, &texture), musaSuccess);
  CHECK(found_texture == &texture);
  EQUAL(musaGetSurfaceReference(&found_surface, &surface), musaSuccess);
  CHECK(found_surface == &surface);
  EQUAL(musaGetTextureReference(&found_texture, &surface), musaErrorInvalidTexture);
  EQUAL(musaGetSurfaceReference(&found_surface, &texture), musaErrorInvalidSurface);
  EQUAL(musaGetTextureReference(nullptr, &texture), musaErrorInvalidValue);
  EQUAL(musaGetSurfaceReference(nullptr, &surface), musaErrorInvalidValue);
}

TEST(unknown_references_are_diagnosed) {
  const Memory memory;
  const Array array;
  const textureReference unknown{};
  const surfaceReference unknown_surface{};
  std::size_t offset = 0;
  EQUAL(musaBindTexture(&offset, &unknown, memory.data, &floats, 64), musaErrorInvalidTexture);
  EQUAL(musaBindTextureToArray(&unknown, array.handle, &floats), musaErrorInvalidTexture);
  EQUAL(musaUnbindTexture(nullptr), musaErrorInvalidTexture);
  EQUAL(musaGetTextureAlignmentOffset(&offset, &unknown), musaErrorInvalidTexture);
  EQUAL(musaGetTextureAlignmentOffset(nullptr, &texture), musaErrorInvalidValue);
  EQUAL(musaBindSurfaceToArray(&unknown_surface, array.handle, &floats), musaErrorInvalidSurface);
  EQUAL(musaBindTexture(&offset, &texture, nullptr, &floats, 64), musaErrorInvalidValue);
  EQUAL(musaBindTexture(&offset, &texture, memory.data, nullptr, 64), musaErrorInvalidValue);
}

TEST_MAIN()
