// Contexts and the calling thread's stack of them.
#include "machine/device/properties.h"
#include "machine/stream/stream.h"
#include "musa/api.h"

namespace d = musasim::driver;
using musasim::ContextPtr;

namespace {

constexpr unsigned kApiVersion = 3020;

// Whether a context can be created with these flags.
bool are_flags(unsigned flags) {
  const unsigned schedule = flags & MU_CTX_SCHED_MASK;
  const bool known_schedule = schedule == MU_CTX_SCHED_AUTO || schedule == MU_CTX_SCHED_SPIN ||
                              schedule == MU_CTX_SCHED_YIELD ||
                              schedule == MU_CTX_SCHED_BLOCKING_SYNC;
  return known_schedule && (flags & ~unsigned{MU_CTX_FLAGS_MASK}) == 0;
}

unsigned flags_of(const musasim::Context& context) {
  return context.primary ? musasim::device_state(context.device).flags.load()
                         : context.flags.load();
}

musaError_t create(MUcontext* context, unsigned flags, MUdevice device) {
  if (context == nullptr || !are_flags(flags)) {
    return musaErrorInvalidValue;
  }
  if (!d::is_device(device)) {
    return musaErrorInvalidDevice;
  }
  ContextPtr created;
  const musaError_t error = musasim::create_context(device, flags, &created);
  return error != musaSuccess ? error : d::store(context, d::handle_of(created));
}

}  // namespace

MUresult muCtxCreate(MUcontext* pctx, unsigned int flags, MUdevice dev) {
  return d::initialized(__func__, [&] { return create(pctx, flags, dev); });
}

// Affinities ask for part of a device, which none here can give.
MUresult muCtxCreate_v3(MUcontext* pctx, MUexecAffinityParam* paramsArray, int numParams,
                        unsigned int flags, MUdevice dev) {
  return d::initialized(__func__, [&] {
    if (numParams < 0 || (numParams > 0 && paramsArray == nullptr)) {
      return musaErrorInvalidValue;
    }
    return numParams > 0 ? musaErrorUnsupportedExecAffinity : create(pctx, flags, dev);
  });
}

MUresult muCtxDestroy(MUcontext ctx) {
  return d::initialized(__func__, [&] { return musasim::destroy_context(ctx); });
}

MUresult muCtxPushCurrent(MUcontext ctx) {
  return d::initialized(__func__, [&] { return musasim::push_context(ctx); });
}

MUresult muCtxPopCurrent(MUcontext* pctx) {
  return d::initialized(__func__, [&] {
    ContextPtr popped;
    const musaError_t error = musasim::pop_context(&popped);
    if (error == musaSuccess && pctx != nullptr) {
      *pctx = d::handle_of(popped);
    }
    return error;
  });
}

MUresult muCtxSetCurrent(MUcontext ctx) {
  return d::initialized(__func__, [&] { return musasim::set_current_context(ctx); });
}

MUresult muCtxGetCurrent(MUcontext* pctx) {
  return d::initialized(__func__,
                        [&] { return d::store(pctx, d::handle_of(musasim::current_context())); });
}

MUresult muCtxGetDevice(MUdevice* device) {
  return d::initialized(__func__, [&] {
    const ContextPtr context = musasim::current_context();
    return context ? d::store(device, context->device) : musaErrorDeviceUninitialized;
  });
}

MUresult muCtxGetFlags(unsigned int* flags) {
  return d::in_context(__func__,
                       [&] { return d::store(flags, flags_of(*musasim::current_context())); });
}

MUresult muCtxSetFlags(unsigned int flags) {
  return d::in_context(__func__, [&] {
    if (!are_flags(flags)) {
      return musaErrorInvalidValue;
    }
    const ContextPtr context = musasim::current_context();
    (context->primary ? musasim::device_state(context->device).flags : context->flags) = flags;
    return musaSuccess;
  });
}

MUresult muCtxGetId(MUcontext ctx, unsigned long long* ctxId) {
  return d::initialized(__func__, [&] {
    const ContextPtr context =
        ctx == nullptr ? musasim::current_context() : musasim::find_context(ctx);
    return context ? d::store(ctxId, context->id) : musaErrorDeviceUninitialized;
  });
}

MUresult muCtxSynchronize(void) {
  return d::in_context(__func__,
                       [] { return musasim::synchronize_device(musasim::current_device()); });
}

MUresult muCtxGetApiVersion(MUcontext ctx, unsigned int* version) {
  return d::initialized(__func__, [&] {
    const ContextPtr context =
        ctx == nullptr ? musasim::current_context() : musasim::find_context(ctx);
    return context ? d::store(version, kApiVersion) : musaErrorDeviceUninitialized;
  });
}

MUresult muCtxGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
  return d::in_context(__func__, [&] {
    if (leastPriority != nullptr) {
      *leastPriority = musasim::kLeastStreamPriority;
    }
    if (greatestPriority != nullptr) {
      *greatestPriority = musasim::kGreatestStreamPriority;
    }
    return musaSuccess;
  });
}

MUresult muCtxResetPersistingL2Cache(void) {
  return d::in_context(__func__, [] { return musaSuccess; });
}

// Attaching counts nothing but itself: it makes the context current for the API of old.
MUresult muCtxAttach(MUcontext* pctx, unsigned int flags) {
  return d::in_context(__func__, [&] {
    return flags != 0 ? musaErrorInvalidValue
                      : d::store(pctx, d::handle_of(musasim::current_context()));
  });
}

MUresult muCtxDetach(MUcontext ctx) {
  return d::initialized(__func__, [&] {
    return musasim::find_context(ctx) ? musaSuccess : musaErrorDeviceUninitialized;
  });
}
