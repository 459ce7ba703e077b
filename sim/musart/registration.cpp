// Functions by which compiled .mu files make their kernels and variables known. They run before main and
// after it, so none of them uses a device or keeps an error.
#include "machine/array/reference.h"
#include "machine/kernels/registry.h"
#include "musart/api.h"

using namespace musasim;

namespace {

template <class Body>
void quietly(const char* name, Body&& body) noexcept {
  const ApiCall call(name);
  guarded([&] {
    body();
    return musaSuccess;
  });
}

}  // namespace

void** __musaRegisterFatBinary(void* fatBinary) {
  void** handle = nullptr;
  quietly(__func__, [&] { handle = register_fat_binary(fatBinary); });
  return handle;
}

void __musaRegisterFatBinaryEnd(void**) {
  quietly(__func__, [] {});
}

void __musaUnregisterFatBinary(void** handle) {
  quietly(__func__, [&] { unregister_fat_binary(handle); });
}

char __musaInitModule(void** handle) {
  bool made = false;
  quietly(__func__,
          [&] { made = make_managed_variables(handle, current_device()) == musaSuccess; });
  return made ? 1 : 0;
}

void __musaRegisterFunction(void** handle, const char* hostFunction, char*, const char* deviceName,
                            int threadLimit, uint3*, uint3*, dim3*, dim3*, int*) {
  quietly(__func__, [&] { register_function(handle, hostFunction, deviceName, threadLimit); });
}

void __musaRegisterVar(void** handle, char* hostVariable, char*, const char* deviceName, int,
                       size_t, int, int) {
  quietly(__func__, [&] { register_variable(handle, hostVariable, deviceName); });
}

void __musaRegisterManagedVar(void** handle, void** hostVariable, char*, const char* deviceName,
                              int, size_t, int, int) {
  quietly(__func__, [&] { register_managed_variable(handle, hostVariable, deviceName); });
}

void __musaRegisterTexture(void**, const textureReference* hostVariable, const void**, const char*,
                           int, int isNormalized, int) {
  const musaTextureReadMode mode =
      isNormalized != 0 ? musaReadModeNormalizedFloat : musaReadModeElementType;
  quietly(__func__, [&] { register_texture(hostVariable, mode); });
}

void __musaRegisterSurface(void**, const surfaceReference* hostVariable, const void**, const char*,
                           int, int) {
  quietly(__func__, [&] { register_surface(hostVariable); });
}
