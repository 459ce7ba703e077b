// Kernels and variables of images that are loaded at run time.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "check.h"
#include "environment.h"
#include "musa_runtime.h"

namespace {

const Environment environment({{"MUSASIM_DEVICES", "2"}});

musaLibrary_t load() {
  musaLibrary_t library = nullptr;
  EQUAL(musaLibraryLoadFromFile(&library, MUSASIM_TEST_MODULE, nullptr, nullptr, 0, nullptr,
                                nullptr, 0),
        musaSuccess);
  return library;
}

// Runs the kernel that adds 1 to the image's counter and returns it.
int count_up(musaKernel_t kernel) {
  int* out = nullptr;
  int seen = 0;
  EQUAL(musaMalloc(&out, sizeof *out), musaSuccess);
  void* args[] = {&out};
  EQUAL(musaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(1), dim3(1), args, 0, nullptr),
        musaSuccess);
  EQUAL(musaMemcpy(&seen, out, sizeof seen, musaMemcpyDeviceToHost), musaSuccess);
  EQUAL(musaFree(out), musaSuccess);
  return seen;
}

}  // namespace

TEST(kernels_of_a_file_run) {
  musaLibrary_t library = load();
  musaKernel_t kernel = nullptr;
  EQUAL(musaLibraryGetKernel(&kernel, library, "add_counter"), musaSuccess);
  EQUAL(count_up(kernel), 11);
  EQUAL(count_up(kernel), 12);
  EQUAL(musaLibraryGetKernel(&kernel, library, "no_such_kernel"), musaErrorSymbolNotFound);
  EQUAL(musaLibraryGetKernel(nullptr, library, "add_counter"), musaErrorInvalidValue);
  EQUAL(musaLibraryUnload(library), musaSuccess);
  EQUAL(musaLibraryUnload(library), musaErrorInvalidResourceHandle);
}

TEST(a_kernel_is_a_function_of_one_device) {
  musaLibrary_t library = load();
  musaKernel_t kernel = nullptr;
  EQUAL(musaLibraryGetKernel(&kernel, library, "add_counter"), musaSuccess);
  const auto limit = musaFuncAttributeMaxDynamicSharedMemorySize;
  EQUAL(musaKernelSetAttributeForDevice(kernel, limit, 4096, 1), musaErrorInvalidDevice);
  EQUAL(musaKernelSetAttributeForDevice(kernel, limit, 8192, 0), musaSuccess);
  musaFuncAttributes attributes{};
  EQUAL(musaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(kernel)), musaSuccess);
  EQUAL(attributes.maxDynamicSharedSizeBytes, 8192);
  EQUAL(musaLibraryUnload(library), musaSuccess);
}

TEST(images_in_memory_are_loaded_too) {
  std::ifstream file(MUSASIM_TEST_MODULE, std::ios::binary);
  const std::vector<char> image((std::istreambuf_iterator<char>(file)),
                                std::istreambuf_iterator<char>());
  musaLibrary_t library = nullptr;
  EQUAL(musaLibraryLoadData(&library, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
        musaSuccess);
  musaKernel_t kernel = nullptr;
  EQUAL(musaLibraryGetKernel(&kernel, library, "add_counter"), musaSuccess);
  EQUAL(count_up(kernel), 11);
  EQUAL(musaLibraryUnload(library), musaSuccess);
}

TEST(variables_are_found_on_each_device) {
  musaLibrary_t library = load();
  void* first = nullptr;
  void* second = nullptr;
  std::size_t bytes = 0;
  EQUAL(musaLibraryGetGlobal(&first, &bytes, library, "table"), musaSuccess);
  EQUAL(bytes, 256u);
  EQUAL(musaMemset(first, 1, bytes), musaSuccess);
  EQUAL(musaSetDevice(1), musaSuccess);
  EQUAL(musaLibraryGetGlobal(&second, nullptr, library, "table"), musaSuccess);
  CHECK(first != second);
  EQUAL(musaSetDevice(0), musaSuccess);
  EQUAL(musaLibraryGetManaged(&first, &bytes, library, "table"), musaErrorSymbolNotFound);
  EQUAL(musaLibraryGetGlobal(&first, &bytes, library, "no_such_thing"), musaErrorSymbolNotFound);
  EQUAL(musaLibraryGetGlobal(nullptr, nullptr, library, "table"), musaErrorInvalidValue);
  EQUAL(musaLibraryUnload(library), musaSuccess);
  EQUAL(musaLibraryGetGlobal(&first, &bytes, library, "table"), musaErrorInvalidResourceHandle);
}

TEST(kernels_are_listed) {
  musaLibrary_t library = load();
  unsigned count = 0;
  EQUAL(musaLibraryGetKernelCount(&count, library), musaSuccess);
  EQUAL(count, 4u);
  std::vector<musaKernel_t> kernels(count);
  EQUAL(musaLibraryEnumerateKernels(kernels.data(), count, library), musaSuccess);
  std::vector<std::string> names;
  for (musaKernel_t kernel : kernels) {
    const char* name = nullptr;
    EQUAL(musaFuncGetName(&name, reinterpret_cast<const void*>(kernel)), musaSuccess);
    names.emplace_back(name);
  }
  CHECK(std::count(names.begin(), names.end(), "scale") == 1);
  EQUAL(musaLibraryEnumerateKernels(nullptr, count, library), musaErrorInvalidValue);
  EQUAL(musaLibraryGetKernelCount(nullptr, library), musaErrorInvalidValue);
  EQUAL(musaLibraryUnload(library), musaSuccess);
}

TEST(images_say_what_is_wrong) {
  musaLibrary_t library = nullptr;
  const char text[] = "this is no image, however long it may be: there is nothing to load in it";
  EQUAL(
      musaLibraryLoadFromFile(&library, "/no/such/file", nullptr, nullptr, 0, nullptr, nullptr, 0),
      musaErrorFileNotFound);
  EQUAL(musaLibraryLoadData(&library, text, nullptr, nullptr, 0, nullptr, nullptr, 0),
        musaErrorInvalidKernelImage);
  EQUAL(musaLibraryLoadData(nullptr, text, nullptr, nullptr, 0, nullptr, nullptr, 0),
        musaErrorInvalidValue);
  EQUAL(musaLibraryLoadData(&library, text, nullptr, nullptr, 3, nullptr, nullptr, 0),
        musaErrorInvalidValue);
  void* function = nullptr;
  EQUAL(musaLibraryGetUnifiedFunction(&function, library, "scale"), musaErrorNotSupported);
}

TEST_MAIN()
