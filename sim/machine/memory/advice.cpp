// Pieces of each allocation, cut where advice begins or ends.
#include "machine/memory/advice.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>

namespace musasim::advice {

namespace {

using Pieces = std::map<const char*, Advice>;  // by start; each ends where the next one starts

struct State {
  std::mutex mutex;
  std::map<std::uint64_t, Pieces> by_allocation;
};

State& state() {
  static State* const all = new State;
  return *all;
}

Pieces::iterator cut_at(Pieces& pieces, const char* at) {
  const auto next = pieces.lower_bound(at);
  if (next != pieces.end() && next->first == at) {
    return next;
  }
  return pieces.emplace(at, std::prev(next)->second).first;
}

}  // namespace

void change(const Allocation& what, const void* pointer, std::size_t bytes,
            void (*apply)(Advice&, int), int argument) {
  State& all = state();
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

Advice common(const Allocation& what, const void* pointer, std::size_t bytes) {
  State& all = state();
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

void forget(const Allocation& what) noexcept {
  State& all = state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  all.by_allocation.erase(what.id);
}

}  // namespace musasim::advice
