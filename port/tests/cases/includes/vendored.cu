// case-files: third_party/cutlass/include/cutlass/cutlass.h third_party/cutlass/include/cute/config.hpp
#include <cutlass/cutlass.h>
#include "cute/config.hpp"
cutlass::half_t a;
cudaError_t b;
#if CUTLASS_MAJOR >= 3
#endif
