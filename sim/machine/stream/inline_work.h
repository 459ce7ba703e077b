// Work that the calling thread does itself in a stream's place: the operators of PyTorch, which give
// back their results' shapes and so have run when they return.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "driver_types.h"
#include "machine/device/access.h"
#include "machine/export.h"
#include "machine/stream/activity.h"

namespace musasim {

class Stream;

// The stream of a handle, to be kept: looking it up for each piece of work would cost as much as a
// small operator. Empty for a dead handle. The default ones are those of the current device and of
// the calling thread.
MUSASIM_API std::shared_ptr<Stream> stream_behind(musaStream_t stream) noexcept;

// The stream is being captured: InlineWork is not for it.
MUSASIM_API bool is_capturing(const Stream& stream) noexcept;
// Nothing that the stream would wait for is under way.
MUSASIM_API bool is_idle(const Stream& stream);

// A copy that the calling thread does: each end is a device's number or kHostPlace (operation.h).
struct InlineCopy {
  std::size_t bytes;
  int to_place;
  int from_place;
};

// While it lives, the thread works as a kernel of that name on the stream would: after all that the
// stream holds (which the constructor waits for) and before all that comes later. Within another
// InlineWork of the thread for the same stream it is part of that one, as is what the thread copies
// and fills on the stream meanwhile; and waiting for the stream waits for what came before. Not for
// a stream that is being captured.
class MUSASIM_API InlineWork {
 public:
  // `name` is kept by the caller.
  InlineWork(Stream& stream, const char* name);
  // Works as a copy would; a slow one (MUSASIM_FAULTS) has begun late.
  InlineWork(Stream& stream, const InlineCopy& copy);
  ~InlineWork();
  InlineWork(const InlineWork&) = delete;
  InlineWork& operator=(const InlineWork&) = delete;

  // musaSuccess, or why the work must not be done: the device is broken, or breaks now because a
  // fault was asked for.
  musaError_t status() const noexcept { return status_; }

 private:
  friend MUSASIM_API bool has_turn_of(const Stream& stream) noexcept;

  // The error that `fault` gives breaks the device. False for a part of an outer one.
  template <class Fault>
  bool begin(const Fault& fault);

  Stream& stream_;
  InlineWork* const outer_;
  std::uint64_t number_ = 0;
  musaError_t status_ = musaSuccess;
  const KernelAccess access_;
  ActivityTimer timer_;
};

// The calling thread is inside an InlineWork for the stream.
MUSASIM_API bool has_turn_of(const Stream& stream) noexcept;
// Whether the thread has a turn of any stream.
MUSASIM_API bool has_any_turn() noexcept;

}  // namespace musasim
