// Reading streams, and their attributes.
#include "machine/stream/stream_info.h"

#include "machine/stream/stream_object.h"

namespace musasim {

namespace {

constexpr unsigned long long kLegacyId = 1;
constexpr unsigned long long kPerThreadId = 2;

}  // namespace

musaError_t stream_info(musaStream_t stream, StreamInfo* info) {
  const StreamPtr found = find_stream(stream);
  if (!found) {
    return musaErrorInvalidResourceHandle;
  }
  info->device = found->device();
  info->flags = found->flags();
  info->priority = found->priority();
  info->created = found->kind() == StreamKind::kCreated;
  info->context = found->context();
  info->id = found->kind() == StreamKind::kLegacy      ? kLegacyId
             : found->kind() == StreamKind::kPerThread ? kPerThreadId
                                                       : found->id();
  return musaSuccess;
}

bool get_stream_attribute(musaStream_t stream, int attribute, StreamAttribute* value) {
  const StreamPtr found = find_stream(stream);
  if (!found) {
    return false;
  }
  const std::lock_guard<std::mutex> lock(found->attributes_mutex);
  const auto kept = found->attributes.find(attribute);
  if (kept == found->attributes.end()) {
    return false;
  }
  *value = kept->second;
  return true;
}

musaError_t set_stream_attribute(musaStream_t stream, int attribute, const StreamAttribute& value) {
  const StreamPtr found = find_stream(stream);
  if (!found) {
    return musaErrorInvalidResourceHandle;
  }
  const std::lock_guard<std::mutex> lock(found->attributes_mutex);
  found->attributes[attribute] = value;
  return musaSuccess;
}

musaError_t copy_stream_attributes(musaStream_t to, musaStream_t from) {
  const StreamPtr target = find_stream(to);
  const StreamPtr source = find_stream(from);
  if (!target || !source) {
    return musaErrorInvalidResourceHandle;
  }
  if (target == source) {
    return musaSuccess;
  }
  const std::scoped_lock lock(target->attributes_mutex, source->attributes_mutex);
  target->attributes = source->attributes;
  return musaSuccess;
}

}  // namespace musasim
