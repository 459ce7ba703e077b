// Streams, events, values in memory.
#include <chrono>
#include <future>
#include <thread>

#include "driver.h"

namespace {

void add_one(void* data) { *static_cast<int*>(data) += 1; }

// Holds a stream until it is opened.
class Gate {
 public:
  explicit Gate(const Stream& stream) {
    OK(muLaunchHostFunc(
        stream.handle, [](void* gate) { static_cast<Gate*>(gate)->opened_.wait(); }, this));
  }
  void open() { open_.set_value(); }

 private:
  std::promise<void> open_;
  std::shared_future<void> opened_ = open_.get_future().share();
};

struct Event {
  MUevent handle = nullptr;
  explicit Event(unsigned flags = MU_EVENT_DEFAULT) { OK(muEventCreate(&handle, flags)); }
  ~Event() { OK(muEventDestroy(handle)); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
};

}  // namespace

TEST(a_stream_runs_in_the_background) {
  const Stream stream;
  int done = 0;
  Gate gate(stream);
  OK(muLaunchHostFunc(stream.handle, add_one, &done));
  IS(muStreamQuery(stream.handle), NOT_READY);
  gate.open();
  OK(muStreamSynchronize(stream.handle));
  EQUAL(done, 1);
  OK(muStreamQuery(stream.handle));
}

TEST(a_stream_tells_about_itself) {
  MUstream stream = nullptr;
  OK(muStreamCreateWithPriority(&stream, MU_STREAM_NON_BLOCKING, -1));
  int priority = 1;
  OK(muStreamGetPriority(stream, &priority));
  EQUAL(priority, -1);
  unsigned flags = 0;
  OK(muStreamGetFlags(stream, &flags));
  EQUAL(flags, static_cast<unsigned>(MU_STREAM_NON_BLOCKING));
  MUcontext owner = nullptr;
  OK(muStreamGetCtx(stream, &owner));
  CHECK(owner == context);
  const Stream other;
  unsigned long long id = 0;
  unsigned long long other_id = 0;
  OK(muStreamGetId(stream, &id));
  OK(muStreamGetId(other.handle, &other_id));
  CHECK(id != other_id);
  OK(muStreamDestroy(stream));
  IS(muStreamDestroy(stream), INVALID_HANDLE);
  IS(muStreamGetFlags(stream, &flags), INVALID_HANDLE);
  IS(muStreamCreate(&stream, 77), INVALID_VALUE);
  IS(muStreamCreate(nullptr, 0), INVALID_VALUE);
}

TEST(attributes_of_a_stream_are_kept_and_copied) {
  const Stream first;
  const Stream second;
  MUstreamAttrValue value{};
  value.syncPolicy = MU_SYNC_POLICY_YIELD;
  OK(muStreamSetAttribute(first.handle, MU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
  OK(muStreamCopyAttributes(second.handle, first.handle));
  value.syncPolicy = MU_SYNC_POLICY_AUTO;
  OK(muStreamGetAttribute(second.handle, MU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
  EQUAL(static_cast<int>(value.syncPolicy), static_cast<int>(MU_SYNC_POLICY_YIELD));
  IS(muStreamSetAttribute(first.handle, MU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value), INVALID_VALUE);
}

TEST(a_stream_waits_for_an_event_of_another) {
  const Stream first;
  const Stream second;
  const Event event;
  int value = 0;
  int seen = -1;
  struct Look {
    int* from;
    int* to;
  } look{&value, &seen};
  Gate gate(first);
  OK(muLaunchHostFunc(first.handle, add_one, &value));
  OK(muEventRecord(event.handle, first.handle));
  OK(muStreamWaitEvent(second.handle, event.handle, 0));
  OK(muLaunchHostFunc(
      second.handle,
      [](void* data) { *static_cast<Look*>(data)->to = *static_cast<Look*>(data)->from; }, &look));
  IS(muEventQuery(event.handle), NOT_READY);
  gate.open();
  OK(muStreamSynchronize(second.handle));
  EQUAL(seen, 1);
  OK(muEventQuery(event.handle));
}

TEST(events_measure_time) {
  const Event start;
  const Event end;
  const auto nap = [](void*) { std::this_thread::sleep_for(std::chrono::milliseconds(20)); };
  const auto began = std::chrono::steady_clock::now();
  OK(muEventRecord(start.handle, nullptr));
  OK(muLaunchHostFunc(nullptr, nap, nullptr));
  OK(muEventRecordWithFlags(end.handle, nullptr, 0));
  OK(muEventSynchronize(end.handle));
  const std::chrono::duration<float, std::milli> all = std::chrono::steady_clock::now() - began;
  float milliseconds = 0;
  OK(muEventElapsedTime(&milliseconds, start.handle, end.handle));
  CHECK(milliseconds >= 20.0F && milliseconds <= all.count());
  const Event untimed(MU_EVENT_DISABLE_TIMING);
  OK(muEventRecord(untimed.handle, nullptr));
  IS(muEventElapsedTime(&milliseconds, start.handle, untimed.handle), INVALID_HANDLE);
  MUevent none = nullptr;
  IS(muEventCreate(&none, 0x100), INVALID_VALUE);
}

TEST(a_callback_gets_stream_and_status) {
  const Stream stream;
  struct Seen {
    MUstream stream;
    int status;
  } seen{nullptr, -1};
  OK(muStreamAddCallback(
      stream.handle,
      [](MUstream from, MUresult status, void* data) {
        static_cast<Seen*>(data)->stream = from;
        static_cast<Seen*>(data)->status = status;
      },
      &seen, 0));
  OK(muStreamSynchronize(stream.handle));
  CHECK(seen.stream == stream.handle);
  EQUAL(seen.status, 0);
}

TEST(streams_write_and_wait_for_values) {
  const Memory memory(64);
  const Stream first;
  const Stream second;
  int value = 0;
  OK(muStreamWaitValue32(second.handle, memory.at, 5, MU_STREAM_WAIT_VALUE_EQ));
  OK(muStreamWaitValue64(second.handle, memory.at + 8, 7, MU_STREAM_WAIT_VALUE_GEQ));
  OK(muLaunchHostFunc(second.handle, add_one, &value));
  IS(muStreamQuery(second.handle), NOT_READY);
  OK(muStreamWriteValue32(first.handle, memory.at, 5, 0));
  OK(muStreamWriteValue64(first.handle, memory.at + 8, 8, 0));
  OK(muStreamSynchronize(second.handle));
  EQUAL(value, 1);
  OK(muStreamSynchronize(first.handle));
  EQUAL(read<unsigned>(memory.at, 1)[0], 5U);
  IS(muStreamWriteValue32(first.handle, memory.at + 1, 5, 0), INVALID_VALUE);
  IS(muStreamWriteValue32(first.handle, 0x1000, 5, 0), INVALID_VALUE);
  IS(muStreamWaitValue64(first.handle, 0, 5, 0), INVALID_VALUE);
}

TEST(a_batch_of_values_is_written) {
  const Memory memory(64);
  const Stream stream;
  MUstreamBatchMemOpParams steps[3] = {};
  steps[0].writeValue.operation = MU_STREAM_MEM_OP_WRITE_VALUE_32;
  steps[0].writeValue.address = memory.at;
  steps[0].writeValue.value = 3;
  steps[1].waitValue.operation = MU_STREAM_MEM_OP_WAIT_VALUE_32;
  steps[1].waitValue.address = memory.at;
  steps[1].waitValue.value = 1;
  steps[1].waitValue.flags = MU_STREAM_WAIT_VALUE_AND;
  steps[2].writeValue.operation = MU_STREAM_MEM_OP_WRITE_VALUE_64;
  steps[2].writeValue.address = memory.at + 8;
  steps[2].writeValue.value64 = 4;
  OK(muStreamBatchMemOp(stream.handle, 3, steps, 0));
  OK(muStreamSynchronize(stream.handle));
  EQUAL(read<unsigned long long>(memory.at, 2)[1], 4ULL);
  IS(muStreamBatchMemOp(stream.handle, 0, steps, 0), INVALID_VALUE);
}

TEST_MAIN()
