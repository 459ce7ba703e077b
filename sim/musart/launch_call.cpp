// Launches in steps: what kernel<<<...>>>(...) compiles to, and the older functions that set the
// arguments one by one.
#include <algorithm>
#include <utility>

#include "machine/kernels/call_configuration.h"
#include "machine/kernels/launch.h"
#include "musart/api.h"

using namespace musasim;

namespace {

// More than any kernel takes.
constexpr std::size_t kMaxArguments = std::size_t{1} << 16;

void* key(std::intptr_t number) { return reinterpret_cast<void*>(number); }

musaError_t push(dim3 grid, dim3 block, std::size_t shared, musaStream_t stream) {
  CallConfiguration call;
  call.grid = grid;
  call.block = block;
  call.shared_bytes = shared;
  call.stream = stream;
  push_call(std::move(call));
  return musaSuccess;
}

musaError_t add_argument(const void* value, std::size_t size, std::size_t offset) {
  CallConfiguration* call = current_call_configuration();
  if (call == nullptr) {
    return musaErrorMissingConfiguration;
  }
  if (value == nullptr || size > kMaxArguments || offset > kMaxArguments - size) {
    return musaErrorInvalidValue;
  }
  call->arguments.resize(std::max(call->arguments.size(), offset + size));
  std::copy_n(static_cast<const unsigned char*>(value), size,
              call->arguments.begin() + static_cast<std::ptrdiff_t>(offset));
  return musaSuccess;
}

musaError_t launch_pushed(const void* func) {
  CallConfiguration call;
  if (!pop_call(&call)) {
    return musaErrorMissingConfiguration;
  }
  std::size_t size = call.arguments.size();
  void* extra[] = {key(kLaunchParamBufferPointer), call.arguments.data(),
                   key(kLaunchParamBufferSize), &size, key(kLaunchParamEnd)};
  LaunchRequest request;
  request.function = func;
  request.grid = call.grid;
  request.block = call.block;
  request.shared_bytes = call.shared_bytes;
  request.extra = extra;
  return launch_kernel(request, call.stream);
}

}  // namespace

unsigned int __musaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem,
                                         MUstream_st* stream) {
  const ApiCall call(__func__);
  return guarded([&] { return push(gridDim, blockDim, sharedMem, stream); });
}

musaError_t __musaPopCallConfiguration(dim3* gridDim, dim3* blockDim, size_t* sharedMem,
                                       void* stream) {
  return query(__func__, [&]() -> musaError_t {
    CallConfiguration call;
    if (gridDim == nullptr || blockDim == nullptr || sharedMem == nullptr || stream == nullptr) {
      return musaErrorInvalidValue;
    }
    if (!pop_call(&call)) {
      return musaErrorMissingConfiguration;
    }
    *gridDim = call.grid;
    *blockDim = call.block;
    *sharedMem = call.shared_bytes;
    *static_cast<musaStream_t*>(stream) = call.stream;
    return musaSuccess;
  });
}

musaError_t musaConfigureCall(dim3 gridDim, dim3 blockDim, size_t sharedMem, musaStream_t stream) {
  return api(__func__, [&] { return push(gridDim, blockDim, sharedMem, stream); });
}

musaError_t musaSetupArgument(const void* arg, size_t size, size_t offset) {
  return api(__func__, [&] { return add_argument(arg, size, offset); });
}

musaError_t musaLaunch(const void* func) {
  return api(__func__, [&] { return launch_pushed(func); });
}
