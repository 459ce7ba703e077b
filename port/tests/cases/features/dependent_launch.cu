__global__ void first(float* x) {
  x[threadIdx.x] = 1;
  cudaTriggerProgrammaticLaunchCompletion();
}
__global__ void second(const float* x, float* y) {
#if (__CUDA_ARCH__ >= 900)
  cudaGridDependencySynchronize ( );
#endif
  if (y) cudaGridDependencySynchronize(); else return;
  y[threadIdx.x] = x[threadIdx.x];
}
#define WAIT() cudaGridDependencySynchronize()
auto wait = &cudaGridDependencySynchronize;
void launch(float* x, float* y, cudaStream_t stream) {
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute[0].val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{1, 32, 0, stream, attribute, 1};
  cudaLaunchKernelEx(&config, second, x, y);
}
struct Queue {
  void cudaTriggerProgrammaticLaunchCompletion();
};
void release(Queue* queue) { queue->cudaTriggerProgrammaticLaunchCompletion(); }
