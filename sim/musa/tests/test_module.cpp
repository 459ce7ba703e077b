// Modules: loading from a file, from memory and from a table, functions and variables.
#include "module.h"

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "musasim/hand_kernel.h"

namespace {

std::vector<char> file_content() {
  std::ifstream file(MUSASIM_TEST_MODULE, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

int count_once(MUmodule module) {
  MUfunction function = nullptr;
  OK(muModuleGetFunction(&function, module, "add_counter"));
  const Memory out(sizeof(int));
  MUdeviceptr at = out.at;
  void* arguments[] = {&at};
  OK(muLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  return read<int>(out.at, 1)[0];
}

void store_seven(int* out) { *out = 7; }
const musasimKernel kRows[] = {MUSASIM_KERNEL_ROW(store_seven)};
const musasimModule kTable = {MUSASIM_KERNEL_ABI, 1, kRows, 0, nullptr, "table"};
const musasimFatBinary kBinary = {MUSASIM_FATBIN_MAGIC, 1, &kTable, nullptr};

}  // namespace

TEST(functions_are_found_in_a_loaded_file) {
  const Module module;
  const Memory memory(400);
  Scale scale(memory.at);
  OK(muLaunchKernel(module.function("scale"), 4, 1, 1, 32, 1, 1, 0, nullptr, scale.arguments,
                    nullptr));
  scale.check(6);
  MUfunction none = nullptr;
  IS(muModuleGetFunction(&none, module.handle, "nothing"), NOT_FOUND);
  IS(muModuleGetFunction(&none, nullptr, "scale"), INVALID_HANDLE);
  IS(muModuleGetFunction(nullptr, module.handle, "scale"), INVALID_VALUE);
}

TEST(variables_are_found_and_written) {
  const Module module;
  MUdeviceptr counter = 0;
  size_t bytes = 0;
  OK(muModuleGetGlobal(&counter, &bytes, module.handle, "counter"));
  EQUAL(bytes, sizeof(int));
  EQUAL(read<int>(counter, 1)[0], 10);
  EQUAL(count_once(module.handle), 11);
  write(counter, std::vector<int>{100});
  EQUAL(count_once(module.handle), 101);
  OK(muModuleGetGlobal(nullptr, &bytes, module.handle, "table"));
  EQUAL(bytes, size_t{256});
  IS(muModuleGetGlobal(&counter, &bytes, module.handle, "nothing"), NOT_FOUND);
}

TEST(each_load_has_its_own_variables) {
  const Module first;
  const Module second;
  EQUAL(count_once(first.handle), 11);
  EQUAL(count_once(first.handle), 12);
  EQUAL(count_once(second.handle), 11);
}

TEST(images_in_memory_are_loaded) {
  std::vector<char> image = file_content();
  MUmodule first = nullptr;
  MUmodule second = nullptr;
  OK(muModuleLoadData(&first, image.data()));
  MUjit_option option = MU_JIT_MAX_REGISTERS;
  void* value = nullptr;
  OK(muModuleLoadDataEx(&second, image.data(), 1, &option, &value));
  std::fill(image.begin(), image.end(), 0);
  EQUAL(count_once(first), 11);
  EQUAL(count_once(first), 12);
  EQUAL(count_once(second), 11);
  OK(muModuleUnload(first));
  EQUAL(count_once(second), 12);
  OK(muModuleUnload(second));
  IS(muModuleUnload(second), INVALID_HANDLE);
}

TEST(logs_of_a_load_are_written) {
  const std::vector<char> image = file_content();
  char info[8] = "old";
  char error[24] = "old";
  MUjit_option options[] = {MU_JIT_INFO_LOG_BUFFER, MU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
                            MU_JIT_ERROR_LOG_BUFFER, MU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  const auto load = [&](const void* from, MUmodule* module) {
    void* values[] = {info, reinterpret_cast<void*>(sizeof(info)), error,
                      reinterpret_cast<void*>(sizeof(error))};
    const MUresult result = muModuleLoadDataEx(module, from, 4, options, values);
    EQUAL(reinterpret_cast<size_t>(values[1]), std::strlen(info));
    EQUAL(reinterpret_cast<size_t>(values[3]), std::strlen(error));
    return result;
  };
  MUmodule module = nullptr;
  OK(load(image.data(), &module));
  EQUAL(std::string(info) + error, "");
  OK(muModuleUnload(module));
  IS(load("text", &module), INVALID_IMAGE);
  EQUAL(std::string(error), "the image is no module ");
}

TEST(a_table_of_this_program_is_loaded) {
  MUmodule module = nullptr;
  OK(muModuleLoadFatBinary(&module, &kBinary));
  MUfunction function = nullptr;
  OK(muModuleGetFunction(&function, module, "store_seven"));
  const Memory out(sizeof(int));
  MUdeviceptr at = out.at;
  void* arguments[] = {&at};
  OK(muLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  EQUAL(read<int>(out.at, 1)[0], 7);
  MUmodule owner = nullptr;
  OK(muFuncGetModule(&owner, function));
  CHECK(owner == module);
  OK(muModuleUnload(module));
  IS(muLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr), INVALID_HANDLE);
}

TEST(what_is_no_module_is_refused) {
  MUmodule module = nullptr;
  IS(muModuleLoad(&module, "/nowhere/module.so"), FILE_NOT_FOUND);
  IS(muModuleLoad(&module, "/proc/self/exe"), INVALID_IMAGE);
  IS(muModuleLoadData(&module, "//\n.version 7.0\n.target sm_70\n some text that is no image"),
     INVALID_IMAGE);
  IS(muModuleLoad(nullptr, MUSASIM_TEST_MODULE), INVALID_VALUE);
  IS(muModuleLoadData(&module, nullptr), INVALID_VALUE);
}

TEST(kernels_are_loaded_at_their_first_use) {
  MUmoduleLoadingMode mode = MU_MODULE_EAGER_LOADING;
  OK(muModuleGetLoadingMode(&mode));
  EQUAL(static_cast<int>(mode), static_cast<int>(MU_MODULE_LAZY_LOADING));
}

TEST(a_module_goes_with_its_context) {
  MUcontext created = nullptr;
  OK(muCtxCreate(&created, 0, 1));
  MUmodule module = nullptr;
  OK(muModuleLoad(&module, MUSASIM_TEST_MODULE));
  EQUAL(count_once(module), 11);
  OK(muCtxDestroy(created));
  IS(muModuleUnload(module), INVALID_HANDLE);
}

TEST(a_library_is_loaded_for_all_devices) {
  MUlibrary library = nullptr;
  OK(muLibraryLoadFromFile(&library, MUSASIM_TEST_MODULE, nullptr, nullptr, 0, nullptr, nullptr,
                           0));
  MUmodule module = nullptr;
  OK(muLibraryGetModule(&module, library));
  EQUAL(count_once(module), 11);
  MUdeviceptr counter = 0;
  size_t bytes = 0;
  OK(muLibraryGetGlobal(&counter, &bytes, library, "counter"));
  EQUAL(read<int>(counter, 1)[0], 11);
  IS(muLibraryGetManaged(&counter, &bytes, library, "counter"), NOT_FOUND);
  MUcontext second = nullptr;
  OK(muCtxCreate(&second, 0, 1));
  OK(muLibraryGetModule(&module, library));
  EQUAL(count_once(module), 11);
  OK(muCtxDestroy(second));
  OK(muLibraryUnload(library));
  IS(muLibraryUnload(library), INVALID_HANDLE);
}

TEST(a_kernel_of_a_library_is_a_function) {
  const std::vector<char> image = file_content();
  MUlibrary library = nullptr;
  OK(muLibraryLoadData(&library, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  MUkernel kernel = nullptr;
  OK(muLibraryGetKernel(&kernel, library, "scale"));
  IS(muLibraryGetKernel(&kernel, library, "nothing"), NOT_FOUND);
  MUfunction function = nullptr;
  OK(muKernelGetFunction(&function, kernel));
  const Memory memory(400);
  Scale scale(memory.at);
  OK(muLaunchKernel(function, 1, 1, 1, 100, 1, 1, 0, nullptr, scale.arguments, nullptr));
  scale.check(6);
  OK(muKernelSetAttribute(MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1000, kernel, 0));
  int value = 0;
  OK(muKernelGetAttribute(&value, MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, kernel, 0));
  EQUAL(value, 1000);
  IS(muKernelGetAttribute(&value, MU_FUNC_ATTRIBUTE_NUM_REGS, kernel, 9), INVALID_DEVICE);
  OK(muKernelSetCacheConfig(kernel, MU_FUNC_CACHE_PREFER_L1, 0));
  OK(muLibraryUnload(library));
}

TEST_MAIN()
