// Pieces of each allocation, cut where advice begins or ends.
#include "machine/memory/advice.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <mutex>
#include <set>

#include "machine/device/api_call.h"
#include "machine/device/simulated_gpus.h"
#include "machine/stream/stream.h"

namespace musasim::advice {

namespace {

constexpr int kHost = -1;     // musaCpuDeviceId
constexpr int kNowhere = -2;  // musaInvalidDeviceId

struct Advice {
  bool read_mostly = false;
  int preferred = kNowhere;
  int prefetched = kNowhere;
  std::set<int> accessed_by;
};

using Pieces = std::map<const char*, Advice>;  // by start; each ends where the next one starts

struct AdviceState {
  std::mutex mutex;
  std::map<std::uint64_t, Pieces> by_allocation;
};

AdviceState& advice_state() {
  static AdviceState* const all = new AdviceState;
  return *all;
}

Pieces::iterator cut_at(Pieces& pieces, const char* at) {
  const auto next = pieces.lower_bound(at);
  if (next != pieces.end() && next->first == at) {
    return next;
  }
  return pieces.emplace(at, std::prev(next)->second).first;
}

using Apply = void (*)(Advice&, int);

// apply(advice, argument) for each piece of the range, which lies in the allocation.
void change(const Allocation& what, const void* pointer, std::size_t bytes, Apply apply,
            int argument) {
  AdviceState& all = advice_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  Pieces& pieces = all.by_allocation[what.id];
  pieces.emplace(what.base, Advice());
  const char* const start = static_cast<const char*>(pointer);
  cut_at(pieces, start);
  const auto end =
      start + bytes < what.base + what.size ? cut_at(pieces, start + bytes) : pieces.end();
  for (auto piece = pieces.find(start); piece != end; ++piece) {
    apply(piece->second, argument);
  }
}

// The advice that holds for the whole range.
Advice common(const Allocation& what, const void* pointer, std::size_t bytes) {
  AdviceState& all = advice_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto known = all.by_allocation.find(what.id);
  if (known == all.by_allocation.end()) {
    return {};
  }
  const char* const start = static_cast<const char*>(pointer);
  const Pieces& pieces = known->second;
  auto piece = std::prev(pieces.upper_bound(start));
  Advice found = piece->second;
  for (++piece; piece != pieces.end() && piece->first < start + bytes; ++piece) {
    const Advice& other = piece->second;
    found.read_mostly = found.read_mostly && other.read_mostly;
    found.preferred = found.preferred == other.preferred ? found.preferred : kNowhere;
    found.prefetched = found.prefetched == other.prefetched ? found.prefetched : kNowhere;
    std::set<int> both;
    std::set_intersection(found.accessed_by.begin(), found.accessed_by.end(),
                          other.accessed_by.begin(), other.accessed_by.end(),
                          std::inserter(both, both.end()));
    found.accessed_by = std::move(both);
  }
  return found;
}

// The range lies in one managed allocation.
musaError_t find_managed(const void* pointer, std::size_t bytes, Allocation* what) {
  *what = find_allocation(pointer);
  const bool managed = what->kind == MemoryKind::kManaged;
  const std::size_t left =
      managed
          ? static_cast<std::size_t>(what->base + what->size - static_cast<const char*>(pointer))
          : 0;
  return managed && bytes != 0 && bytes <= left ? musaSuccess : musaErrorInvalidValue;
}

bool is_location(int device) { return device >= kHost && device < device_count(); }

Apply what_to_apply(musaMemoryAdvise kind) {
  switch (kind) {
    case musaMemAdviseSetReadMostly: return [](Advice& a, int) { a.read_mostly = true; };
    case musaMemAdviseUnsetReadMostly: return [](Advice& a, int) { a.read_mostly = false; };
    case musaMemAdviseSetPreferredLocation: return [](Advice& a, int d) { a.preferred = d; };
    case musaMemAdviseUnsetPreferredLocation: return [](Advice& a, int) { a.preferred = kNowhere; };
    case musaMemAdviseSetAccessedBy: return [](Advice& a, int d) { a.accessed_by.insert(d); };
    case musaMemAdviseUnsetAccessedBy: return [](Advice& a, int d) { a.accessed_by.erase(d); };
    default: return nullptr;
  }
}

musaError_t write_devices(const Advice& found, void* data, std::size_t size) {
  if (size == 0 || size % sizeof(int) != 0) {
    return musaErrorInvalidValue;
  }
  int* const out = static_cast<int*>(data);
  std::size_t index = 0;
  for (const int device : found.accessed_by) {
    if (index < size / sizeof(int)) {
      out[index++] = device;
    }
  }
  while (index < size / sizeof(int)) {
    out[index++] = kNowhere;
  }
  return musaSuccess;
}

musaError_t write_attribute(const Advice& found, musaMemRangeAttribute attribute, void* data,
                            std::size_t size) {
  if (attribute == musaMemRangeAttributeAccessedBy) {
    return write_devices(found, data, size);
  }
  int value = 0;
  switch (attribute) {
    case musaMemRangeAttributeReadMostly: value = found.read_mostly ? 1 : 0; break;
    case musaMemRangeAttributePreferredLocation: value = found.preferred; break;
    case musaMemRangeAttributeLastPrefetchLocation: value = found.prefetched; break;
    default: return musaErrorInvalidValue;
  }
  if (size != sizeof value) {
    return musaErrorInvalidValue;
  }
  std::memcpy(data, &value, sizeof value);
  return musaSuccess;
}

}  // namespace

bool needs_device(musaMemoryAdvise kind) noexcept {
  return kind == musaMemAdviseSetPreferredLocation || kind == musaMemAdviseSetAccessedBy ||
         kind == musaMemAdviseUnsetAccessedBy;
}

musaError_t advise(const void* pointer, std::size_t bytes, musaMemoryAdvise kind, int device) {
  const Apply apply = what_to_apply(kind);
  Allocation what;
  if (apply == nullptr || find_managed(pointer, bytes, &what) != musaSuccess) {
    return musaErrorInvalidValue;
  }
  if (needs_device(kind) && !is_location(device)) {
    return musaErrorInvalidDevice;
  }
  change(what, pointer, bytes, apply, device);
  return musaSuccess;
}

musaError_t prefetch(const void* pointer, std::size_t bytes, int device, musaStream_t stream) {
  Allocation what;
  if (find_managed(pointer, bytes, &what) != musaSuccess) {
    return musaErrorInvalidValue;
  }
  if (!is_location(device)) {
    return musaErrorInvalidDevice;
  }
  Operation operation;  // nothing moves, but it takes its place in the stream
  operation.name = current_call();
  const musaError_t error = submit(stream, std::move(operation));
  if (error == musaSuccess) {
    change(what, pointer, bytes, [](Advice& a, int d) { a.prefetched = d; }, device);
  }
  return error;
}

musaError_t range_attribute(const void* pointer, std::size_t bytes, musaMemRangeAttribute attribute,
                            void* data, std::size_t size) {
  Allocation what;
  if (data == nullptr || find_managed(pointer, bytes, &what) != musaSuccess) {
    return musaErrorInvalidValue;
  }
  return write_attribute(common(what, pointer, bytes), attribute, data, size);
}

musaError_t attach(void* pointer, std::size_t bytes, unsigned flags, musaStream_t stream) {
  const bool known =
      flags == musaMemAttachGlobal || flags == musaMemAttachHost || flags == musaMemAttachSingle;
  const Allocation what = find_allocation(pointer);
  const bool whole = bytes == 0 || (what.base == pointer && bytes == what.size);
  if (!known || what.kind != MemoryKind::kManaged || !whole) {
    return musaErrorInvalidValue;
  }
  Operation operation;
  operation.name = current_call();
  return submit(stream, std::move(operation));
}

void forget(const Allocation& what) noexcept {
  AdviceState& all = advice_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  all.by_allocation.erase(what.id);
}

}  // namespace musasim::advice
