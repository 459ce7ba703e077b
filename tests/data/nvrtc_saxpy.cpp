// A CUDA program that compiles its kernel while it runs, by NVRTC and the driver.
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <string>
#include <vector>

const char* const kSource = R"(
#include <cuda_fp16.h>
template <class T>
__global__ void saxpy(T a, const T* x, const T* y, float* out, size_t count) {
  const size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = __half2float(__float2half(a * x[i] + y[i]));
}
)";

std::vector<char> compiled(std::string* kernel) {
  nvrtcProgram program;
  nvrtcCreateProgram(&program, kSource, "saxpy.cu", 0, nullptr, nullptr);
  nvrtcAddNameExpression(program, "saxpy<float>");
  const char* options[] = {"-std=c++17", "-DUNUSED=1"};
  const nvrtcResult result = nvrtcCompileProgram(program, 2, options);
  size_t size = 0;
  nvrtcGetProgramLogSize(program, &size);
  std::string log(size, ' ');
  nvrtcGetProgramLog(program, &log[0]);
  std::printf("%d [%s]\n", result == NVRTC_SUCCESS, log.c_str());
  nvrtcGetPTXSize(program, &size);
  std::vector<char> image(size);
  nvrtcGetPTX(program, image.data());
  const char* lowered = nullptr;
  nvrtcGetLoweredName(program, "saxpy<float>", &lowered);
  *kernel = lowered;
  nvrtcDestroyProgram(&program);
  return image;
}

int main() {
  std::string name;
  const std::vector<char> image = compiled(&name);
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction function;
  cuInit(0);
  cuDeviceGet(&device, 0);
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);
  cuModuleLoadDataEx(&module, image.data(), 0, nullptr, nullptr);
  cuModuleGetFunction(&function, module, name.c_str());
  size_t count = 1000;
  std::vector<float> x(count, 1.5f);
  CUdeviceptr on_device[3];
  for (CUdeviceptr& each : on_device) {
    cuMemAlloc(&each, count * sizeof(float));
    cuMemcpyHtoD(each, x.data(), count * sizeof(float));
  }
  float a = 2;
  void* arguments[] = {&a, &on_device[0], &on_device[1], &on_device[2], &count};
  cuLaunchKernel(function, 8, 1, 1, 128, 1, 1, 0, nullptr, arguments, nullptr);
  cuCtxSynchronize();
  cuMemcpyDtoH(x.data(), on_device[2], count * sizeof(float));
  std::printf("out[999] = %g\n", x[999]);
}
