enum class Backend : int { CUDA, CPU };
auto b = Backend::CUDA;
auto c = at::Backend::CUDA, e = DeviceType::CUDA;
namespace mine::cuda {
void f();
}
namespace cuda = mine::cuda;
void g() { cuda::f(); cuda::std::atomic<int> a; cuda::getCurrentCUDAStream(); at::cuda::f(); }
#if defined(NCCL_ENABLED) || defined(CUTLASS_ENABLE_X) || defined(CUDART_INF_F) || CUBLAS_GROUPED > 1
#endif
int h = NCCL_ENABLED;
