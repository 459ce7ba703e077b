// Attributes of pointers.
#include "machine/memory/allocation.h"
#include "musart/api.h"

using namespace musasim;

namespace {

musaPointerAttributes attributes_of(const void* pointer) {
  void* const address = const_cast<void*>(pointer);
  const Allocation what = find_allocation(pointer);
  if (!what) {
    return {musaMemoryTypeUnregistered, -2, nullptr, address};
  }
  if (what.kind == MemoryKind::kManaged) {
    return {musaMemoryTypeManaged, what.device, address, address};
  }
  if (what.on_host()) {
    return {musaMemoryTypeHost, what.device, address, address};
  }
  return {musaMemoryTypeDevice, what.device, address, nullptr};
}

}  // namespace

musaError_t musaPointerGetAttributes(musaPointerAttributes* attributes, const void* ptr) {
  return api(__func__, [&] {
    return attributes == nullptr ? musaErrorInvalidValue : store(attributes, attributes_of(ptr));
  });
}
