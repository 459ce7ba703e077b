// Counters of what is shared: let go, died, used again, sent by somebody who is gone.
#include "memory/ipc_counters.h"

#include <sys/wait.h>
#include <unistd.h>

#include <memory>

#include "check.h"
#include "memory/failure.h"

using namespace musasim::caching::ipc;

TEST(a_counter_is_done_when_its_claim_ends) {
  Counter counter;
  CHECK(!counter.is_done() && is_own(counter.file()));
  auto claim = std::make_unique<Claim>(counter.file(), counter.place());
  CHECK(!counter.is_done());
  claim.reset();
  CHECK(counter.is_done());
}

TEST(an_old_claim_does_not_touch_a_new_counter) {
  auto counter = std::make_unique<Counter>();
  auto claim = std::make_unique<Claim>(counter->file(), counter->place());
  const std::int64_t place = counter->place();
  counter.reset();
  counter = std::make_unique<Counter>();
  CHECK(counter->place() != place);
  claim.reset();
  CHECK(!counter->is_done());
}

TEST(a_receiver_that_dies_is_done) {
  Counter counter;
  const pid_t child = fork();
  if (child == 0) {
    new Claim(counter.file(), counter.place());
    _exit(0);
  }
  int status = 1;
  waitpid(child, &status, 0);
  CHECK(status == 0 && counter.is_done());
}

TEST(bytes_that_name_no_file_are_refused) {
  bool refused = false;
  try {
    const Claim claim("nonsense", 0);
  } catch (const musasim::caching::UsageError&) {
    refused = true;
  }
  CHECK(refused);
  Counter counter;
  std::string gone = counter.file();
  gone[0] = gone[1] = gone[2] = 127;  // no such process
  const Claim claim(gone, counter.place());
  CHECK(!counter.is_done());
}

TEST_MAIN()
