// Attributes of streams: kept, and without effect on how work runs.
#include <cstring>

#include "machine/stream/stream_info.h"
#include "musart/api.h"

using namespace musasim;

namespace {

static_assert(sizeof(musaStreamAttrValue) == sizeof(StreamAttribute));

bool known(musaStreamAttrID attribute) {
  switch (attribute) {
    case musaLaunchAttributeAccessPolicyWindow:
    case musaLaunchAttributeSynchronizationPolicy:
    case musaLaunchAttributeMemSyncDomainMap:
    case musaLaunchAttributeMemSyncDomain:
    case musaLaunchAttributePriority: return true;
    default: return false;
  }
}

bool valid(musaStreamAttrID attribute, const musaStreamAttrValue& value) {
  switch (attribute) {
    case musaLaunchAttributeSynchronizationPolicy:
      return value.syncPolicy >= musaSyncPolicyAuto &&
             value.syncPolicy <= musaSyncPolicyBlockingSync;
    case musaLaunchAttributeAccessPolicyWindow:
      return value.accessPolicyWindow.hitRatio >= 0.0F && value.accessPolicyWindow.hitRatio <= 1.0F;
    default: return true;
  }
}

musaStreamAttrValue default_value(musaStreamAttrID attribute) {
  musaStreamAttrValue value;
  std::memset(&value, 0, sizeof(value));
  if (attribute == musaLaunchAttributeSynchronizationPolicy) {
    value.syncPolicy = musaSyncPolicyAuto;
  }
  return value;
}

musaError_t get_attribute(musaStream_t stream, musaStreamAttrID attribute,
                          musaStreamAttrValue* value) {
  StreamInfo info;
  if (const musaError_t error = stream_info(stream, &info); error != musaSuccess) {
    return error;
  }
  if (value == nullptr || !known(attribute)) {
    return musaErrorInvalidValue;
  }
  *value = default_value(attribute);
  if (attribute == musaLaunchAttributePriority) {
    value->priority = info.priority;
    return musaSuccess;
  }
  StreamAttribute kept;
  if (get_stream_attribute(stream, attribute, &kept)) {
    std::memcpy(value, kept.data(), kept.size());
  }
  return musaSuccess;
}

musaError_t set_attribute(musaStream_t stream, musaStreamAttrID attribute,
                          const musaStreamAttrValue* value) {
  if (value == nullptr || !known(attribute) || attribute == musaLaunchAttributePriority ||
      !valid(attribute, *value)) {
    return musaErrorInvalidValue;
  }
  StreamAttribute kept;
  std::memcpy(kept.data(), value, kept.size());
  return set_stream_attribute(stream, attribute, kept);
}

}  // namespace

musaError_t musaStreamGetAttribute(musaStream_t hStream, musaStreamAttrID attr,
                                   musaStreamAttrValue* value_out) {
  return api(__func__, [&] { return get_attribute(hStream, attr, value_out); });
}

musaError_t musaStreamSetAttribute(musaStream_t hStream, musaStreamAttrID attr,
                                   const musaStreamAttrValue* value) {
  return api(__func__, [&] { return set_attribute(hStream, attr, value); });
}

musaError_t musaStreamCopyAttributes(musaStream_t dst, musaStream_t src) {
  return api(__func__, [&] { return copy_stream_attributes(dst, src); });
}
