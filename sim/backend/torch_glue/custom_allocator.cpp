// Users' allocators.
#include "torch_glue/custom_allocator.h"

#include <c10/util/Exception.h>

#include <atomic>
#include <utility>

#include "machine/device/device_scope.h"
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
  TORCH_CHECK(source != nullptr, "an allocator is needed");
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

std::shared_ptr<caching::SegmentSource> segments_from(
    const std::shared_ptr<MusaMemorySource>& source) {
  return source == nullptr || source->custom() == nullptr
             ? nullptr
             : std::make_shared<CustomSegments>(source);
}

}  // namespace musasim
