#include "parts.h"

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  define_devices(m);
  define_memory(m);
  define_random(m);
  define_tensors(m);
}
