// Settings of a context's device: limits, preferences, peer access.
#include "machine/device/limits.h"
#include "machine/device/peers.h"
#include "musa/api.h"

namespace d = musasim::driver;
using musasim::current_device;

// The numbers of the limits and preferences are the runtime's too.
MUresult muCtxSetLimit(MUlimit limit, size_t value) {
  return d::in_context(__func__, [&] {
    return musasim::set_limit(current_device(), static_cast<musaLimit>(limit), value);
  });
}

MUresult muCtxGetLimit(size_t* pvalue, MUlimit limit) {
  return d::in_context(__func__, [&] {
    return pvalue == nullptr
               ? musaErrorInvalidValue
               : musasim::get_limit(current_device(), static_cast<musaLimit>(limit), pvalue);
  });
}

MUresult muCtxGetCacheConfig(MUfunc_cache* pconfig) {
  return d::in_context(__func__,
                       [&] { return d::store(pconfig, musasim::cache_config(current_device())); });
}

MUresult muCtxSetCacheConfig(MUfunc_cache config) {
  return d::in_context(__func__, [&] {
    return musasim::is_cache_config(config)
               ? musasim::set_cache_config(current_device(), static_cast<musaFuncCache>(config))
               : musaErrorInvalidValue;
  });
}

MUresult muCtxGetSharedMemConfig(MUsharedconfig* pConfig) {
  return d::in_context(__func__,
                       [&] { return d::store(pConfig, musasim::shared_config(current_device())); });
}

MUresult muCtxSetSharedMemConfig(MUsharedconfig config) {
  return d::in_context(__func__, [&] {
    return musasim::is_shared_config(config)
               ? musasim::set_shared_config(current_device(),
                                            static_cast<musaSharedMemConfig>(config))
               : musaErrorInvalidValue;
  });
}

MUresult muCtxEnablePeerAccess(MUcontext peerContext, unsigned int flags) {
  return d::in_context(__func__, [&]() -> musaError_t {
    const int peer = d::device_of(peerContext);
    if (flags != 0) {
      return musaErrorInvalidValue;
    }
    return peer < 0 ? musaErrorDeviceUninitialized
                    : musasim::enable_peer_access(current_device(), peer);
  });
}

MUresult muCtxDisablePeerAccess(MUcontext peerContext) {
  return d::in_context(__func__, [&]() -> musaError_t {
    const int peer = d::device_of(peerContext);
    return peer < 0 ? musaErrorDeviceUninitialized
                    : musasim::disable_peer_access(current_device(), peer);
  });
}

// All of it is always there.
MUresult muCtxGetExecAffinity(MUexecAffinityParam* pExecAffinity, MUexecAffinityType type) {
  return d::in_context(__func__, [&] {
    return pExecAffinity == nullptr || type < 0 || type >= MU_EXEC_AFFINITY_TYPE_MAX
               ? musaErrorInvalidValue
               : musaErrorUnsupportedExecAffinity;
  });
}
