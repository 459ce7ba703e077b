// The record of who waits for what, for all that others may wait for: workers, and threads that have a
// stream's turn. A cache that runs out of memory in such a turn asks it, so as not to wait for itself.
#pragma once

#include "machine/export.h"
#include "machine/stream/timeline.h"

namespace musasim {

// Name of the calling thread in here. A worker is known by its stream's timeline.
const void* waiter_of_thread() noexcept;

// While it lives, `waiter` is known to wait for `what`.
class Waiting {
 public:
  Waiting(const void* waiter, const Dependency& what);
  ~Waiting();
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  // The awaited work comes only after the waiter's own. Once this is true, the waiter no longer
  // counts as one: others in the same ring need not give up, too.
  bool is_in_ring();

 private:
  const void* const waiter_;
  const Dependency& what_;
};

// Waits; known as `waiter` meanwhile, when there is something to wait for.
void wait_known(const void* waiter, const Dependency& what);

// Waits for the work; false, now or after a while, when it would wait for a stream's turn that the
// calling thread itself has: such work is not done before the thread gives up.
MUSASIM_API bool wait_unless_in_ring(const Dependency& work);

}  // namespace musasim
