// The rules in force, and the questions that the parts of the machine ask them.
#include "machine/faults/faults.h"

#include <fnmatch.h>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

#include "machine/faults/devices.h"
#include "machine/faults/rule.h"
#include "musasim/faults.h"

namespace musasim::faults {

namespace {

using Clock = std::chrono::steady_clock;

struct RuleSet {
  Rules rules;
  Clock::time_point since = Clock::now();
};

// Null while there are no rules: the usual case costs one load. Old sets are kept, because other
// threads may still be asking them.
std::atomic<RuleSet*> g_rules{nullptr};
std::atomic<std::uint64_t> g_struck{0};

void count_strike(Rule& rule) noexcept {
  rule.struck.fetch_add(1, std::memory_order_relaxed);
  g_struck.fetch_add(1, std::memory_order_relaxed);
}

// The first rule that fits (by `fits`) and strikes, or null.
template <class Fits>
Rule* first_striking(Kind kind, int device, Fits fits) {
  RuleSet* set = g_rules.load(std::memory_order_acquire);
  if (set == nullptr) {
    return nullptr;
  }
  for (const auto& rule : set->rules) {
    const bool right_device = rule->device < 0 || rule->device == device;
    if (rule->kind == kind && right_device && fits(*rule) && rule->strikes()) {
      count_strike(*rule);
      return rule.get();
    }
  }
  return nullptr;
}

// Waits on a thread of its own for a loss by time, which strikes work and waiting calls, too.
void lose_in_time(const RuleSet* set, Rule* rule) {
  std::this_thread::sleep_until(set->since + rule->after_time);
  if (g_rules.load(std::memory_order_acquire) != set) {
    return;  // replaced meanwhile
  }
  for (int device = 0; device < device_count(); ++device) {
    if (rule->device < 0 || rule->device == device) {
      count_strike(*rule);
      break_device(device, rule->error);
    }
  }
}

void start_clocks(const RuleSet* set) {
  for (const auto& rule : set->rules) {
    if (rule->after_time.count() >= 0) {
      std::thread(lose_in_time, set, rule.get()).detach();
    }
  }
}

bool direction_fits(const Rule& rule, musaMemcpyKind kind) {
  return rule.direction < 0 || rule.direction == static_cast<int>(kind);
}

}  // namespace

musaError_t on_allocation(int device, std::size_t bytes) noexcept {
  const Rule* rule = first_striking(Kind::alloc, device,
                                    [&](const Rule& r) { return r.above == 0 || bytes > r.above; });
  return rule == nullptr ? musaSuccess : rule->error;
}

musaError_t on_kernel(int device, const char* name) noexcept {
  const Rule* rule = first_striking(
      Kind::kernel, device, [&](const Rule& r) { return fnmatch(r.name.c_str(), name, 0) == 0; });
  return rule == nullptr ? musaSuccess : rule->error;
}

CopyFault on_copy(int device, musaMemcpyKind kind, std::size_t bytes) noexcept {
  const Rule* rule = first_striking(Kind::copy, device, [&](const Rule& r) {
    return (r.above == 0 || bytes > r.above) && direction_fits(r, kind);
  });
  return rule == nullptr ? CopyFault{} : CopyFault{rule->error, rule->delay};
}

RankFault on_collective(int rank) noexcept {
  const Rule* rule =
      first_striking(Kind::mccl, -1, [&](const Rule& r) { return r.rank < 0 || r.rank == rank; });
  return rule == nullptr ? RankFault{} : RankFault{rule->delay.count() == 0, rule->delay};
}

musaError_t on_instantiation(std::size_t live) noexcept {
  const Rule* rule = first_striking(Kind::graph, -1, [&](const Rule& r) { return live >= r.live; });
  return rule == nullptr ? musaSuccess : rule->error;
}

void on_call(int device) noexcept {
  const Rule* rule = first_striking(Kind::device_lost, device,
                                    [](const Rule& r) { return r.after_time.count() < 0; });
  if (rule != nullptr) {
    break_device(device, rule->error);
  }
}

std::string set_rules(const std::string& text) {
  try {
    Rules rules = parse_rules(text);
    RuleSet* fresh = rules.empty() ? nullptr : new RuleSet{std::move(rules)};
    // Reachable for ever, so that leak checkers are content.
    static std::mutex mutex;
    static auto* const all = new std::vector<RuleSet*>;
    const std::lock_guard<std::mutex> lock(mutex);
    all->push_back(fresh);
    g_rules.store(fresh, std::memory_order_release);
    if (fresh != nullptr) {
      start_clocks(fresh);
    }
  } catch (const RuleError& error) {
    return error.what();
  }
  return {};
}

}  // namespace musasim::faults

extern "C" MUSASIM_API int musasimSetFaults(const char* rules, char* message, size_t message_size) {
  // The environment's rules are read first, or a later first use would replace these.
  musasim::device_count();
  const std::string problem = musasim::faults::set_rules(rules == nullptr ? "" : rules);
  if (message != nullptr && message_size > 0) {
    std::snprintf(message, message_size, "%s", problem.c_str());
  }
  return problem.empty() ? 0 : -1;
}

extern "C" MUSASIM_API int musasimFaultRule(unsigned int rule, unsigned long long* events,
                                            unsigned long long* strikes) {
  using namespace musasim::faults;
  const RuleSet* set = g_rules.load(std::memory_order_acquire);
  if (set == nullptr || rule >= set->rules.size()) {
    return -1;
  }
  *events = set->rules[rule]->seen.load(std::memory_order_relaxed);
  *strikes = set->rules[rule]->struck.load(std::memory_order_relaxed);
  return 0;
}

extern "C" MUSASIM_API unsigned long long musasimFaultCount(void) {
  return musasim::faults::g_struck.load(std::memory_order_relaxed);
}
