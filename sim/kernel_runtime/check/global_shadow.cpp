// The table of the last users of global memory.
#include "kernel_runtime/check/global_shadow.h"

#include <sys/mman.h>

#include <mutex>
#include <unordered_map>

namespace musasim::device::check {

namespace {

constexpr unsigned kMostSites = 4096;

struct Sites {
  std::mutex mutex;
  std::unordered_map<const void*, unsigned> numbers;
  std::array<const void*, kMostSites> callers{};
};

Sites& sites() {
  static Sites* const all = new Sites;
  return *all;
}

bool is(const GlobalMark& mark, Use use) { return mark.use == static_cast<unsigned>(use); }

}  // namespace

GlobalShadow& GlobalShadow::instance() {
  static auto* const all = new GlobalShadow;
  return *all;
}

GlobalShadow::GlobalShadow() {
  void* const mapped = mmap(nullptr, kLines * sizeof(Line), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  lines_ = mapped == MAP_FAILED ? nullptr : static_cast<Line*>(mapped);
}

GlobalShadow::Marks* GlobalShadow::lock(std::uintptr_t eight) {
  if (lines_ == nullptr) {
    return nullptr;
  }
  Line& line = line_of(eight);
  while (line.locked.exchange(true, std::memory_order_acquire)) {
  }
  if (line.eight != eight) {
    line.eight = eight;
    line.marks = {};
  }
  return &line.marks;
}

void GlobalShadow::unlock(std::uintptr_t eight) {
  line_of(eight).locked.store(false, std::memory_order_release);
}

void GlobalShadow::add(Marks& marks, const GlobalMark& mark) {
  const bool atomic = is(mark, Use::kAtomic);
  GlobalMark* place = nullptr;
  for (GlobalMark& each : marks) {
    // Atomic functions are in no conflict with each other: one of a block stands for all of its threads.
    const bool same = each.block == mark.block && (atomic || each.rank == mark.rank) &&
                      each.use == mark.use && each.bytes == mark.bytes;
    if (same || each.block == 0) {
      place = &each;
      break;
    }
  }
  for (const Use use : {Use::kRead, Use::kAtomic}) {
    for (std::size_t i = 0; place == nullptr && i < kMarks; ++i) {
      place = is(marks[i], use) ? &marks[i] : nullptr;
    }
  }
  if (place == nullptr) {  // writers alone: a reader finds no place, the oldest writer goes
    if (!is(mark, Use::kWrite)) return;
    for (std::size_t i = 0; i + 1 < kMarks; ++i) marks[i] = marks[i + 1];
    place = &marks.back();
  }
  *place = mark;
}

unsigned GlobalShadow::site_of(const void* caller) {
  Sites& all = sites();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto known = all.numbers.find(caller);
  if (known != all.numbers.end()) {
    return known->second;
  }
  const auto number = static_cast<unsigned>(all.numbers.size() + 1);
  if (number >= kMostSites) {
    return 0;
  }
  all.callers[number] = caller;
  return all.numbers[caller] = number;
}

const void* GlobalShadow::caller_of(unsigned site) {
  Sites& all = sites();
  const std::lock_guard<std::mutex> lock(all.mutex);
  return all.callers[site];
}

}  // namespace musasim::device::check
