// Live pieces by address, and the last ones that were taken back.
#include "machine/memory/pieces.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <utility>

#include "machine/memory/arena.h"

namespace musasim::pieces {

namespace {

struct Piece {
  registry::Record record;
  Moment made_at = 0;

  bool has(const char* address) const {
    return static_cast<std::size_t>(address - record.what.base) < record.what.size;
  }
};

constexpr std::size_t kMostTaken = 4096;

struct State {
  std::mutex mutex;
  std::map<const char*, Piece> live;
  std::deque<Piece> taken;                    // the latest last
  Moment forgotten = 0;                       // what was taken back until then is not in there
  std::unordered_set<std::uint64_t> divided;  // the allocations, by their numbers
};

State& state() {
  static State* const all = new State;
  return *all;
}

thread_local Moment t_launch = 0;

// Of that allocation; nullptr: there is none.
const Piece* live_at_or_below(const State& all, const char* address, const Allocation& around) {
  const auto next = all.live.upper_bound(address);
  const bool any = next != all.live.begin() && std::prev(next)->second.record.what.id == around.id;
  return any ? &std::prev(next)->second : nullptr;
}

// The latest one around the address that was taken back behind the moment; nullptr: there is none.
const Piece* taken_since(const State& all, const char* address, Moment moment) {
  for (auto piece = all.taken.rbegin();
       piece != all.taken.rend() && piece->record.freed_at > moment; ++piece) {
    if (piece->has(address)) {
      return &*piece;
    }
  }
  return nullptr;
}

}  // namespace

void hand_out(const void* base, std::size_t size, const char* cache) {
  if (!check_kernels()) {
    return;
  }
  const Allocation around = find_allocation(base);
  if (!around) {
    return;
  }
  Piece piece;
  piece.record.what = around;
  piece.record.what.base = const_cast<char*>(static_cast<const char*>(base));
  piece.record.what.size = size;
  piece.record.made = std::make_shared<const check::CallSite>(check::CallSite{cache});
  State& all = state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  piece.made_at = registry::next_moment();
  all.divided.insert(around.id);
  // After a reset of the device nobody took back what was there.
  all.live.erase(all.live.lower_bound(piece.record.what.base),
                 all.live.lower_bound(piece.record.what.base + size));
  all.live.emplace(piece.record.what.base, std::move(piece));
}

void take_back(const void* base) {
  if (!check_kernels()) {
    return;
  }
  State& all = state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto found = all.live.find(static_cast<const char*>(base));
  if (found == all.live.end()) {
    return;
  }
  found->second.record.freed_at = registry::next_moment();
  found->second.record.freed = found->second.record.made;
  all.taken.push_back(std::move(found->second));
  all.live.erase(found);
  if (all.taken.size() > kMostTaken) {
    all.forgotten = all.taken.front().record.freed_at;
    all.taken.pop_front();
  }
}

Moment now() noexcept { return registry::now(); }

Moment of_launch() noexcept { return t_launch; }

OfLaunch::OfLaunch(Moment moment) noexcept : outer_(std::exchange(t_launch, moment)) {}

OfLaunch::~OfLaunch() { t_launch = outer_; }

Place find(const Allocation& around, const void* pointer, std::size_t bytes, Moment moment,
           Allocation* piece) {
  const char* const address = static_cast<const char*>(pointer);
  State& all = state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  if (moment == 0 || all.divided.count(around.id) == 0) {
    return Place::kNoPieces;
  }
  const Piece* const live = live_at_or_below(all, address, around);
  const bool inside = live != nullptr && live->has(address);
  if (inside && live->made_at <= moment) {
    *piece = live->record.what;
    const auto left = static_cast<std::size_t>(piece->base + piece->size - address);
    return bytes <= left ? Place::kInside : Place::kOutside;
  }
  const bool in_use =
      inside || moment <= all.forgotten || taken_since(all, address, moment) != nullptr;
  return in_use ? Place::kUnknown : Place::kOutside;
}

registry::Record near(const void* pointer) {
  const char* const address = static_cast<const char*>(pointer);
  const Allocation around = find_allocation(pointer);
  State& all = state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  if (!around || all.divided.count(around.id) == 0) {
    return {};
  }
  const Piece* const below = live_at_or_below(all, address, around);
  if (below != nullptr && below->has(address)) {
    return below->record;
  }
  if (const Piece* const taken = taken_since(all, address, 0)) {
    return taken->record;
  }
  return below == nullptr ? registry::Record{} : below->record;
}

}  // namespace musasim::pieces
