// Memory and threads that have streams' turns (InlineWork), as operators of PyTorch have: nobody
// waits for himself, alone or in a ring.
#include <functional>
#include <future>
#include <memory>
#include <vector>

#include "check.h"
#include "machine/stream/inline_work.h"
#include "memory/caching.h"
#include "memory_fixture.h"

using namespace musasim;
using namespace musasim::caching;
using namespace musasim::testing;

namespace {

// A block of the memory that is freed while the stream still uses it.
void free_in_use(std::size_t bytes, musaStream_t user) {
  void* block = allocate(0, bytes, nullptr);
  record_stream(block, user);
  caching::free(block);
}

void nothing(void*) {}
void queue(musaStream_t stream) { musaLaunchHostFunc(stream, &nothing, nullptr); }

bool fits(std::size_t bytes, musaStream_t stream) {
  try {
    caching::free(allocate(0, bytes, stream));
    return true;
  } catch (const OutOfMemory&) {
    return false;
  }
}

// A thread that has a stream's turn, and does there what it is told.
class Operator {
 public:
  explicit Operator(musaStream_t stream) : stream_(stream_behind(stream)) {
    thread_ = std::thread([this] {
      const InlineWork work(*stream_, "operator");
      begun_.set_value();
      answer_.set_value(task_.get_future().get()());
    });
    begun_.get_future().wait();
  }
  std::future<bool> run(std::function<bool()> task) {
    task_.set_value(std::move(task));
    return answer_.get_future();
  }
  ~Operator() { thread_.join(); }

 private:
  const std::shared_ptr<Stream> stream_;
  std::promise<void> begun_;
  std::promise<std::function<bool()>> task_;
  std::promise<bool> answer_;
  std::thread thread_;
};

}  // namespace

TEST(an_operator_does_not_wait_for_itself) {
  TestStream stream;
  Operator one(stream.get());
  free_in_use(40 * kMiB, stream.get());
  EQUAL(of_device(0).stats().active[kAll].current, 0);  // its arguments do not hold the block
  CHECK(one.run([&] { return fits(50 * kMiB, stream.get()); }).get());
}

TEST(operators_do_not_wait_for_each_other) {
  TestStream first;
  TestStream second;
  Operator one(first.get());
  Operator two(second.get());
  free_in_use(20 * kMiB, second.get());
  free_in_use(20 * kMiB, first.get());
  auto a = one.run([&] { return fits(30 * kMiB, first.get()); });
  auto b = two.run([&] { return fits(30 * kMiB, second.get()); });
  CHECK(a.get() && b.get());
}

TEST(what_comes_after_an_operator_is_not_waited_for_by_it) {
  TestStream stream;
  {
    Operator one(stream.get());
    queue(stream.get());
    free_in_use(40 * kMiB, stream.get());
    EQUAL(of_device(0).stats().active[kAll].current, 1);
    CHECK(!one.run([&] { return fits(50 * kMiB, stream.get()); }).get());
  }
  CHECK(fits(50 * kMiB, stream.get()));
}

TEST(what_waits_for_an_operator_is_not_waited_for_by_it) {
  TestStream stream;
  TestStream other;
  {
    Operator one(stream.get());
    musaEvent_t event = nullptr;
    musaEventCreate(&event);
    musaEventRecord(event, stream.get());
    musaStreamWaitEvent(other.get(), event, 0);
    queue(other.get());
    free_in_use(40 * kMiB, other.get());
    CHECK(!one.run([&] { return fits(50 * kMiB, stream.get()); }).get());
    musaEventDestroy(event);
  }
  CHECK(fits(50 * kMiB, stream.get()));
}

TEST(other_work_is_waited_for_in_an_operator) {
  TestStream stream;
  TestStream other;
  Operator one(stream.get());
  other.block();
  free_in_use(40 * kMiB, other.get());
  auto answer = one.run([&] { return fits(50 * kMiB, stream.get()); });
  CHECK(answer.wait_for(std::chrono::milliseconds(20)) == std::future_status::timeout);
  other.release();
  CHECK(answer.get());
}

TEST(a_ring_of_operators_ends) {
  for (int round = 0; round < 5; ++round) {
    TestStream first;
    TestStream second;
    {
      Operator one(first.get());
      Operator two(second.get());
      queue(first.get());
      queue(second.get());
      free_in_use(20 * kMiB, second.get());
      free_in_use(20 * kMiB, first.get());
      auto a = one.run([&] { return fits(50 * kMiB, first.get()); });
      auto b = two.run([&] { return fits(50 * kMiB, second.get()); });
      const bool both = a.get() && b.get();
      CHECK(!both);
    }
    CHECK(fits(60 * kMiB, nullptr));
    release_cached();
  }
}

TEST(freeing_within_operators_waits_for_nobody) {
  TestStream first;
  TestStream second;
  void* memory[2] = {};
  CHECK(musaMalloc(&memory[0], kMiB) == musaSuccess);
  CHECK(musaMallocManaged(&memory[1], kMiB, musaMemAttachGlobal) == musaSuccess);
  Operator one(first.get());
  Operator two(second.get());
  auto a = one.run([&] { return musaFree(memory[0]) == musaSuccess; });
  auto b = two.run([&] { return musaFree(memory[1]) == musaSuccess; });
  CHECK(a.get() && b.get());
}

TEST(a_cache_can_be_emptied_while_operators_allocate) {
  TestStream stream;
  TestStream other;
  Operator one(stream.get());
  queue(stream.get());
  free_in_use(10 * kMiB, stream.get());
  std::thread emptier([] { release_cached(); });  // waits for the operator
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  CHECK(one.run([&] { return fits(20 * kMiB, stream.get()); }).get());
  emptier.join();
}

TEST(streams_of_other_devices_count) {
  TestStream far(1);
  void* block = allocate(0, 1000, nullptr);
  musaSetDevice(1);
  record_stream(block, far.get());
  record_stream(block, nullptr);  // not the default stream of the block's own device
  musaSetDevice(0);
  far.block();
  caching::free(block);
  EQUAL(of_device(0).stats().active[kAll].current, 1);
  far.finish();
  CHECK(fits(1000, nullptr));
  EQUAL(of_device(0).stats().active[kAll].current, 0);
}

TEST(a_stream_that_is_destroyed_with_work_counts) {
  TestStream hold;
  musaStream_t gone = nullptr;
  musaStreamCreateWithFlags(&gone, musaStreamNonBlocking);
  musaEvent_t event = nullptr;
  musaEventCreate(&event);
  hold.block();
  musaEventRecord(event, hold.get());
  musaStreamWaitEvent(gone, event, 0);
  void* early = allocate(0, 1000, nullptr);
  record_stream(early, gone);
  musaStreamDestroy(gone);
  void* late = allocate(0, 1000, nullptr);
  record_stream(late, gone);
  caching::free(early);
  caching::free(late);
  EQUAL(of_device(0).stats().active[kAll].current, 2);
  hold.finish();
  musaDeviceSynchronize();
  CHECK(fits(1000, nullptr));
  EQUAL(of_device(0).stats().active[kAll].current, 0);
  musaEventDestroy(event);
}

int main(int count, char** names) {
  two_small_devices();
  return ::testing::run_all(count, names);
}
