// Memory for communication, and its registration. All device memory serves equally here; what is
// registered is checked and remembered.
#include "machine/collective/api.h"
#include "machine/device/simulated_gpus.h"
#include "machine/memory/allocate.h"
#include "mccl/call.h"

namespace collective = musasim::collective;
using musasim::mccl::device_call;
using musasim::mccl::public_call;

mcclResult_t mcclMemAlloc(void** ptr, size_t size) {
  return device_call(__func__, [&] {
    if (ptr == nullptr) {
      return collective::fail(mcclInvalidArgument, "The out pointer is NULL");
    }
    const musaError_t error = musasim::allocate_device(musasim::current_device(), size, ptr);
    return error == musaSuccess ? mcclSuccess : collective::fail_musa(error, "mcclMemAlloc");
  });
}

mcclResult_t mcclMemFree(void* ptr) {
  return device_call(__func__, [&] {
    const musaError_t error = musasim::free_device(ptr);
    return error == musaSuccess ? mcclSuccess : collective::fail_musa(error, "mcclMemFree");
  });
}

mcclResult_t mcclCommRegister(const mcclComm_t comm, void* buff, size_t size, void** handle) {
  return device_call(__func__,
                     [&] { return collective::register_buffer(comm, buff, size, handle); });
}

mcclResult_t mcclCommDeregister(const mcclComm_t comm, void* handle) {
  return public_call(__func__, [&] { return collective::deregister_buffer(comm, handle); });
}

mcclResult_t mcclCommWindowRegister(mcclComm_t comm, void* buff, size_t size, mcclWindow_t* win,
                                    int flags) {
  return device_call(__func__, [&] {
    if (flags != MCCL_WIN_DEFAULT && flags != MCCL_WIN_COLL_SYMMETRIC) {
      return collective::fail(mcclInvalidArgument, "Unknown window flags");
    }
    return collective::register_buffer(comm, buff, size, reinterpret_cast<void**>(win));
  });
}

mcclResult_t mcclCommWindowDeregister(mcclComm_t comm, mcclWindow_t win) {
  return public_call(__func__, [&] { return collective::deregister_buffer(comm, win); });
}
