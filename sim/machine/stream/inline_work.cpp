// Taking a stream's turn for the calling thread.
#include "machine/stream/inline_work.h"

#include <thread>

#include "machine/device/simulated_gpus.h"
#include "machine/faults/faults.h"
#include "machine/stream/operation.h"
#include "machine/stream/stream_object.h"
#include "machine/stream/waits.h"

namespace musasim {

namespace {

thread_local InlineWork* t_innermost = nullptr;

// Waits until the stream has nothing to do, and takes its next number.
std::uint64_t take_turn(Stream& stream) {
  const void* const self = waiter_of_thread();
  for (;;) {
    for (const Dependency& dependency : implicit_dependencies(stream)) {
      wait_known(self, dependency);
    }
    if (const std::uint64_t number = stream.begin_inline(self); number != 0) {
      return number;
    }
    wait_known(self, stream.tail());
  }
}

musaMemcpyKind direction_of(const InlineCopy& copy) {
  if (copy.from_place == kHostPlace) {
    return copy.to_place == kHostPlace ? musaMemcpyHostToHost : musaMemcpyHostToDevice;
  }
  return copy.to_place == kHostPlace ? musaMemcpyDeviceToHost : musaMemcpyDeviceToDevice;
}

musaError_t copy_fault(int device, const InlineCopy& copy) {
  const faults::CopyFault fault = faults::on_copy(device, direction_of(copy), copy.bytes);
  if (fault.delay.count() != 0) {
    std::this_thread::sleep_for(fault.delay);
  }
  return fault.error;
}

}  // namespace

std::shared_ptr<Stream> stream_behind(musaStream_t stream) noexcept { return find_stream(stream); }

bool is_capturing(musaStream_t stream) {
  const StreamPtr found = find_stream(stream);
  return found && found->capturing.load(std::memory_order_acquire);
}

bool is_capturing(const Stream& stream) noexcept {
  return stream.capturing.load(std::memory_order_acquire);
}

bool has_turn_of(const Stream& stream) noexcept {
  for (const InlineWork* work = t_innermost; work != nullptr; work = work->outer_) {
    if (&work->stream_ == &stream) {
      return true;
    }
  }
  return false;
}

bool has_any_turn() noexcept { return t_innermost != nullptr; }

template <class Fault>
bool InlineWork::begin(const Fault& fault) {
  const bool inner = has_turn_of(stream_);
  t_innermost = this;
  if (inner) {
    return false;
  }
  faults::on_call(stream_.device());  // a launch is a call, too
  status_ = check_submission(stream_);
  if (status_ == musaSuccess) {
    number_ = take_turn(stream_);
    status_ = device_error(stream_);  // what it waited for may have broken the device
  }
  if (status_ == musaSuccess) {
    status_ = fault();
    if (status_ != musaSuccess) {
      break_device(stream_.device(), status_);
    }
  }
  return true;
}

InlineWork::InlineWork(Stream& stream, const char* name)
    : stream_(stream), outer_(t_innermost), access_(stream.device(), name) {
  if (begin([&] { return faults::on_kernel(stream.device(), name); })) {
    timer_.start_kernel(stream, name);
  }
}

InlineWork::InlineWork(Stream& stream, const InlineCopy& copy)
    : stream_(stream), outer_(t_innermost), access_(stream.device(), "memcpy") {
  if (begin([&] { return copy_fault(stream.device(), copy); })) {
    timer_.start_copy(stream, copy);
  }
}

InlineWork::~InlineWork() {
  t_innermost = outer_;
  if (number_ != 0) {
    stream_.finish_inline(number_);
  }
}

}  // namespace musasim
