#include <musa_runtime.h>
musaError_t a = cudaMalloc(0, 0);
