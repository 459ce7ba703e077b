// Events: recording, waiting, times, and the errors of each.
#include <atomic>
#include <chrono>
#include <thread>

#include "check.h"
#include "gate.h"

namespace {

musaStream_t make_stream(unsigned flags = musaStreamNonBlocking) {
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreateWithFlags(&stream, flags), musaSuccess);
  return stream;
}

musaEvent_t make_event(unsigned flags = musaEventDefault) {
  musaEvent_t event = nullptr;
  EQUAL(musaEventCreateWithFlags(&event, flags), musaSuccess);
  return event;
}

void nap(void*) { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }

}  // namespace

TEST(flags_are_checked) {
  musaEvent_t event = nullptr;
  EQUAL(musaEventCreate(nullptr), musaErrorInvalidValue);
  EQUAL(musaEventCreateWithFlags(&event, 0x80), musaErrorInvalidValue);
  EQUAL(musaEventCreateWithFlags(&event, musaEventInterprocess), musaErrorInvalidValue);
  EQUAL(musaEventCreateWithFlags(&event, musaEventBlockingSync), musaSuccess);
  EQUAL(musaEventDestroy(event), musaSuccess);
}

TEST(destroyed_events_are_recognised) {
  musaEvent_t event = make_event();
  musaStream_t stream = make_stream();
  EQUAL(musaEventDestroy(event), musaSuccess);
  EQUAL(musaEventDestroy(event), musaErrorInvalidResourceHandle);
  EQUAL(musaEventRecord(event, stream), musaErrorInvalidResourceHandle);
  EQUAL(musaEventQuery(event), musaErrorInvalidResourceHandle);
  EQUAL(musaEventSynchronize(event), musaErrorInvalidResourceHandle);
  EQUAL(musaStreamWaitEvent(stream, event, 0), musaErrorInvalidResourceHandle);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(an_event_never_recorded_is_done_but_has_no_time) {
  musaEvent_t event = make_event();
  float ms = -1;
  EQUAL(musaEventQuery(event), musaSuccess);
  EQUAL(musaEventSynchronize(event), musaSuccess);
  EQUAL(musaEventElapsedTime(&ms, event, event), musaErrorInvalidResourceHandle);
  EQUAL(ms, -1.0F);
  EQUAL(musaEventDestroy(event), musaSuccess);
}

TEST(query_is_not_ready_until_the_work_before_it_is_done) {
  musaStream_t stream = make_stream();
  musaEvent_t event = nullptr;
  EQUAL(musaEventCreate(&event), musaSuccess);
  Gate gate;
  EQUAL(gate.hold(stream), musaSuccess);
  EQUAL(musaEventRecord(event, stream), musaSuccess);
  EQUAL(musaEventQuery(event), musaErrorNotReady);
  EQUAL(musaPeekAtLastError(), musaErrorNotReady);
  EQUAL(musaGetLastError(), musaErrorNotReady);
  EQUAL(musaGetLastError(), musaSuccess);
  gate.open();
  EQUAL(musaEventSynchronize(event), musaSuccess);
  EQUAL(musaEventQuery(event), musaSuccess);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
  EQUAL(musaEventDestroy(event), musaSuccess);
}

TEST(elapsed_time_is_that_between_the_marks) {
  musaStream_t stream = make_stream();
  musaEvent_t start = make_event();
  musaEvent_t end = make_event();
  Gate gate;
  const auto began = std::chrono::steady_clock::now();
  EQUAL(musaEventRecord(start, stream), musaSuccess);
  EQUAL(gate.hold(stream), musaSuccess);
  EQUAL(musaLaunchHostFunc(stream, nap, nullptr), musaSuccess);
  EQUAL(musaEventRecord(end, stream), musaSuccess);
  float ms = 0;
  EQUAL(musaEventElapsedTime(&ms, start, end), musaErrorNotReady);
  gate.open();
  EQUAL(musaEventSynchronize(end), musaSuccess);
  const std::chrono::duration<float, std::milli> all = std::chrono::steady_clock::now() - began;
  EQUAL(musaEventElapsedTime(&ms, start, end), musaSuccess);
  CHECK(ms >= 20.0F && ms <= all.count());
  float back = 0;
  EQUAL(musaEventElapsedTime(&back, end, start), musaSuccess);
  EQUAL(back, -ms);
  EQUAL(musaEventElapsedTime_v2(&ms, start, end), musaSuccess);
  CHECK(ms >= 20.0F);
  EQUAL(musaEventElapsedTime(nullptr, start, end), musaErrorInvalidValue);
  EQUAL(musaEventDestroy(start), musaSuccess);
  EQUAL(musaEventDestroy(end), musaSuccess);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(events_without_timing_have_no_time) {
  musaEvent_t start = make_event();
  musaEvent_t end = make_event(musaEventDisableTiming);
  EQUAL(musaEventRecord(start, nullptr), musaSuccess);
  EQUAL(musaEventRecord(end, nullptr), musaSuccess);
  float ms = 0;
  EQUAL(musaEventElapsedTime(&ms, start, end), musaErrorInvalidResourceHandle);
  EQUAL(musaEventElapsedTime(&ms, start, start), musaSuccess);
  EQUAL(ms, 0.0F);
  EQUAL(musaEventDestroy(start), musaSuccess);
  EQUAL(musaEventDestroy(end), musaSuccess);
}

TEST(wait_event_orders_two_streams) {
  static std::atomic<int> value{0};
  static std::atomic<int> seen{-1};
  value = 0;
  musaStream_t first = make_stream();
  musaStream_t second = make_stream();
  musaEvent_t event = make_event(musaEventDisableTiming);
  Gate gate;
  EQUAL(gate.hold(first), musaSuccess);
  EQUAL(musaLaunchHostFunc(first, [](void*) { value = 1; }, nullptr), musaSuccess);
  EQUAL(musaEventRecord(event, first), musaSuccess);
  EQUAL(musaStreamWaitEvent(second, event, 0), musaSuccess);
  EQUAL(musaLaunchHostFunc(second, [](void*) { seen = value.load(); }, nullptr), musaSuccess);
  EQUAL(musaStreamQuery(second), musaErrorNotReady);
  gate.open();
  EQUAL(musaStreamSynchronize(second), musaSuccess);
  EQUAL(seen.load(), 1);
  EQUAL(musaStreamWaitEvent(second, event, 0x10), musaErrorInvalidValue);
  EQUAL(musaEventDestroy(event), musaSuccess);
  EQUAL(musaStreamDestroy(first), musaSuccess);
  EQUAL(musaStreamDestroy(second), musaSuccess);
}

TEST(a_wait_means_the_recording_before_it) {
  musaStream_t first = make_stream();
  musaStream_t second = make_stream();
  musaEvent_t event = make_event();
  EQUAL(musaEventRecord(event, first), musaSuccess);
  EQUAL(musaStreamWaitEvent(second, event, 0), musaSuccess);
  Gate gate;
  EQUAL(gate.hold(first), musaSuccess);
  EQUAL(musaEventRecord(event, first), musaSuccess);  // a later recording is no business of it
  EQUAL(musaStreamSynchronize(second), musaSuccess);
  EQUAL(musaEventQuery(event), musaErrorNotReady);
  gate.open();
  EQUAL(musaEventSynchronize(event), musaSuccess);
  EQUAL(musaEventDestroy(event), musaSuccess);
  EQUAL(musaStreamDestroy(first), musaSuccess);
  EQUAL(musaStreamDestroy(second), musaSuccess);
}

TEST(a_destroyed_event_still_holds_back_who_waits_for_it) {
  static std::atomic<bool> done{false};
  done = false;
  musaStream_t first = make_stream();
  musaStream_t second = make_stream();
  musaEvent_t event = make_event();
  Gate gate;
  EQUAL(gate.hold(first), musaSuccess);
  EQUAL(musaEventRecord(event, first), musaSuccess);
  EQUAL(musaStreamWaitEvent(second, event, 0), musaSuccess);
  EQUAL(musaLaunchHostFunc(second, [](void*) { done = true; }, nullptr), musaSuccess);
  EQUAL(musaEventDestroy(event), musaSuccess);
  EQUAL(musaStreamQuery(second), musaErrorNotReady);
  CHECK(!done.load());
  gate.open();
  EQUAL(musaStreamSynchronize(second), musaSuccess);
  CHECK(done.load());
  EQUAL(musaStreamDestroy(first), musaSuccess);
  EQUAL(musaStreamDestroy(second), musaSuccess);
}

TEST(recording_needs_a_stream_of_the_events_device_and_waiting_does_not) {
  musaEvent_t event = make_event();
  musaStream_t stream = make_stream();
  EQUAL(musaSetDevice(1), musaSuccess);
  musaStream_t other = make_stream();
  EQUAL(musaEventRecord(event, other), musaErrorInvalidResourceHandle);
  static std::atomic<int> value{0};
  static std::atomic<int> seen{-1};
  Gate gate;
  EQUAL(gate.hold(stream), musaSuccess);
  EQUAL(musaLaunchHostFunc(stream, [](void*) { value = 5; }, nullptr), musaSuccess);
  EQUAL(musaEventRecord(event, stream), musaSuccess);
  EQUAL(musaStreamWaitEvent(other, event, 0), musaSuccess);
  EQUAL(musaLaunchHostFunc(other, [](void*) { seen = value.load(); }, nullptr), musaSuccess);
  gate.open();
  EQUAL(musaStreamSynchronize(other), musaSuccess);
  EQUAL(seen.load(), 5);
  EQUAL(musaStreamDestroy(other), musaSuccess);
  EQUAL(musaSetDevice(0), musaSuccess);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
  EQUAL(musaEventDestroy(event), musaSuccess);
}

TEST(record_with_flags_records) {
  musaStream_t stream = make_stream();
  musaEvent_t event = make_event();
  Gate gate;
  EQUAL(gate.hold(stream), musaSuccess);
  EQUAL(musaEventRecordWithFlags(event, stream, musaEventRecordDefault), musaSuccess);
  EQUAL(musaEventQuery(event), musaErrorNotReady);
  EQUAL(musaEventRecordWithFlags(event, stream, 0x20), musaErrorInvalidValue);
  // External events are for captures only.
  EQUAL(musaEventRecordWithFlags(event, stream, musaEventRecordExternal), musaErrorInvalidValue);
  EQUAL(musaStreamWaitEvent(stream, event, musaEventWaitExternal), musaErrorInvalidValue);
  gate.open();
  EQUAL(musaEventSynchronize(event), musaSuccess);
  EQUAL(musaEventDestroy(event), musaSuccess);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

int main(int argc, char** argv) {
  setenv("MUSASIM_DEVICES", "2", 1);
  return ::testing::run_all(argc, argv);
}
