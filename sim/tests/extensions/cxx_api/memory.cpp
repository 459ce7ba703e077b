// Memory without tensors, and events.
#include <torch_musa/csrc/core/MUSACachingAllocator.h>
#include <torch_musa/csrc/core/MUSAEvent.h>

#include <utility>

#include "parts.h"

namespace {

namespace allocator = c10::musa::MUSACachingAllocator;

std::uintptr_t number(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

std::uintptr_t raw_alloc(std::size_t size) { return number(allocator::raw_alloc(size)); }
std::uintptr_t raw_alloc_for(std::size_t size, std::uintptr_t stream) {
  return number(allocator::raw_alloc_with_stream(size, reinterpret_cast<musaStream_t>(stream)));
}
void raw_delete(std::uintptr_t pointer) { allocator::raw_delete(reinterpret_cast<void*>(pointer)); }

// Memory of the current stream that the stream of that number uses, too, is given back.
std::uintptr_t free_while_used(std::size_t size, std::int64_t stream) {
  const c10::DataPtr data = allocator::get()->allocate(size);
  allocator::recordStream(data, c10::musa::MUSAStream::unpack3(stream, 0, at::kMUSA));
  return number(data.get());
}

std::pair<std::uintptr_t, std::size_t> base_of(std::uintptr_t pointer) {
  std::size_t size = 0;
  void* const base = allocator::getBaseAllocation(reinterpret_cast<void*>(pointer), &size);
  return {number(base), size};
}

std::vector<std::size_t> memory_state() {
  std::size_t largest = 0;
  allocator::cacheInfo(0, &largest);
  const auto stats = allocator::getDeviceStats(0);
  return {static_cast<std::size_t>(stats.allocated_bytes[0].current), largest};
}

std::vector<bool> events() {
  const auto stream = c10::musa::getStreamFromPool();
  const auto other = c10::musa::getStreamFromPool();
  at::musa::MUSAEvent start(musaEventDefault);
  at::musa::MUSAEvent end(musaEventDefault);
  std::vector<bool> seen{start.query(), !start.isCreated(), !start.device().has_value()};
  start.record(stream);
  end.recordOnce(stream);
  end.block(other);
  other.synchronize();
  seen.push_back(start.query() && end.query());
  seen.push_back(start.elapsed_time(end) >= 0);
  at::musa::MUSAEvent moved = std::move(start);
  seen.push_back(moved.isCreated() && !start.isCreated() && moved.device_index() == 0);
  return seen;
}

void record_on_two_devices() {
  at::musa::MUSAEvent event;
  event.record(c10::musa::getDefaultMUSAStream(0));
  event.record(c10::musa::getDefaultMUSAStream(1));
}

}  // namespace

void define_memory(pybind11::module_& m) {
  m.def("raw_alloc", &raw_alloc);
  m.def("raw_alloc_for", &raw_alloc_for);
  m.def("raw_delete", &raw_delete);
  m.def("free_while_used", &free_while_used);
  m.def("base_of", &base_of);
  m.def("memory_state", &memory_state);
  m.def("empty_cache", [] { allocator::emptyCache(); });
  m.def("events", &events);
  m.def("record_on_two_devices", &record_on_two_devices);
}
