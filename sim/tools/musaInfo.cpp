// musaInfo: the devices and their properties, a `name: value` line each, as the platform's tool
// prints them; scripts look for `compute capability` and `multiProcessorCount`.
#include <cstdio>
#include <string>

#include "musa_runtime_api.h"

namespace {

constexpr int kColumn = 34;

void line(const char* name, const std::string& value) {
  std::printf("%-*s%s\n", kColumn, (std::string(name) + ":").c_str(), value.c_str());
}

void line(const char* name, int value) { line(name, std::to_string(value)); }

std::string scaled(double value, const char* unit) {
  char text[64];
  std::snprintf(text, sizeof text, "%.2f %s", value, unit);
  return text;
}

std::string kibibytes(std::size_t bytes) { return scaled(static_cast<double>(bytes) / 1024, "KB"); }
std::string gibibytes(std::size_t bytes) {
  return scaled(static_cast<double>(bytes) / (1024. * 1024 * 1024), "GB");
}
std::string megahertz(int kilohertz) { return scaled(kilohertz / 1000., "MHz"); }

void three(const char* name, const int (&values)[3]) {
  for (int i = 0; i < 3; ++i) {
    const char axis[] = {'.', static_cast<char>('x' + i), '\0'};
    line((std::string(name) + axis).c_str(), values[i]);
  }
}

void print_peers(int device, int count) {
  std::string peers;
  for (int other = 0; other < count; ++other) {
    int can = 0;
    if (other != device && musaDeviceCanAccessPeer(&can, device, other) == musaSuccess && can) {
      peers += "device#" + std::to_string(other) + " ";
    }
  }
  line("peers", peers);
}

musaError_t print_device(int device, int count) {
  musaDeviceProp p;
  const musaError_t error = musaGetDeviceProperties(&p, device);
  if (error != musaSuccess) {
    return error;
  }
  std::printf("%s\n", std::string(80, '-').c_str());
  std::printf("%-*s%d\n", kColumn, "device#", device);
  line("Name", p.name);
  line("pciBusID", p.pciBusID);
  line("pciDeviceID", p.pciDeviceID);
  line("pciDomainID", p.pciDomainID);
  line("multiProcessorCount", p.multiProcessorCount);
  line("maxThreadsPerMultiProcessor", p.maxThreadsPerMultiProcessor);
  line("isMultiGpuBoard", p.isMultiGpuBoard);
  line("clockRate", megahertz(p.clockRate));
  line("memoryClockRate", megahertz(p.memoryClockRate));
  line("memoryBusWidth", p.memoryBusWidth);
  line("totalGlobalMem", gibibytes(p.totalGlobalMem));
  line("totalConstMem", kibibytes(p.totalConstMem));
  line("sharedMemPerBlock", kibibytes(p.sharedMemPerBlock));
  line("sharedMemPerMultiprocessor", kibibytes(p.sharedMemPerMultiprocessor));
  line("canMapHostMemory", p.canMapHostMemory);
  line("regsPerBlock", p.regsPerBlock);
  line("warpSize", p.warpSize);
  line("l2CacheSize", kibibytes(static_cast<std::size_t>(p.l2CacheSize)));
  line("computeMode", p.computeMode);
  line("maxThreadsPerBlock", p.maxThreadsPerBlock);
  three("maxThreadsDim", p.maxThreadsDim);
  three("maxGridSize", p.maxGridSize);
  line("major", p.major);
  line("minor", p.minor);
  line("compute capability", std::to_string(p.major) + "." + std::to_string(p.minor));
  line("concurrentKernels", p.concurrentKernels);
  line("cooperativeLaunch", p.cooperativeLaunch);
  line("asyncEngineCount", p.asyncEngineCount);
  line("integrated", p.integrated);
  line("ECCEnabled", p.ECCEnabled);
  print_peers(device, count);
  std::size_t available = 0;
  std::size_t total = 0;
  if (musaSetDevice(device) == musaSuccess && musaMemGetInfo(&available, &total) == musaSuccess) {
    line("memInfo.total", gibibytes(total));
    line("memInfo.free", gibibytes(available));
  }
  std::printf("\n");
  return musaSuccess;
}

int failed(const char* what, musaError_t error) {
  std::fprintf(stderr, "musaInfo: %s: %s (%s)\n", what, musaGetErrorString(error),
               musaGetErrorName(error));
  return 1;
}

}  // namespace

int main() {
  int count = 0;
  const musaError_t error = musaGetDeviceCount(&count);
  if (error != musaSuccess) {
    return failed("musaGetDeviceCount", error);
  }
  for (int device = 0; device < count; ++device) {
    const musaError_t status = print_device(device, count);
    if (status != musaSuccess) {
      return failed("musaGetDeviceProperties", status);
    }
  }
  return 0;
}
