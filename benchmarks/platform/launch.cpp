// Cost of a call on the host, in ns: launches, events, small copies and synchronisation.
#include "measure.h"
#include "musa_runtime.h"
#include "musasim/hand_kernel.h"

namespace {

constexpr int kRepeats = 21;
constexpr int kCalls = 500;

void nothing(int) {}
MUSASIM_REGISTER_KERNEL(nothing);

musaStream_t stream = nullptr;

void launch() {
  int argument = 1;
  void* args[] = {&argument};
  CHECKED(
      musaLaunchKernel(reinterpret_cast<const void*>(nothing), dim3(1), dim3(1), args, 0, stream));
}

// Median cost of one call when kCalls follow each other; the stream is empty before and after.
template <class Call>
void row(const char* name, Call call) {
  std::vector<double> costs;
  for (int repeat = -2; repeat < kRepeats; ++repeat) {
    const double cost = measure::time_ns([&] {
      for (int i = 0; i < kCalls; ++i) {
        call();
      }
    });
    CHECKED(musaStreamSynchronize(stream));
    if (repeat >= 0) {
      costs.push_back(cost / kCalls);
    }
  }
  measure::row(name, measure::median(costs), "ns");
}

}  // namespace

int main() {
  musaEvent_t event = nullptr;
  musaEvent_t untimed = nullptr;
  void* memory = nullptr;
  int host = 0;
  CHECKED(musaStreamCreate(&stream));
  CHECKED(musaEventCreate(&event));
  CHECKED(musaEventCreateWithFlags(&untimed, musaEventDisableTiming));
  CHECKED(musaMalloc(&memory, sizeof host));

  row("kernel launch", launch);
  row("kernel launch and wait", [] {
    launch();
    CHECKED(musaStreamSynchronize(stream));
  });
  row("event record", [&] { CHECKED(musaEventRecord(event, stream)); });
  row("event record, without timing", [&] { CHECKED(musaEventRecord(untimed, stream)); });
  row("event query", [&] { CHECKED(musaEventQuery(event)); });
  row("wait for an event on a stream", [&] { CHECKED(musaStreamWaitEvent(stream, event, 0)); });
  row("event record and wait", [&] {
    CHECKED(musaEventRecord(event, stream));
    CHECKED(musaEventSynchronize(event));
  });
  row("synchronize an idle stream", [] { CHECKED(musaStreamSynchronize(stream)); });
  row("copy 4 bytes to the device",
      [&] { CHECKED(musaMemcpy(memory, &host, sizeof host, musaMemcpyHostToDevice)); });
  row("allocate and free 1 MiB", [] {
    void* block = nullptr;
    CHECKED(musaMalloc(&block, 1 << 20));
    CHECKED(musaFree(block));
  });
  return 0;
}
