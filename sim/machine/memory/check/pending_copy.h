// Pinned host buffers that pending copies use (check mode): their pages are closed to the host.
#pragma once

#include <cstddef>

#include "machine/memory/check/text.h"

namespace musasim::check {

class PendingCopy {
 public:
  // `writes`: the copy writes the buffer; else it reads it, and only host writes are noticed.
  PendingCopy(void* pointer, std::size_t bytes, bool writes);
  ~PendingCopy();
  PendingCopy(const PendingCopy&) = delete;
  PendingCopy& operator=(const PendingCopy&) = delete;
  void done() noexcept;

 private:
  int slot_;
  unsigned long long id_ = 0;
};

// --- for the signal handler ---

enum class Touch {
  kNone,       // no pending copy uses the page (any more)
  kNeighbour,  // one uses the page, but not this byte
  kRace,       // one uses this byte; its lines are added to `text`
};
Touch find_pending(const void* address, Text& text) noexcept;

// Stops watching the buffers on that page: earlier work of a stream may use them while the copy still
// waits behind it.
void stop_watching(const void* address) noexcept;

// The number of copies that have ended; a wait for the next one after that many.
unsigned ended_copies() noexcept;
void wait_for_next(unsigned ended) noexcept;

}  // namespace musasim::check
