// Calls by CUDA's names reach the runtime library with all their arguments.
#include <dlfcn.h>

#include <cstddef>
#include <string>

#include "check.h"

namespace {

struct Size {
  unsigned x, y, z;
};

// The runtime first, as torch_musa does.
void* forwarder() {
  static void* const runtime = ::dlopen(MUSART, RTLD_NOW | RTLD_LOCAL);
  static void* const opened = runtime == nullptr ? nullptr : ::dlopen(CUDART, RTLD_NOW);
  CHECK(opened != nullptr);
  return opened;
}

template <typename Function>
Function* function(const char* name) {
  void* const found = ::dlsym(forwarder(), name);
  CHECK(found != nullptr);
  return reinterpret_cast<Function*>(found);
}

void* pointer(std::size_t value) { return reinterpret_cast<void*>(value); }

}  // namespace

TEST(arguments_and_results_pass_through) {
  void* memory = nullptr;
  CHECK(function<int(void**, std::size_t)>("cudaMalloc")(&memory, 4096) == 7);
  CHECK(memory == pointer(4096));
  float milliseconds = 0;
  CHECK(function<int(float*, void*, void*)>("cudaEventElapsedTime")(&milliseconds, nullptr,
                                                                    nullptr) == 0);
  CHECK(milliseconds == 1.5F);
  const auto text = function<const char*(int)>("cudaGetErrorString");
  CHECK(std::string(text(0)) == "none" && std::string(text(1)) == "some");
}

TEST(arguments_on_the_stack_pass_through) {
  const auto launch =
      function<int(const void*, Size, Size, void**, std::size_t, void*)>("cudaLaunchKernel");
  const int result =
      launch(pointer(1), {0, 0, 2}, {0, 3, 0}, static_cast<void**>(pointer(4)), 5, pointer(6));
  CHECK(result == 654321);
}

TEST(what_the_runtime_lacks_is_an_error) {
  CHECK(function<int(int)>("cudaSetDevice")(0) == 801);
  CHECK(function<int(void*)>("cudaGraphDestroy")(nullptr) == 801);
}

TEST_MAIN()
