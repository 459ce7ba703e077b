// Numbers, priorities and handles of streams, and each thread's current ones.
#include "runtime/stream.h"

#include <set>
#include <thread>

#include "testing/check.h"

using namespace musasim;

TEST(stream) {
  std::set<std::uintptr_t> handles = {stream_handle(0, kDefaultStream)};
  CHECK(*handles.begin() == 0);
  for (int i = 0; i < kStreamsPerPool; ++i) {
    for (const int priority : {kLowestPriority, kHighestPriority}) {
      const StreamNumber stream = next_pool_stream(0, priority);
      CHECK(stream_priority(stream) == priority);
      CHECK(handles.insert(stream_handle(0, stream)).second);
      CHECK(handles.insert(stream_handle(1, stream)).second);
    }
  }
  CHECK(handles.count(stream_handle(0, next_pool_stream(0, kLowestPriority))) == 1);

  alignas(8) char elsewhere[8];
  const StreamNumber external = external_stream(elsewhere);
  CHECK(stream_handle(1, external) == reinterpret_cast<std::uintptr_t>(elsewhere));
  CHECK(stream_priority(external) == kLowestPriority);

  CHECK(exchange_stream(1, 5) == kDefaultStream && current_stream(1) == 5);
  CHECK(current_stream(0) == kDefaultStream);
  std::thread([] { CHECK(current_stream(1) == kDefaultStream); }).join();
}

TEST_MAIN()
