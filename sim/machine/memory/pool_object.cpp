// Segments of a pool, and the blocks in them.
#include "machine/memory/pool_object.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "machine/memory/allocate.h"
#include "machine/memory/arena.h"
#include "machine/memory/capacity.h"
#include "machine/memory/units.h"

namespace musasim::pools {

namespace {

constexpr std::size_t kSegment = std::size_t{32} << 20;
constexpr std::size_t kSmallSegment = std::size_t{2} << 20;

}  // namespace

bool FreePoint::met() const noexcept {
  return std::all_of(dependencies.begin(), dependencies.end(),
                     [](const Dependency& dependency) { return dependency.met(); });
}

void FreePoint::wait() const {
  for (const Dependency& dependency : dependencies) {
    dependency.wait();
  }
}

Pool::Pool(int device, const musaMemPoolProps& props) : device_(device), props_(props) {
  if (device >= 0) {
    access_[static_cast<std::size_t>(device)] = musaMemAccessFlagsProtReadWrite;
  }
}

void Pool::count_used(std::size_t size) {
  used_ += size;
  used_high_ = std::max(used_high_, used_);
}

// A block that this stream freed is free for it, wherever it is with its work. Blocks much larger
// than needed are left for others.
char* Pool::take_pending(std::size_t size, std::uint64_t stream) {
  for (auto entry = pending_.begin(); entry != pending_.end(); ++entry) {
    if (entry->point.stream == stream && entry->size >= size && entry->size <= size * 2) {
      char* const base = entry->base;
      const std::size_t rest = entry->size - size;
      // The rest is only free for others when the stream has come to the free.
      if (rest != 0) {
        pending_.push_back({base + size, rest, entry->point});
      }
      used_ -= size;
      pending_.erase(entry);
      return base;
    }
  }
  return nullptr;
}

char* Pool::take_free(std::size_t size) {
  for (auto& [base, segment] : segments_) {
    const std::size_t offset = segment.gaps.take(size, kDeviceAlignment);
    if (offset != GapList::kNone) {
      return base + offset;
    }
  }
  return nullptr;
}

char* Pool::take_new(std::size_t size) {
  // In check mode each block is a segment, so that its addresses are not used again for long.
  const std::size_t wanted[] = {check_mode() ? size : round_up(size, kSegment),
                                check_mode() ? size : round_up(size, kSmallSegment), size};
  for (const std::size_t bytes : wanted) {
    if (!capacity::take(device_, bytes)) {
      continue;
    }
    char* base = device_arena(device_).take(bytes, kPage);
    if (base == nullptr) {
      capacity::give_back(device_, bytes);
      continue;
    }
    Segment& segment = segments_[base];
    segment.size = bytes;
    segment.gaps = GapList(bytes);
    segment.gaps.take_at(0, size);
    reserved_ += bytes;
    reserved_high_ = std::max(reserved_high_, reserved_);
    return base;
  }
  return nullptr;
}

void* Pool::allocate(std::size_t bytes, std::uint64_t stream) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::size_t size = round_up(bytes, kDeviceAlignment);
  settle_locked();
  char* base = check_mode() ? nullptr : take_pending(size, stream);
  if (base == nullptr) {
    base = check_mode() ? nullptr : take_free(size);
  }
  if (base == nullptr) {
    base = take_new(size);
  }
  if (base != nullptr) {
    count_used(size);
  }
  return base;
}

void Pool::put_back(char* base, std::size_t size) {
  const auto segment = std::prev(segments_.upper_bound(base));
  segment->second.gaps.give_back(static_cast<std::size_t>(base - segment->first), size, 0);
  used_ -= size;
}

void Pool::free(char* base, std::size_t bytes, FreePoint point) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::size_t size = round_up(bytes, kDeviceAlignment);
  if (point.met()) {
    put_back(base, size);
  } else {
    pending_.push_back({base, size, std::move(point)});
  }
}

void Pool::settle_locked() {
  for (auto entry = pending_.begin(); entry != pending_.end();) {
    if (entry->point.met()) {
      put_back(entry->base, entry->size);
      entry = pending_.erase(entry);
    } else {
      ++entry;
    }
  }
}

void Pool::settle(bool wait) {
  std::vector<FreePoint> points;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (wait) {
      for (const Pending& entry : pending_) {
        points.push_back(entry.point);
      }
    }
  }
  for (const FreePoint& point : points) {
    point.wait();
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  settle_locked();
}

std::size_t Pool::trim(std::size_t keep) {
  const std::lock_guard<std::mutex> lock(mutex_);
  settle_locked();
  std::size_t released = 0;
  for (auto entry = segments_.begin(); entry != segments_.end();) {
    Segment& segment = entry->second;
    if (!segment.gaps.is_whole(segment.size) || reserved_ - segment.size < keep) {
      ++entry;
      continue;
    }
    device_arena(device_).give_back(entry->first, segment.size);
    capacity::give_back(device_, segment.size);
    reserved_ -= segment.size;
    released += segment.size;
    entry = segments_.erase(entry);
  }
  return released;
}

std::size_t Pool::threshold() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return threshold_;
}

musaError_t Pool::get(musaMemPoolAttr attribute, void* value) {
  const std::lock_guard<std::mutex> lock(mutex_);
  settle_locked();
  std::uint64_t number = 0;
  switch (attribute) {
    case musaMemPoolReuseFollowEventDependencies:
    case musaMemPoolReuseAllowOpportunistic:
    case musaMemPoolReuseAllowInternalDependencies:
      std::memcpy(value, &reuse_[static_cast<std::size_t>(attribute) - 1], sizeof(int));
      return musaSuccess;
    case musaMemPoolAttrReleaseThreshold: number = threshold_; break;
    case musaMemPoolAttrReservedMemCurrent: number = reserved_; break;
    case musaMemPoolAttrReservedMemHigh: number = reserved_high_; break;
    case musaMemPoolAttrUsedMemCurrent: number = used_; break;
    case musaMemPoolAttrUsedMemHigh: number = used_high_; break;
    default: return musaErrorInvalidValue;
  }
  std::memcpy(value, &number, sizeof number);
  return musaSuccess;
}

musaError_t Pool::set(musaMemPoolAttr attribute, const void* value) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::uint64_t number = 0;
  switch (attribute) {
    case musaMemPoolReuseFollowEventDependencies:
    case musaMemPoolReuseAllowOpportunistic:
    case musaMemPoolReuseAllowInternalDependencies:
      std::memcpy(&reuse_[static_cast<std::size_t>(attribute) - 1], value, sizeof(int));
      return musaSuccess;
    default: std::memcpy(&number, value, sizeof number);
  }
  if (attribute == musaMemPoolAttrReleaseThreshold) {
    threshold_ = number;
    return musaSuccess;
  }
  // The high-water marks can only be reset.
  if (number != 0) {
    return musaErrorInvalidValue;
  }
  if (attribute == musaMemPoolAttrReservedMemHigh) {
    reserved_high_ = reserved_;
  } else if (attribute == musaMemPoolAttrUsedMemHigh) {
    used_high_ = used_;
  } else {
    return musaErrorInvalidValue;
  }
  return musaSuccess;
}

musaMemAccessFlags Pool::access(int device) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return access_[static_cast<std::size_t>(device)];
}

void Pool::set_access(int device, musaMemAccessFlags flags) {
  const std::lock_guard<std::mutex> lock(mutex_);
  access_[static_cast<std::size_t>(device)] = flags;
}

}  // namespace musasim::pools
