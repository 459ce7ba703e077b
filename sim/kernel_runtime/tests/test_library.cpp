// Kernels in libraries that come and go; names and attributes of kernels.
#include <dlfcn.h>

#include <string>
#include <vector>

#include "kernel_runtime/tests/as_compiled.h"

using namespace musasim::device;
using namespace musasim::testing;

namespace {

template <class F>
F function(void* library, const char* name) {
  return reinterpret_cast<F>(dlsym(library, name));
}

void load_use_and_unload(int* data) {
  void* const library = dlopen(MUSASIM_TEST_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  CHECK(library != nullptr);
  EQUAL(function<int (*)(int*, int)>(library, "add_to_all")(data, 5), 0);
  const void* const kernel = function<const void* (*)()>(library, "address_of_kernel")();
  musaFuncAttributes attributes{};
  EQUAL(musaFuncGetAttributes(&attributes, kernel), musaSuccess);
  EQUAL(attributes.maxThreadsPerBlock, 64);
  EQUAL(dlclose(library), 0);
  EQUAL(dlopen(MUSASIM_TEST_LIBRARY, RTLD_NOW | RTLD_NOLOAD), static_cast<void*>(nullptr));
  EQUAL(musaFuncGetAttributes(&attributes, kernel), musaErrorInvalidDeviceFunction);
  EQUAL(musaGetLastError(), musaErrorInvalidDeviceFunction);
}

TEST(a_library_of_kernels_is_unloaded_and_loaded_again) {
  DeviceArray<int> data(std::vector<int>(64, 1));
  load_use_and_unload(data.data());
  load_use_and_unload(data.data());
  EQUAL(data.get() == std::vector<int>(64, 11), true);
}

template <class T>
void named(T*) {
  auto body = MUSASIM_BODY{};
  kernel<static_cast<void (*)(T*)>(&named<T>), Traits<kLoop>>(body);
}

extern "C" void plainly_named(int* data) {
  auto body = MUSASIM_BODY { data[0] = 1; };
  kernel<static_cast<void (*)(int*)>(&plainly_named), Traits<kLoop>>(body, data);
}

template <class F>
std::string name_of(F* kernel) {
  const char* name = nullptr;
  EQUAL(musaFuncGetName(&name, reinterpret_cast<const void*>(kernel)), musaSuccess);
  return name == nullptr ? "" : name;
}

TEST(kernels_have_the_linkers_names) {
  EQUAL(name_of(static_cast<void (*)(float*)>(&named<float>)),
        std::string("_ZN12_GLOBAL__N_15namedIfEEvPT_"));
  EQUAL(name_of(&plainly_named), std::string("plainly_named"));
}

}  // namespace

TEST_MAIN()
