// Users' allocators.
#include "torch_glue/custom_allocator.h"

#include <c10/util/Exception.h>

#include <atomic>
#include <utility>

#include "machine/device/device_scope.h"
#include "machine/memory/allocation.h"
#include "torch_glue/allocator.h"
#include "torch_glue/device_type.h"

namespace musasim {

namespace {

struct InForce {
  std::mutex mutex;
  std::shared_ptr<MusaMemorySource> source = std::make_shared<MusaMemorySource>();
};

InForce& in_force() {
  static auto* const instance = new InForce;  // tensors outlive static objects
  return *instance;
}

std::atomic<CustomAllocator*> g_custom{nullptr};

class CustomSegments final : public caching::SegmentSource {
 public:
  explicit CustomSegments(std::shared_ptr<MusaMemorySource> source) : source_(std::move(source)) {}

  void* take(std::size_t size, int device, musaStream_t stream) override {
    return source_->custom()->allocate_function()(static_cast<ssize_t>(size), device, stream);
  }
  void give_back(void* pointer, std::size_t size, int device, musaStream_t stream) override {
    source_->custom()->free_function()(pointer, static_cast<ssize_t>(size), device, stream);
  }
  const MusaMemorySource* source() const { return source_.get(); }

 private:
  const std::shared_ptr<MusaMemorySource> source_;
};

}  // namespace

CustomAllocator::CustomAllocator(std::function<Allocate> allocate, std::function<Free> free)
    : allocate_(std::move(allocate)), free_(std::move(free)) {}

void* CustomAllocator::allocate(std::size_t size, int device, musaStream_t stream) {
  if (size == 0) {
    return nullptr;
  }
  const DeviceScope scope(device);
  void* pointer = allocate_(static_cast<ssize_t>(size), device, stream);
  TORCH_CHECK_WITH(OutOfMemoryError, pointer != nullptr,
                   "MUSA out of memory. The pluggable allocator could not allocate ", size,
                   " bytes on GPU ", device);
  const std::lock_guard<std::mutex> lock(mutex_);
  known_[pointer] = {size, device, stream};
  return pointer;
}

bool CustomAllocator::free(void* pointer) {
  Known known{};
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = known_.find(pointer);
    if (found == known_.end()) {
      return false;
    }
    known = found->second;
    known_.erase(found);
  }
  const DeviceScope scope(known.device);
  free_(pointer, static_cast<ssize_t>(known.size), known.device, known.stream);
  return true;
}

std::shared_ptr<MusaMemorySource> current_memory_source() {
  const std::lock_guard<std::mutex> lock(in_force().mutex);
  return in_force().source;
}

void change_memory_source(std::shared_ptr<MusaMemorySource> source) {
  TORCH_CHECK(source != nullptr, "change_current_allocator needs an allocator, not None");
  bool used = current_custom_allocator() != nullptr;
  for (int device = 0; device < device_count(); ++device) {
    used = used || caching::is_used(device);
  }
  const std::lock_guard<std::mutex> lock(in_force().mutex);
  TORCH_CHECK(!used || source == in_force().source, "Can't swap an already initialized allocator");
  in_force().source = std::move(source);
  CustomAllocator* custom = in_force().source->custom();
  g_custom = custom;
  if (custom != nullptr && custom->init) {
    custom->init(device_count());
  }
}

CustomAllocator* current_custom_allocator() noexcept {
  return g_custom.load(std::memory_order_acquire);
}

void empty_cache(caching::PoolId pool) {
  CustomAllocator* const custom = current_custom_allocator();
  if (custom == nullptr) {
    caching::release_cached(pool);
  } else if (custom->reset) {
    custom->reset();
  }
}

void set_memory_fraction(double fraction, int device) {
  CustomAllocator* const custom = current_custom_allocator();
  if (custom == nullptr) {
    caching::of_device(device).set_fraction(fraction);
  } else if (custom->set_memory_fraction) {
    custom->set_memory_fraction(fraction, device);
  }
}

void begin_allocate_to_pool(int device, caching::PoolId id, caching::StreamFilter filter) {
  CustomAllocator* const custom = current_custom_allocator();
  if (custom == nullptr) {
    caching::begin_allocate_to_pool(device, id, std::move(filter));
  } else if (custom->begin_to_pool) {
    custom->begin_to_pool(device, id, std::move(filter));
  }
}

void end_allocate_to_pool(int device, caching::PoolId id) {
  CustomAllocator* const custom = current_custom_allocator();
  if (custom == nullptr) {
    caching::end_allocate_to_pool(device, id);
  } else if (custom->end_to_pool) {
    custom->end_to_pool(device, id);
  }
}

void release_pool(int device, caching::PoolId id) {
  CustomAllocator* const custom = current_custom_allocator();
  if (custom == nullptr) {
    caching::release_pool(device, id);
  } else if (custom->release_pool) {
    custom->release_pool(device, id);
  }
}

void* base_of(void* pointer) {
  CustomAllocator* const custom = current_custom_allocator();
  if (custom != nullptr && custom->base_allocation) {
    std::size_t size = 0;
    return custom->base_allocation(pointer, &size);
  }
  return find_allocation(pointer).base;
}

std::shared_ptr<caching::SegmentSource> segments_from(
    const std::shared_ptr<MusaMemorySource>& source) {
  return source == nullptr || source->custom() == nullptr
             ? nullptr
             : std::make_shared<CustomSegments>(source);
}

}  // namespace musasim
