// Whether a copy or a fill is allowed.
#include "machine/device/simulated_gpus.h"
#include "machine/memory/allocation.h"
#include "machine/memory/arena.h"
#include "machine/memory/check/check.h"
#include "machine/memory/copy.h"
#include "machine/memory/registry.h"
#include "machine/memory/units.h"

namespace musasim {

namespace {

enum class Wants { kAnything, kHost, kDevice };

// False when sizes and pitches overflow.
bool span_of(const CopySide& side, std::size_t width, std::size_t height, std::size_t depth,
             std::size_t* span) {
  std::size_t planes = 0;
  std::size_t rows = 0;
  return !__builtin_mul_overflow(side.plane, depth - 1, &planes) &&
         !__builtin_mul_overflow(side.pitch, height - 1, &rows) &&
         !__builtin_add_overflow(planes, rows, &rows) && !__builtin_add_overflow(rows, width, span);
}

// Outside of check mode an allocation ends where its unit ends, as on hardware.
std::size_t end_of(const Allocation& what) {
  const bool exact = check_mode() || arena_of(what.base) == nullptr;
  return exact ? what.size : round_up(what.size, Arena::kUnit);
}

bool whole(const Allocation& what, const void* pointer, std::size_t span) {
  // Host memory goes on behind a registered piece of it.
  if (what.kind == MemoryKind::kRegistered) {
    return true;
  }
  const auto offset = static_cast<std::size_t>(static_cast<const char*>(pointer) - what.base);
  return span <= what.size - offset || span <= end_of(what) - offset ||
         registry::bytes_from(pointer, span) == span;
}

// One side: `name` is for reports.
musaError_t check_side(const CopySide& side, std::size_t span, Wants wants, const char* name,
                       Allocation* what) {
  if (side.pointer == nullptr) {
    return musaErrorInvalidValue;
  }
  *what = find_allocation(side.pointer);
  const bool stale = !*what && arena_of(side.pointer) != nullptr;
  if (stale || (*what && !whole(*what, side.pointer, span))) {
    if (check_mode()) {
      check::report_bad_range(name, side.pointer, span);
    }
    return musaErrorInvalidValue;
  }
  const bool misplaced =
      wants == Wants::kHost ? what->on_device() : wants == Wants::kDevice && !*what;
  if (misplaced) {
    return musaErrorInvalidValue;
  }
  return what->on_device() ? what_broke(what->device) : musaSuccess;
}

Wants wanted_at_end(musaMemcpyKind kind) {
  switch (kind) {
    case musaMemcpyHostToHost:
    case musaMemcpyDeviceToHost: return Wants::kHost;
    case musaMemcpyHostToDevice:
    case musaMemcpyDeviceToDevice: return Wants::kDevice;
    default: return Wants::kAnything;
  }
}

Wants wanted_at_start(musaMemcpyKind kind) {
  switch (kind) {
    case musaMemcpyHostToHost:
    case musaMemcpyHostToDevice: return Wants::kHost;
    case musaMemcpyDeviceToHost:
    case musaMemcpyDeviceToDevice: return Wants::kDevice;
    default: return Wants::kAnything;
  }
}

musaMemcpyKind direction(const Allocation& from, const Allocation& to) {
  const bool from_device = from && !from.on_host();
  const bool to_device = to && !to.on_host();
  if (from_device) {
    return to_device ? musaMemcpyDeviceToDevice : musaMemcpyDeviceToHost;
  }
  return to_device ? musaMemcpyHostToDevice : musaMemcpyHostToHost;
}

bool pitch_is_wrong(const CopySide& side, std::size_t width, std::size_t height,
                    std::size_t depth) {
  return (height > 1 && side.pitch < width) ||
         (depth > 1 && side.plane < side.pitch * (height - 1) + width);
}

}  // namespace

Copy linear_copy(void* to, const void* from, std::size_t bytes, musaMemcpyKind kind) {
  Copy copy;
  copy.to.pointer = to;
  copy.from.pointer = const_cast<void*>(from);
  copy.width = bytes;
  copy.kind = kind;
  return copy;
}

musaError_t check_copy(Copy* copy) {
  if (copy->kind < musaMemcpyHostToHost || copy->kind > musaMemcpyDefault) {
    return musaErrorInvalidMemcpyDirection;
  }
  if (copy->bytes() == 0) {
    return musaSuccess;
  }
  if (pitch_is_wrong(copy->to, copy->width, copy->height, copy->depth) ||
      pitch_is_wrong(copy->from, copy->width, copy->height, copy->depth)) {
    return musaErrorInvalidPitchValue;
  }
  std::size_t to_span = 0;
  std::size_t from_span = 0;
  if (!span_of(copy->to, copy->width, copy->height, copy->depth, &to_span) ||
      !span_of(copy->from, copy->width, copy->height, copy->depth, &from_span)) {
    return musaErrorInvalidValue;
  }
  Allocation to;
  Allocation from;
  if (const musaError_t error =
          check_side(copy->to, to_span, wanted_at_end(copy->kind), "destination", &to);
      error != musaSuccess) {
    return error;
  }
  if (const musaError_t error =
          check_side(copy->from, from_span, wanted_at_start(copy->kind), "source", &from);
      error != musaSuccess) {
    return error;
  }
  if (copy->kind == musaMemcpyDefault) {
    copy->kind = direction(from, to);
  }
  return musaSuccess;
}

musaError_t check_fill(const Fill& fill) {
  if (fill.width == 0 || fill.height == 0 || fill.depth == 0) {
    return musaSuccess;
  }
  if (pitch_is_wrong(fill.to, fill.width, fill.height, fill.depth)) {
    return musaErrorInvalidPitchValue;
  }
  std::size_t span = 0;
  if (!span_of(fill.to, fill.width, fill.height, fill.depth, &span) ||
      reinterpret_cast<std::uintptr_t>(fill.to.pointer) % fill.element != 0) {
    return musaErrorInvalidValue;
  }
  Allocation to;
  return check_side(fill.to, span, Wants::kDevice, "destination", &to);
}

musaError_t check_again(const Operation& operation) {
  if (const auto* params = std::get_if<CopyParams>(&operation.params)) {
    Copy copy;
    const musaError_t error = copy_of(params->parms, &copy);
    return error != musaSuccess ? error : check_copy(&copy);
  }
  if (const auto* params = std::get_if<MemsetParams>(&operation.params)) {
    Fill fill;
    const musaError_t error = fill_of(params->parms, &fill);
    return error != musaSuccess ? error : check_fill(fill);
  }
  return musaSuccess;
}

}  // namespace musasim
