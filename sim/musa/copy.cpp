// Copies of bytes.
#include "musa/copy.h"

#include "machine/memory/batch.h"
#include "machine/stream/stream.h"

namespace d = musasim::driver;
using d::pointer;

namespace musasim::driver {

musaError_t wait_for_devices(int first, int second) {
  if (first < 0 || second < 0) {
    return musaErrorDeviceUninitialized;
  }
  if (const musaError_t error = check_not_capturing(); error != musaSuccess) {
    return error;
  }
  for (const int device : {first, second}) {
    if (device != current_device()) {
      drain_device(device);
    }
  }
  return musaSuccess;
}

}  // namespace musasim::driver

namespace {

musaError_t copy_batch(MUdeviceptr* to, MUdeviceptr* from, const size_t* sizes, size_t count,
                       const MUmemcpyAttributes* attributes, const size_t* indices,
                       size_t attribute_count, size_t* failed, MUstream stream) {
  const bool right = to != nullptr && from != nullptr && sizes != nullptr &&
                     musasim::are_attributes(attributes, indices, attribute_count, count) &&
                     musasim::takes_batches(stream);
  return musasim::copy_each(count, failed, right, [&](size_t i) {
    return d::copy_bytes(pointer(to[i]), pointer(from[i]), sizes[i], musaMemcpyDefault, stream,
                         false);
  });
}

}  // namespace

MUresult muMemcpy(MUdeviceptr dst, MUdeviceptr src, size_t ByteCount) {
  return d::in_context(__func__, [&] {
    return d::copy_bytes(pointer(dst), pointer(src), ByteCount, musaMemcpyDefault, nullptr, true);
  });
}

MUresult muMemcpyAsync(MUdeviceptr dst, MUdeviceptr src, size_t ByteCount, MUstream hStream) {
  return d::in_context(__func__, [&] {
    return d::copy_bytes(pointer(dst), pointer(src), ByteCount, musaMemcpyDefault, hStream, false);
  });
}

MUresult muMemcpyHtoD(MUdeviceptr dstDevice, const void* srcHost, size_t ByteCount) {
  return d::in_context(__func__, [&] {
    return d::copy_bytes(pointer(dstDevice), srcHost, ByteCount, musaMemcpyHostToDevice, nullptr,
                         true);
  });
}

MUresult muMemcpyDtoH(void* dstHost, MUdeviceptr srcDevice, size_t ByteCount) {
  return d::in_context(__func__, [&] {
    return d::copy_bytes(dstHost, pointer(srcDevice), ByteCount, musaMemcpyDeviceToHost, nullptr,
                         true);
  });
}

MUresult muMemcpyDtoD(MUdeviceptr dstDevice, MUdeviceptr srcDevice, size_t ByteCount) {
  return d::in_context(__func__, [&] {
    return d::copy_bytes(pointer(dstDevice), pointer(srcDevice), ByteCount,
                         musaMemcpyDeviceToDevice, nullptr, true);
  });
}

MUresult muMemcpyHtoDAsync(MUdeviceptr dstDevice, const void* srcHost, size_t ByteCount,
                           MUstream hStream) {
  return d::in_context(__func__, [&] {
    return d::copy_bytes(pointer(dstDevice), srcHost, ByteCount, musaMemcpyHostToDevice, hStream,
                         false);
  });
}

MUresult muMemcpyDtoHAsync(void* dstHost, MUdeviceptr srcDevice, size_t ByteCount,
                           MUstream hStream) {
  return d::in_context(__func__, [&] {
    return d::copy_bytes(dstHost, pointer(srcDevice), ByteCount, musaMemcpyDeviceToHost, hStream,
                         false);
  });
}

MUresult muMemcpyDtoDAsync(MUdeviceptr dstDevice, MUdeviceptr srcDevice, size_t ByteCount,
                           MUstream hStream) {
  return d::in_context(__func__, [&] {
    return d::copy_bytes(pointer(dstDevice), pointer(srcDevice), ByteCount,
                         musaMemcpyDeviceToDevice, hStream, false);
  });
}

MUresult muMemcpyPeer(MUdeviceptr dstDevice, MUcontext dstContext, MUdeviceptr srcDevice,
                      MUcontext srcContext, size_t ByteCount) {
  return d::in_context(__func__, [&] {
    const musaError_t error =
        d::wait_for_devices(d::device_of(dstContext), d::device_of(srcContext));
    return error != musaSuccess ? error
                                : d::copy_bytes(pointer(dstDevice), pointer(srcDevice), ByteCount,
                                                musaMemcpyDeviceToDevice, nullptr, true);
  });
}

MUresult muMemcpyPeerAsync(MUdeviceptr dstDevice, MUcontext dstContext, MUdeviceptr srcDevice,
                           MUcontext srcContext, size_t ByteCount, MUstream hStream) {
  return d::in_context(__func__, [&] {
    return d::device_of(dstContext) < 0 || d::device_of(srcContext) < 0
               ? musaErrorDeviceUninitialized
               : d::copy_bytes(pointer(dstDevice), pointer(srcDevice), ByteCount,
                               musaMemcpyDeviceToDevice, hStream, false);
  });
}

MUresult muMemcpyBatchAsync(MUdeviceptr* dsts, MUdeviceptr* srcs, size_t* sizes, size_t count,
                            MUmemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs,
                            size_t* failIdx, MUstream hStream) {
  return d::in_context(__func__, [&] {
    return copy_batch(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failIdx, hStream);
  });
}

MUresult muMemoryTransferBatchAsync(MUdeviceptr* dsts, MUdeviceptr* srcs, size_t* sizes,
                                    size_t count, MUmemcpyAttributes* attrs, size_t* attrsIdxs,
                                    size_t numAttrs, size_t* failIdx, MUstream hStream) {
  return d::in_context(__func__, [&] {
    return copy_batch(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failIdx, hStream);
  });
}
