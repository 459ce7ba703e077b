// Pinned memory: reuse behind streams, what counts as pinned, statistics.
#include "memory/host.h"

#include "check.h"
#include "memory_fixture.h"

using namespace musasim::caching;
using namespace musasim::testing;

TEST(blocks_are_reused) {
  void* a = allocate_pinned(5000);
  free_pinned(a);
  void* b = allocate_pinned(8000);
  CHECK(a == b);
  void* c = allocate_pinned(8000);
  CHECK(b != c);
  free_pinned(b);
  free_pinned(c);
  CHECK(allocate_pinned(0) == nullptr);
  free_pinned(nullptr);
  EQUAL(pinned_stats().allocations.current, 0);
  EQUAL(pinned_stats().owned_bytes.current, 16384);
  release_pinned_cache();
  EQUAL(pinned_stats().owned_bytes.current, 0);
}

TEST(a_block_waits_for_the_copies_that_use_it) {
  TestStream stream;
  auto* a = static_cast<char*>(allocate_pinned(4096));
  stream.block();
  CHECK(record_pinned(a + 100, stream.get()));
  free_pinned(a);
  EQUAL(pinned_stats().active_requests.current, 1);
  void* b = allocate_pinned(4096);
  CHECK(a != b);
  stream.finish();
  void* c = allocate_pinned(4096);
  CHECK(a == c);
  free_pinned(b);
  free_pinned(c);
  release_pinned_cache();
}

TEST(only_pinned_memory_is_recorded) {
  static char host[64];
  CHECK(!record_pinned(host, nullptr));
  void* pinned = allocate_pinned(64);
  CHECK(record_pinned(pinned, nullptr));
  free_pinned(pinned);
  CHECK(!record_pinned(pinned, nullptr));
  release_pinned_cache();
}

TEST(pinned_and_registered_memory_is_known) {
  auto* pinned = static_cast<char*>(allocate_pinned(5000));
  CHECK(is_pinned(pinned) && is_pinned(pinned + 4999) && !is_pinned(nullptr));
  alignas(4096) static char host[4096];
  CHECK(!is_pinned(host));
  EQUAL(musaHostRegister(host, sizeof host, musaHostRegisterDefault), musaSuccess);
  CHECK(is_pinned(host + 63));
  EQUAL(musaHostUnregister(host), musaSuccess);
  CHECK(!is_pinned(host));
  void* of_the_runtime = nullptr;
  EQUAL(musaMallocHost(&of_the_runtime, 100), musaSuccess);
  CHECK(is_pinned(of_the_runtime));
  musaFreeHost(of_the_runtime);
  free_pinned(pinned);
  release_pinned_cache();
  CHECK(!is_pinned(pinned));
}

TEST(a_reset_of_the_device_takes_the_blocks) {
  musaSetDevice(1);
  void* held = allocate_pinned(100000);
  free_pinned(allocate_pinned(5000));
  musaDeviceReset();
  musaSetDevice(0);
  void* fresh = allocate_pinned(5000);
  static_cast<char*>(fresh)[4999] = 1;
  free_pinned(fresh);
  free_pinned(held);
  release_pinned_cache();
}

TEST(a_graph_keeps_the_memory_that_it_copies) {
  TestStream stream;
  const PoolId id = new_graph_pool_id();
  begin_allocate_to_pool(0, id, [&](musaStream_t wanted) { return wanted == stream.get(); });
  EQUAL(musaStreamBeginCapture(stream.get(), musaStreamCaptureModeGlobal), musaSuccess);
  void* unused = allocate_pinned(4096);  // which the capture allows
  free_pinned(unused);
  void* copied = allocate_pinned(4096);
  CHECK(copied == unused);
  CHECK(record_pinned(copied, stream.get()));
  free_pinned(copied);
  void* other = allocate_pinned(4096);
  CHECK(other != copied);
  musaGraph_t graph = nullptr;
  EQUAL(musaStreamEndCapture(stream.get(), &graph), musaSuccess);
  end_allocate_to_pool(0, id);
  void* another = allocate_pinned(4096);
  CHECK(another != copied);
  release_pool(0, id);
  CHECK(allocate_pinned(4096) == copied);
  for (void* pointer : {copied, other, another}) {
    free_pinned(pointer);
  }
  musaGraphDestroy(graph);
  EQUAL(pinned_stats().alloc_time.count, pinned_stats().host_allocs);
  release_pinned_cache();
}

int main(int count, char** names) {
  two_small_devices();
  return ::testing::run_all(count, names);
}
