// Copies as operations of streams, with CUDA's rules for what the host waits for.
#include "machine/memory/copy.h"

#include <cstring>
#include <memory>
#include <thread>

#include "machine/device/api_call.h"
#include "machine/device/simulated_gpus.h"
#include "machine/faults/faults.h"
#include "machine/memory/allocation.h"
#include "machine/memory/arena.h"
#include "machine/memory/backing.h"
#include "machine/memory/check/pending_copy.h"
#include "machine/memory/unwritten.h"
#include "machine/stream/stream.h"

namespace musasim {

namespace {

int place_of(const void* pointer) noexcept {
  const Allocation found = find_allocation(pointer);
  if (found.on_device()) {
    return found.device;
  }
  return found.kind == MemoryKind::kManaged ? kManagedPlace : kHostPlace;
}

// Pageable memory up to this size is copied aside, so that the host need not wait.
constexpr std::size_t kStagedBytes = std::size_t{1} << 20;

const char* row(const CopySide& side, std::size_t y, std::size_t z) {
  return static_cast<const char*>(side.pointer) + y * side.pitch + z * side.plane;
}

// Rows and planes that follow each other without a gap are one row.
void flatten(Copy& copy) {
  if (copy.height > 1 && copy.to.pitch == copy.width && copy.from.pitch == copy.width) {
    const std::size_t plane = copy.width * copy.height;
    const bool planes = copy.depth == 1 || (copy.to.plane == plane && copy.from.plane == plane);
    copy.width = planes ? plane * copy.depth : plane;
    copy.depth = planes ? 1 : copy.depth;
    copy.height = 1;
  }
}

void move_bytes(Copy copy) {
  flatten(copy);
  for (std::size_t z = 0; z < copy.depth; ++z) {
    for (std::size_t y = 0; y < copy.height; ++y) {
      std::memmove(backing(const_cast<char*>(row(copy.to, y, z))),
                   backing(const_cast<char*>(row(copy.from, y, z))), copy.width);
      unwritten::copy(row(copy.to, y, z), row(copy.from, y, z), copy.width);
    }
  }
}

bool pageable(const void* pointer) { return !find_allocation(pointer); }

bool involves_only_host(const Copy& copy) { return copy.kind == musaMemcpyHostToHost; }

// The source, packed, as it is now.
std::shared_ptr<char[]> stage(Copy& copy) {
  std::shared_ptr<char[]> staged(new char[copy.bytes()]);
  Copy aside = copy;
  aside.to = {staged.get(), copy.width, copy.width * copy.height};
  move_bytes(aside);
  copy.from = aside.to;
  return staged;
}

musaPitchedPtr shown(const CopySide& side, const Copy& copy) {
  const std::size_t rows = side.pitch == 0 ? copy.height : side.plane / side.pitch;
  return {side.pointer, side.pitch, copy.width, copy.depth > 1 ? rows : copy.height};
}

// Pinned memory that the host must leave alone until the copy is done (check mode).
std::shared_ptr<check::PendingCopy> close_host_side(const Copy& copy) {
  const bool writes = copy.kind == musaMemcpyDeviceToHost;
  const CopySide& side = writes ? copy.to : copy.from;
  if (copy.height != 1 || copy.depth != 1 ||
      find_allocation(side.pointer).kind != MemoryKind::kHost) {
    return nullptr;
  }
  return std::make_shared<check::PendingCopy>(side.pointer, copy.width, writes);
}

musaError_t submit_copy(const Copy& copy, musaStream_t stream) {
  Operation operation = copy_operation(copy);
  const bool host = copy.kind == musaMemcpyDeviceToHost || copy.kind == musaMemcpyHostToDevice;
  if (check_mode() && host && !is_capturing(stream)) {
    operation.run = [copy, pending = close_host_side(copy)] {
      const musaError_t error = run_copy(copy, current_device());
      if (pending) {
        pending->done();
      }
      return error;
    };
  }
  return submit(stream, std::move(operation));
}

// Both sides lie in memory of the stream's device that the host cannot reach.
bool within_device(const Copy& copy, musaStream_t stream) {
  const Allocation to = find_allocation(copy.to.pointer);
  const Allocation from = find_allocation(copy.from.pointer);
  return to.on_device() && from.on_device() && to.device == from.device &&
         to.device == stream_device(stream);
}

musaError_t copy_asynchronously(Copy copy, musaStream_t stream) {
  if (is_capturing(stream)) {
    return submit(stream, copy_operation(copy));
  }
  if (involves_only_host(copy) || pageable(copy.to.pointer)) {
    return run_now(stream, copy_operation(copy));
  }
  if (!pageable(copy.from.pointer)) {
    return submit_copy(copy, stream);
  }
  if (copy.bytes() > kStagedBytes) {
    return run_now(stream, copy_operation(copy));
  }
  const std::shared_ptr<char[]> staged = stage(copy);
  Operation operation = copy_operation(copy);
  operation.run = [copy, staged] { return run_copy(copy, current_device()); };
  return submit(stream, std::move(operation));
}

}  // namespace

musaError_t run_copy(const Copy& copy, int device) noexcept {
  const faults::CopyFault fault = faults::on_copy(device, copy.kind, copy.bytes());
  if (fault.delay.count() != 0) {
    std::this_thread::sleep_for(fault.delay);
  }
  if (fault.error == musaSuccess) {
    move_bytes(copy);
  }
  return fault.error;
}

Operation copy_operation(const Copy& copy) {
  Operation operation;
  operation.kind = OperationKind::kCopy;
  operation.name = current_call();
  CopyParams params;
  params.one_dimensional = copy.height == 1 && copy.depth == 1;
  params.parms.srcPtr = shown(copy.from, copy);
  params.parms.dstPtr = shown(copy.to, copy);
  params.parms.extent = {copy.width, copy.height, copy.depth};
  params.parms.kind = copy.kind;
  params.from_place = place_of(copy.from.pointer);
  params.to_place = place_of(copy.to.pointer);
  operation.params = params;
  operation.run = [copy] { return run_copy(copy, current_device()); };
  return operation;
}

musaError_t do_copy(Copy copy, musaStream_t stream, bool wait) {
  if (wait) {
    if (const musaError_t error = check_not_capturing(); error != musaSuccess) {
      return error;
    }
  }
  if (const musaError_t error = check_copy(&copy); error != musaSuccess) {
    return error;
  }
  if (copy.bytes() == 0) {
    return find_stream(stream) ? musaSuccess : musaErrorInvalidResourceHandle;
  }
  if (!wait) {
    return copy_asynchronously(copy, stream);
  }
  // Within a device the host does not wait either, unless that costs nothing.
  const bool in_order = copy.kind == musaMemcpyDeviceToDevice && within_device(copy, stream);
  return in_order && query_stream(stream) == musaErrorNotReady
             ? submit(stream, copy_operation(copy))
             : run_now(stream, copy_operation(copy));
}

}  // namespace musasim
