// Streams really run side by side: each of two works waits for something that the other one does.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "check.h"
#include "machine/library.h"
#include "musa_runtime_api.h"

namespace {

// Returns true once `count` threads are here at the same time.
class Meeting {
 public:
  explicit Meeting(int count) : missing_(count) {}

  bool meet() {
    std::unique_lock<std::mutex> lock(mutex_);
    if (--missing_ == 0) {
      all_here_.notify_all();
    }
    return all_here_.wait_for(lock, std::chrono::seconds(30), [&] { return missing_ <= 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable all_here_;
  int missing_;
};

}  // namespace

TEST(two_streams_of_a_device_overlap) {
  musaStream_t streams[2];
  Meeting meeting(2);
  std::atomic<int> met{0};
  for (musaStream_t& stream : streams) {
    EQUAL(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking), musaSuccess);
    const auto work = [&] {
      met += meeting.meet() ? 1 : 0;
      return musaSuccess;
    };
    EQUAL(musasim::launch_work(stream, "meet", work), musaSuccess);
  }
  EQUAL(musaDeviceSynchronize(), musaSuccess);
  EQUAL(met.load(), 2);
  for (musaStream_t stream : streams) {
    EQUAL(musaStreamDestroy(stream), musaSuccess);
  }
}

TEST(eight_streams_of_two_devices_overlap) {
  constexpr int kStreams = 8;
  musaStream_t streams[kStreams];
  Meeting meeting(kStreams);
  std::atomic<int> met{0};
  for (int i = 0; i < kStreams; ++i) {
    EQUAL(musaSetDevice(i % 2), musaSuccess);
    EQUAL(musaStreamCreate(&streams[i]), musaSuccess);
    const auto work = [&] {
      met += meeting.meet() ? 1 : 0;
      return musaSuccess;
    };
    EQUAL(musasim::launch_work(streams[i], "meet", work), musaSuccess);
  }
  for (int device = 0; device < 2; ++device) {
    EQUAL(musaSetDevice(device), musaSuccess);
    EQUAL(musaDeviceSynchronize(), musaSuccess);
  }
  EQUAL(met.load(), kStreams);
  for (musaStream_t stream : streams) {
    EQUAL(musaStreamDestroy(stream), musaSuccess);
  }
  EQUAL(musaSetDevice(0), musaSuccess);
}

TEST(copies_of_one_stream_go_on_while_another_is_busy) {
  musaStream_t busy = nullptr;
  musaStream_t copying = nullptr;
  EQUAL(musaStreamCreateWithFlags(&busy, musaStreamNonBlocking), musaSuccess);
  EQUAL(musaStreamCreateWithFlags(&copying, musaStreamNonBlocking), musaSuccess);
  constexpr std::size_t kBytes = 1 << 20;
  void* device = nullptr;
  void* host = nullptr;
  EQUAL(musaMalloc(&device, kBytes), musaSuccess);
  EQUAL(musaMallocHost(&host, kBytes), musaSuccess);
  Meeting meeting(2);
  std::atomic<bool> met{false};
  const auto work = [&] {
    met = meeting.meet();
    return musaSuccess;
  };
  EQUAL(musasim::launch_work(busy, "meet", work), musaSuccess);
  EQUAL(musaMemsetAsync(device, 7, kBytes, copying), musaSuccess);
  EQUAL(musaMemcpyAsync(host, device, kBytes, musaMemcpyDeviceToHost, copying), musaSuccess);
  EQUAL(musaStreamSynchronize(copying), musaSuccess);
  EQUAL(int{static_cast<unsigned char*>(host)[kBytes - 1]}, 7);
  CHECK(!met.load());
  CHECK(meeting.meet());
  EQUAL(musaStreamSynchronize(busy), musaSuccess);
  CHECK(met.load());
  EQUAL(musaFree(device), musaSuccess);
  EQUAL(musaFreeHost(host), musaSuccess);
  EQUAL(musaStreamDestroy(busy), musaSuccess);
  EQUAL(musaStreamDestroy(copying), musaSuccess);
}

int main(int argc, char** argv) {
  setenv("MUSASIM_DEVICES", "2", 1);
  return ::testing::run_all(argc, argv);
}
