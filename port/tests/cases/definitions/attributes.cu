// An attribute with parentheses stands before the name of the function; it is no function of the program.
__global__ void __nv_register_limit__(64) kernel(float* x) { x[0] = 1; }
__global__ void __launch_bounds__(128) __nv_grid_limit__((2, 1)) other(float* x) { x[0] = 1; }
// These are.
int cudaHelper(int x) noexcept { return x; }
int cudaNextHelper(int x) __attribute__((noinline));
int cudaLastHelper(int x) MAY_THROW;
int use() { return cudaHelper(1) + cudaNextHelper(2) + cudaLastHelper(3); }
