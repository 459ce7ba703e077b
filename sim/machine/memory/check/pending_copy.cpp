// A table of the buffers in use, and the protection of their pages.
#include "machine/memory/check/pending_copy.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <cstdint>
#include <memory>
#include <mutex>

#include "machine/memory/check/call_site_text.h"
#include "machine/memory/check/check.h"
#include "machine/process/futex.h"

namespace musasim::check {

namespace {

constexpr std::uintptr_t kPage = 4096;
constexpr int kSlots = 1024;

struct Slot {
  std::uintptr_t begin = 0;  // 0: not in use
  std::uintptr_t end = 0;
  bool writes = false;
  unsigned long long id = 0;
  CallSite site;  // a plain value: slots are also cleared by the signal handler
};

struct State {
  std::mutex mutex;
  std::array<Slot, kSlots> slots;
  int used = 0;  // slots beyond were never used
  unsigned long long last_id = 0;
};

State& state() {
  static State* const all = new State;
  return *all;
}

std::atomic<std::uint32_t> g_ended{0};

std::uintptr_t page_of(std::uintptr_t address) { return address / kPage * kPage; }
std::uintptr_t page_end(std::uintptr_t address) { return page_of(address + kPage - 1); }

int protection_of(const State& all, std::uintptr_t first, std::uintptr_t last, bool* mixed) {
  int protection = PROT_READ | PROT_WRITE;
  *mixed = false;
  for (int i = 0; i < all.used; ++i) {
    const Slot& slot = all.slots[static_cast<std::size_t>(i)];
    if (slot.begin == 0 || page_of(slot.begin) >= last || page_end(slot.end) <= first) {
      continue;
    }
    *mixed = *mixed || page_of(slot.begin) > first || page_end(slot.end) < last;
    protection = slot.writes ? PROT_NONE : protection & PROT_READ;
  }
  return protection;
}

// The pages get what the copies that use them still need. Under the mutex.
void protect(const State& all, std::uintptr_t first, std::uintptr_t last) {
  bool mixed = false;
  const int protection = protection_of(all, first, last, &mixed);
  if (!mixed) {
    mprotect(reinterpret_cast<void*>(first), last - first, protection);
    return;
  }
  for (std::uintptr_t page = first; page < last; page += kPage) {
    mprotect(reinterpret_cast<void*>(page), kPage, protection_of(all, page, page + kPage, &mixed));
  }
}

int free_slot(State& all) {
  for (int i = 0; i < all.used; ++i) {
    if (all.slots[static_cast<std::size_t>(i)].begin == 0) {
      return i;
    }
  }
  return all.used < kSlots ? all.used++ : -1;
}

// Under the mutex.
void release(State& all, Slot& slot) noexcept {
  const std::uintptr_t first = page_of(slot.begin);
  const std::uintptr_t last = page_end(slot.end);
  slot = Slot();
  protect(all, first, last);
}

void wake_waiting() noexcept {
  g_ended.fetch_add(1);
  processes::futex_wake_all(g_ended);
}

}  // namespace

PendingCopy::PendingCopy(void* pointer, std::size_t bytes, bool writes) {
  const std::shared_ptr<const CallSite> site = here();
  State& all = state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  slot_ = free_slot(all);
  if (slot_ >= 0) {
    Slot& slot = all.slots[static_cast<std::size_t>(slot_)];
    slot.begin = reinterpret_cast<std::uintptr_t>(pointer);
    slot.end = slot.begin + bytes;
    slot.writes = writes;
    id_ = slot.id = ++all.last_id;
    slot.site = *site;
    protect(all, page_of(slot.begin), page_end(slot.end));
  }
}

PendingCopy::~PendingCopy() { done(); }

void PendingCopy::done() noexcept {
  if (slot_ < 0) {
    return;
  }
  {
    State& all = state();
    const std::lock_guard<std::mutex> lock(all.mutex);
    Slot& slot = all.slots[static_cast<std::size_t>(slot_)];
    if (slot.id == id_) {
      release(all, slot);
    }
    slot_ = -1;
  }
  wake_waiting();
}

void stop_watching(const void* address) noexcept {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  {
    State& all = state();
    const std::lock_guard<std::mutex> lock(all.mutex);
    for (int i = 0; i < all.used; ++i) {
      Slot& slot = all.slots[static_cast<std::size_t>(i)];
      if (slot.begin != 0 && page_of(slot.begin) <= at && page_end(slot.end) > at) {
        release(all, slot);
      }
    }
  }
  wake_waiting();
}

Touch find_pending(const void* address, Text& text) noexcept {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  State& all = state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  Touch found = Touch::kNone;
  for (int i = 0; i < all.used; ++i) {
    const Slot& slot = all.slots[static_cast<std::size_t>(i)];
    if (slot.begin == 0 || page_of(slot.begin) > at || page_end(slot.end) <= at) {
      continue;
    }
    found = Touch::kNeighbour;
    if (at >= slot.begin && at < slot.end) {
      add_line(text);
      text.add("a pending copy %s %zu bytes at %p: ", slot.writes ? "writes" : "reads",
               static_cast<std::size_t>(slot.end - slot.begin),
               reinterpret_cast<void*>(slot.begin));
      add_site(text, slot.site);
      return Touch::kRace;
    }
  }
  return found;
}

unsigned ended_copies() noexcept { return g_ended.load(); }

void wait_for_next(unsigned ended) noexcept { processes::futex_wait(g_ended, ended); }

}  // namespace musasim::check
