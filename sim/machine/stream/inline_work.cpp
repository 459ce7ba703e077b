// Taking a stream's turn for the calling thread.
#include "machine/stream/inline_work.h"

#include "machine/device/device.h"
#include "machine/faults/faults.h"
#include "machine/stream/stream_object.h"

namespace musasim {

namespace {

thread_local InlineWork* t_innermost = nullptr;

// Waits until the stream has nothing to do, and takes its next number.
std::uint64_t take_turn(Stream& stream) {
  for (;;) {
    for (const Dependency& dependency : implicit_dependencies(stream)) {
      dependency.wait();
    }
    if (const std::uint64_t number = stream.begin_inline(); number != 0) {
      return number;
    }
    stream.wait_idle();
  }
}

musaError_t start(Stream& stream, const char* name, InlineKind kind) {
  faults::on_call(stream.device());  // a launch is a call, too
  if (const musaError_t error = check_submission(stream); error != musaSuccess) {
    return error;
  }
  if (kind == InlineKind::kCopy) {
    return musaSuccess;
  }
  const musaError_t fault = faults::on_kernel(stream.device(), name);
  if (fault != musaSuccess) {
    break_device(stream.device(), fault);
  }
  return fault;
}

}  // namespace

std::shared_ptr<Stream> stream_behind(musaStream_t stream) noexcept { return find_stream(stream); }

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

InlineWork::InlineWork(Stream& stream, const char* name, InlineKind kind)
    : stream_(stream), outer_(t_innermost), access_(stream.device(), name) {
  if (has_turn_of(stream)) {
    t_innermost = this;
    return;
  }
  status_ = start(stream, name, kind);
  if (status_ == musaSuccess) {
    number_ = take_turn(stream);
    status_ = device_error(stream);  // what it waited for may have broken the device
    timer_.start_kernel(stream, name);
  }
  t_innermost = this;
}

InlineWork::~InlineWork() {
  t_innermost = outer_;
  if (number_ != 0) {
    stream_.finish_inline(number_);
  }
}

}  // namespace musasim
