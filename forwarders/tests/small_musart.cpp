// A runtime library of four functions, with results that show every argument.
#include <cstddef>

#define EXPORTED extern "C" [[gnu::visibility("default")]]

struct Size {
  unsigned x, y, z;
};

EXPORTED int musaMalloc(void** memory, std::size_t bytes) {
  *memory = reinterpret_cast<void*>(bytes);
  return 7;
}

EXPORTED int musaLaunchKernel(const void* function, Size grid, Size block, void** arguments,
                              std::size_t shared, void* stream) {
  const auto number = [](const void* pointer) { return reinterpret_cast<std::size_t>(pointer); };
  return static_cast<int>(number(function) + 10 * grid.z + 100 * block.y +
                          1000 * number(arguments) + 10000 * shared + 100000 * number(stream));
}

EXPORTED int musaEventElapsedTime(float* milliseconds, void*, void*) {
  *milliseconds = 1.5F;
  return 0;
}

EXPORTED const char* musaGetErrorString(int error) { return error == 0 ? "none" : "some"; }
