// Numbers, priorities and handles of streams, and each thread's current ones.
#include "runtime/stream.h"

#include <set>
#include <thread>

#include "check.h"
#include "machine/stream/inline_work.h"
#include "musa_runtime_api.h"

using namespace musasim;

namespace {

StreamTarget target_of(StreamNumber stream) {
  StreamTarget target;
  EQUAL(find_target(0, stream, &target), musaSuccess);
  return target;
}

int priority_of(StreamNumber stream) {
  int priority = 1;
  EQUAL(stream_priority(0, stream, &priority), musaSuccess);
  return priority;
}

}  // namespace

TEST(the_default_stream_is_the_legacy_one) {
  CHECK(target_of(kDefaultStream).handle == nullptr);
  CHECK(target_of(kDefaultStream).object == stream_behind(nullptr).get());
  CHECK(external_stream(reinterpret_cast<musaStream_t>(1)) == kDefaultStream);
  EQUAL(priority_of(kDefaultStream), kLowestPriority);
}

TEST(a_pool_is_a_ring_of_streams) {
  std::set<musaStream_t> handles;
  for (int i = 0; i < kStreamsPerPool; ++i) {
    for (const int priority : {kLowestPriority, kHighestPriority}) {
      const StreamNumber stream = next_pool_stream(0, priority);
      const StreamTarget target = target_of(stream);
      CHECK(handles.insert(target.handle).second);
      CHECK(target.object == stream_behind(target.handle).get());
      int found = 1;
      EQUAL(musaStreamGetPriority(target.handle, &found), musaSuccess);
      EQUAL(found, priority);
      EQUAL(priority_of(stream), priority);
      unsigned flags = 0;
      EQUAL(musaStreamGetFlags(target.handle, &flags), musaSuccess);
      EQUAL(flags, unsigned{musaStreamNonBlocking});
    }
  }
  CHECK(handles.count(target_of(next_pool_stream(0, kLowestPriority)).handle) == 1);
}

TEST(an_external_stream_is_its_handle) {
  musaStream_t handle = nullptr;
  EQUAL(musaStreamCreateWithPriority(&handle, musaStreamDefault, kHighestPriority), musaSuccess);
  const StreamNumber stream = external_stream(handle);
  CHECK(target_of(stream).handle == handle);
  EQUAL(priority_of(stream), kHighestPriority);
  EQUAL(musaStreamDestroy(handle), musaSuccess);
  StreamTarget target;
  EQUAL(find_target(0, stream, &target), musaErrorInvalidResourceHandle);
}

TEST(each_thread_has_its_current_stream) {
  const StreamNumber stream = next_pool_stream(0, kLowestPriority);
  EQUAL(exchange_stream(0, stream), kDefaultStream);
  StreamTarget target;
  EQUAL(current_target(0, &target), musaSuccess);
  CHECK(current_stream(0) == stream && target.handle == target_of(stream).handle);
  std::thread([] { EQUAL(current_stream(0), kDefaultStream); }).join();
  EQUAL(exchange_stream(0, kDefaultStream), stream);
  EQUAL(current_target(0, &target), musaSuccess);
  CHECK(target.handle == nullptr);
}

TEST_MAIN()
