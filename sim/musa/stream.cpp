// Streams.
#include "machine/stream/stream.h"

#include "machine/stream/event.h"
#include "machine/stream/host_function.h"
#include "machine/stream/stream_info.h"
#include "musa/api.h"

namespace d = musasim::driver;
using musasim::StreamInfo;

namespace {

// Stores what `read` says about the stream.
template <class To, class Read>
musaError_t store_info(MUstream stream, To* out, const Read& read) {
  StreamInfo info;
  const musaError_t error = musasim::stream_info(stream, &info);
  return error != musaSuccess ? error : d::store(out, read(info));
}

bool is_attribute(MUstreamAttrID attribute) {
  switch (attribute) {
    case MU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    case MU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
    case MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
    case MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN: return true;
    default: return false;
  }
}

MUstreamAttrValue default_value(MUstreamAttrID attribute) {
  MUstreamAttrValue value;
  std::memset(&value, 0, sizeof(value));
  if (attribute == MU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY) {
    value.syncPolicy = MU_SYNC_POLICY_AUTO;
  }
  return value;
}

musaError_t get_attribute(MUstream stream, MUstreamAttrID attribute, MUstreamAttrValue* value) {
  StreamInfo info;
  if (const musaError_t error = musasim::stream_info(stream, &info); error != musaSuccess) {
    return error;
  }
  if (value == nullptr) {
    return musaErrorInvalidValue;
  }
  if (attribute == MU_LAUNCH_ATTRIBUTE_PRIORITY) {
    *value = default_value(attribute);
    value->priority = info.priority;
    return musaSuccess;
  }
  if (!is_attribute(attribute)) {
    return musaErrorInvalidValue;
  }
  musasim::StreamAttribute kept;
  *value = musasim::get_stream_attribute(stream, attribute, &kept) ? d::as<MUstreamAttrValue>(kept)
                                                                   : default_value(attribute);
  return musaSuccess;
}

}  // namespace

// The numbers of the flags are the runtime's too.
MUresult muStreamCreate(MUstream* phStream, unsigned int Flags) {
  return d::in_context(__func__, [&] {
    return musasim::create_stream(phStream, Flags, musasim::kLeastStreamPriority);
  });
}

MUresult muStreamCreateWithPriority(MUstream* phStream, unsigned int flags, int priority) {
  return d::in_context(__func__, [&] { return musasim::create_stream(phStream, flags, priority); });
}

MUresult muStreamDestroy(MUstream hStream) {
  return d::in_context(__func__, [&] { return musasim::destroy_stream(hStream); });
}

MUresult muStreamGetPriority(MUstream hStream, int* priority) {
  return d::in_context(__func__, [&] {
    return store_info(hStream, priority, [](const StreamInfo& info) { return info.priority; });
  });
}

MUresult muStreamGetFlags(MUstream hStream, unsigned int* flags) {
  return d::in_context(__func__, [&] {
    return store_info(hStream, flags, [](const StreamInfo& info) { return info.flags; });
  });
}

MUresult muStreamGetId(MUstream hStream, unsigned long long* streamId) {
  return d::in_context(__func__, [&] {
    return store_info(hStream, streamId, [](const StreamInfo& info) { return info.id; });
  });
}

MUresult muStreamGetCtx(MUstream hStream, MUcontext* pctx) {
  return d::in_context(__func__, [&] {
    StreamInfo info;
    if (const musaError_t error = musasim::stream_info(hStream, &info); error != musaSuccess) {
      return error;
    }
    const musasim::ContextPtr current = musasim::current_context();
    return d::store(pctx,
                    d::handle_of(info.created ? musasim::context_of_owner(info.device, info.context)
                                              : current));
  });
}

MUresult muStreamQuery(MUstream hStream) {
  return d::in_context(__func__, [&] { return musasim::query_stream(hStream); });
}

MUresult muStreamSynchronize(MUstream hStream) {
  return d::in_context(__func__, [&] { return musasim::synchronize_stream(hStream); });
}

MUresult muStreamWaitEvent(MUstream hStream, MUevent hEvent, unsigned int Flags) {
  return d::in_context(__func__, [&] { return musasim::wait_event(hStream, hEvent, Flags); });
}

// Status codes are passed on as the runtime has them; the numbers are the same.
MUresult muStreamAddCallback(MUstream hStream, MUstreamCallback callback, void* userData,
                             unsigned int flags) {
  return d::in_context(__func__, [&] {
    return musasim::add_callback(hStream, reinterpret_cast<musasim::StreamCallback>(callback),
                                 userData, flags);
  });
}

MUresult muStreamGetAttribute(MUstream hStream, MUstreamAttrID attr, MUstreamAttrValue* value_out) {
  return d::in_context(__func__, [&] { return get_attribute(hStream, attr, value_out); });
}

MUresult muStreamSetAttribute(MUstream hStream, MUstreamAttrID attr,
                              const MUstreamAttrValue* value) {
  return d::in_context(__func__, [&] {
    return value == nullptr || !is_attribute(attr)
               ? musaErrorInvalidValue
               : musasim::set_stream_attribute(hStream, attr,
                                               d::as<musasim::StreamAttribute>(*value));
  });
}

MUresult muStreamCopyAttributes(MUstream dst, MUstream src) {
  return d::in_context(__func__, [&] { return musasim::copy_stream_attributes(dst, src); });
}
