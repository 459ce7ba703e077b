// Properties of the devices, filled from the model.
#include "machine/device/properties.h"

#include <climits>
#include <cstring>

#include "machine/device/simulated_gpus.h"

namespace musasim {

namespace {

constexpr int kTextureWidth = 32768;
constexpr int kTextureDepth = 16384;  // as far as the platform's own benchmarks go
constexpr int kLayers = 2048;
constexpr std::size_t kConstantMemory = std::size_t{64} << 10;
constexpr int kMaxThreadsPerBlock = 1024;

// Attributes that only the driver's header names.
constexpr int kTexture2DGather = 44;
constexpr int kVirtualMemoryManagement = 102;
constexpr int kPosixHandles = 103;

void fill_identity(int index, musaDeviceProp& p) {
  const Model& model = device_model(index);
  std::strncpy(p.name, model.name, sizeof p.name - 1);
  const std::array<char, 16> uuid = device_uuid(model, physical_index(index));
  std::memcpy(p.uuid.bytes, uuid.data(), uuid.size());
  p.major = model.major;
  p.minor = model.minor;
  p.pciBusID = physical_index(index) + 1;
  p.totalGlobalMem = settings().memory;
  p.multiProcessorCount = model.multiprocessors;
  p.computeMode = musaComputeModeDefault;
}

void fill_execution(const ModelLimits& limits, musaDeviceProp& p) {
  p.warpSize = limits.warp_size;
  p.maxThreadsPerBlock = kMaxThreadsPerBlock;
  p.maxThreadsDim[0] = kMaxThreadsPerBlock;
  p.maxThreadsDim[1] = kMaxThreadsPerBlock;
  p.maxThreadsDim[2] = 64;
  p.maxGridSize[0] = INT_MAX;
  p.maxGridSize[1] = 65535;
  p.maxGridSize[2] = 65535;
  p.sharedMemPerBlock = limits.shared_per_block;
  p.sharedMemPerBlockOptin = limits.shared_per_block_optin;
  p.sharedMemPerMultiprocessor = limits.shared_per_block_optin;
  p.regsPerBlock = limits.registers;
  p.regsPerMultiprocessor = limits.registers;
  p.maxThreadsPerMultiProcessor = limits.threads_per_multiprocessor;
  p.maxBlocksPerMultiProcessor = limits.blocks_per_multiprocessor;
  p.singleToDoublePrecisionPerfRatio = 32;
}

void fill_memory(const ModelLimits& limits, musaDeviceProp& p) {
  p.memPitch = INT_MAX;
  p.totalConstMem = kConstantMemory;
  p.clockRate = limits.clock_khz;
  p.memoryClockRate = limits.memory_clock_khz;
  p.memoryBusWidth = limits.bus_bits;
  p.l2CacheSize = static_cast<int>(limits.l2_bytes);
  p.persistingL2CacheMaxSize = p.l2CacheSize / 2;
  p.accessPolicyMaxWindowSize = p.l2CacheSize;
  p.globalL1CacheSupported = 1;
  p.localL1CacheSupported = 1;
  p.textureAlignment = 512;
  p.texturePitchAlignment = 32;
  p.surfaceAlignment = 512;
}

// Abilities of the simulator.
void fill_abilities(musaDeviceProp& p) {
  p.deviceOverlap = 1;
  p.asyncEngineCount = 2;
  p.concurrentKernels = 1;
  p.canMapHostMemory = 1;
  p.unifiedAddressing = 1;
  p.streamPrioritiesSupported = 1;
  p.managedMemory = 1;
  p.concurrentManagedAccess = 1;
  p.hostNativeAtomicSupported = 1;
  p.computePreemptionSupported = 1;
  p.canUseHostPointerForRegisteredMem = 1;
  p.cooperativeLaunch = 1;
  p.cooperativeMultiDeviceLaunch = 1;
  p.hostRegisterSupported = 1;
  p.hostRegisterReadOnlySupported = 1;
  p.memoryPoolsSupported = 1;
  p.memoryPoolSupportedHandleTypes = musaMemHandleTypePosixFileDescriptor;
  p.ipcEventSupported = 1;
  p.timelineSemaphoreInteropSupported = 1;
  p.gpuDirectRDMAFlushWritesOptions = musaFlushGPUDirectRDMAWritesOptionHost;
}

template <std::size_t count>
void set_all(int (&field)[count], int first, int second = 0, int third = 0) {
  const int values[] = {first, second, third};
  std::memcpy(field, values, sizeof field);
}

void fill_textures(musaDeviceProp& p) {
  p.maxTexture1D = kTextureWidth;
  p.maxTexture1DMipmap = kTextureWidth;
  p.maxTexture1DLinear = 1 << 27;
  set_all(p.maxTexture2D, kTextureWidth, kTextureWidth);
  set_all(p.maxTexture2DMipmap, kTextureWidth, kTextureWidth);
  set_all(p.maxTexture2DLinear, kTextureWidth, kTextureWidth, 1 << 20);
  set_all(p.maxTexture2DGather, kTextureWidth, kTextureWidth);
  set_all(p.maxTexture3D, kTextureDepth, kTextureDepth, kTextureDepth);
  set_all(p.maxTexture3DAlt, kTextureDepth, kTextureDepth, kTextureDepth);
  set_all(p.maxTexture1DLayered, kTextureWidth, kLayers);
  set_all(p.maxTexture2DLayered, kTextureWidth, kTextureWidth, kLayers);
  set_all(p.maxTextureCubemapLayered, kTextureWidth, kLayers);
  p.maxTextureCubemap = kTextureWidth;
  p.maxSurface1D = kTextureWidth;
  set_all(p.maxSurface2D, kTextureWidth, kTextureWidth);
  set_all(p.maxSurface3D, kTextureDepth, kTextureDepth, kTextureDepth);
  set_all(p.maxSurface1DLayered, kTextureWidth, kLayers);
  set_all(p.maxSurface2DLayered, kTextureWidth, kTextureWidth, kLayers);
  set_all(p.maxSurfaceCubemapLayered, kTextureWidth, kLayers);
  p.maxSurfaceCubemap = kTextureWidth;
}

musaDeviceProp make_properties(int index) {
  musaDeviceProp p{};
  fill_identity(index, p);
  fill_execution(device_model(index).limits, p);
  fill_memory(device_model(index).limits, p);
  fill_abilities(p);
  fill_textures(p);
  return p;
}

// Attributes that no field of the properties holds; INT_MIN: no such attribute.
int other_attribute(int attribute) {
  switch (attribute) {
    case kTexture2DGather:
    case kVirtualMemoryManagement:
    case kPosixHandles:
    case musaDevAttrMemSyncDomainCount: return 1;
    default: break;
  }
  const bool known = attribute >= musaDevAttrReserved92 && attribute <= musaDevAttrReserved132;
  return known ? 0 : INT_MIN;
}

}  // namespace

int physical_index(int index) { return settings().visible[static_cast<std::size_t>(index)]; }

// Made once: attributes are asked for often.
const musaDeviceProp& device_properties(int index) {
  static const musaDeviceProp* const all = [] {
    auto* list = new musaDeviceProp[kMaxDevices];
    for (int i = 0; i < device_count(); ++i) {
      list[i] = make_properties(i);
    }
    return list;
  }();
  return all[index];
}

musaError_t device_attribute(int index, int attribute, int* value) noexcept {
  const musaDeviceProp& p = device_properties(index);
  switch (attribute) {
#define MUSASIM_ATTRIBUTE(name, field) \
  case musaDevAttr##name: *value = static_cast<int>(p.field); return musaSuccess;
#include "machine/device/attributes.def"
#undef MUSASIM_ATTRIBUTE
    default: break;
  }
  const int other = other_attribute(attribute);
  if (other == INT_MIN) {
    return musaErrorInvalidValue;
  }
  *value = other;
  return musaSuccess;
}

musaError_t p2p_attribute(int attribute, int source, int target, int* value) noexcept {
  if (source == target) {
    return musaErrorInvalidDevice;
  }
  switch (attribute) {
    case musaDevP2PAttrPerformanceRank: *value = 0; return musaSuccess;
    case musaDevP2PAttrAccessSupported:
    case musaDevP2PAttrNativeAtomicSupported:
    case musaDevP2PAttrMusaArrayAccessSupported: *value = 1; return musaSuccess;
    default: return musaErrorInvalidValue;
  }
}

}  // namespace musasim
