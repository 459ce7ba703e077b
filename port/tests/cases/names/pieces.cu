// The name of a library alone, given to a macro, may become a piece of a name.
#define CAT(a, b) a##b
#define API(x) CAT(cuda, x)
int a = CAT(cuda, Free)(p) + BOOST_PP_CAT(cublas, Sgemm)(h, (n), 1);
REGISTER_DEVICE_IMPL(f(1), CUDA, f_cpu);
TORCH_LIBRARY(cuda, m) {}
TORCH_LIBRARY_IMPL_EXPAND(TORCH_EXTENSION_NAME, CUDA, m) {}
void b(bool nccl) { TORCH_CHECK(nccl, "nccl"); function(cudnn); IF(x, (cudnn)); }
