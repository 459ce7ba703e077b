// Random stream programs: copies, memsets, kernels of the host, events and waits on up to 8 streams
// and 2 devices, whose final memory must be what their partial order demands.
//
// A program has buffers; each operation reads some and writes one. Before it is submitted, waits are
// added for every operation of another stream that it conflicts with and that is not ordered before
// it yet (known by vector clocks), each by an event recorded after that operation. So the order of
// all conflicts is that of submission, and running the operations one after the other in a plain
// model gives the only right result. Operations without conflicts stay unordered. In half of the
// programs the first stream is the legacy default stream, whose own rules order it and the blocking
// streams of its device: no waits are added for what these rules order.
//
//   test_random_streams [programs [first seed]]
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "check.h"
#include "musa_runtime_api.h"

namespace {

constexpr int kMaxStreams = 8;
constexpr int kDevices = 2;
constexpr int kBuffers = 10;
constexpr std::size_t kBytes = 256;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kDefaultPrograms = 1000;
#else
constexpr int kDefaultPrograms = 10000;
#endif

using Clock = std::array<int, kMaxStreams>;  // of each stream: operations known to be done before
using Contents = std::array<unsigned char, kBytes>;

// Two thirds of the buffers lie on devices, the rest in pinned host memory. Made once.
struct Memory {
  std::array<unsigned char*, kBuffers> at{};
  std::array<bool, kBuffers> on_device{};

  Memory() {
    for (int i = 0; i < kBuffers; ++i) {
      void* pointer = nullptr;
      on_device[i] = i % 3 != 2;
      if (on_device[i]) {
        EQUAL(musaSetDevice(i % kDevices), musaSuccess);
        EQUAL(musaMalloc(&pointer, kBytes), musaSuccess);
      } else {
        EQUAL(musaMallocHost(&pointer, kBytes), musaSuccess);
      }
      at[i] = static_cast<unsigned char*>(pointer);
    }
  }
  ~Memory() {
    for (int i = 0; i < kBuffers; ++i) {
      EQUAL(on_device[i] ? musaFree(at[i]) : musaFreeHost(at[i]), musaSuccess);
    }
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
};

// The last uses of a buffer: the places of its last write, and of the reads since, in the order.
struct Use {
  int stream = -1;
  int number = 0;
};
struct History {
  Use write;
  std::vector<Use> reads;
};

struct HostWork {
  unsigned char* target;
  const unsigned char* source;
  unsigned char factor;
};

// The host function's work, on a buffer in host memory or on the model.
void mix(unsigned char* target, const unsigned char* source, unsigned char factor) {
  for (std::size_t i = 0; i < kBytes; ++i) {
    target[i] = static_cast<unsigned char>(target[i] * factor + source[i]);
  }
}

void run_host_work(void* data) {
  const auto* work = static_cast<const HostWork*>(data);
  mix(work->target, work->source, work->factor);
}

class Program {
 public:
  Program(std::uint64_t seed, const Memory& memory) : random_(seed), memory_(memory) {
    streams_.resize(pick(1, kMaxStreams));
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      StreamState& stream = streams_[i];
      stream.device = static_cast<int>(i) % kDevices;
      stream.legacy = i == 0 && pick(0, 1) == 0;
      if (stream.legacy) {
        continue;  // handle 0, used with device 0 as current device
      }
      EQUAL(musaSetDevice(stream.device), musaSuccess);
      stream.blocking = pick(0, 1) == 0;
      const unsigned flags = stream.blocking ? musaStreamDefault : musaStreamNonBlocking;
      EQUAL(musaStreamCreateWithFlags(&stream.handle, flags), musaSuccess);
    }
    start_buffers();
  }

  ~Program() {
    for (musaEvent_t event : events_) {
      EQUAL(musaEventDestroy(event), musaSuccess);
    }
    for (const StreamState& stream : streams_) {
      if (stream.handle != nullptr) {
        EQUAL(musaStreamDestroy(stream.handle), musaSuccess);
      }
    }
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // True when the memory is what the model says.
  bool run() {
    const int operations = pick(10, 50);
    for (int i = 0; i < operations; ++i) {
      step();
    }
    finish();
    bool right = true;
    for (int i = 0; i < kBuffers; ++i) {
      Contents contents{};
      EQUAL(musaMemcpy(contents.data(), memory_.at[i], kBytes, musaMemcpyDefault), musaSuccess);
      right = right && contents == model_[i];
    }
    return right;
  }

 private:
  struct StreamState {
    musaStream_t handle = nullptr;
    int device = 0;
    bool legacy = false;
    bool blocking = false;
    int submitted = 0;
    Clock known{};
    musaEvent_t event = nullptr;  // recorded last
    Clock event_clock{};          // what is done when that is
  };

  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

  void start_buffers() {
    for (int i = 0; i < kBuffers; ++i) {
      const auto value = static_cast<unsigned char>(pick(0, 255));
      model_[i].fill(value);
      if (memory_.on_device[i]) {
        EQUAL(musaMemset(memory_.at[i], value, kBytes), musaSuccess);
      } else {
        std::memset(memory_.at[i], value, kBytes);
      }
    }
    // Memsets of device memory may be asynchronous to the host.
    for (int device = 0; device < kDevices; ++device) {
      EQUAL(musaSetDevice(device), musaSuccess);
      EQUAL(musaStreamSynchronize(nullptr), musaSuccess);
    }
  }

  void step() {
    const int stream = pick(0, static_cast<int>(streams_.size()) - 1);
    EQUAL(musaSetDevice(streams_[stream].device), musaSuccess);
    switch (pick(0, 9)) {
      case 0: extra_wait(stream); break;
      case 1:
        EQUAL(musaStreamSynchronize(streams_[stream].handle), musaSuccess);
        learn_all(stream);
        break;
      case 2:
      case 3: fill(stream); break;
      case 4:
      case 5: host_function(stream); break;
      default: copy(stream); break;
    }
  }

  // The host knows now that all of the stream is done: so does all that is submitted from now on.
  void learn_all(int stream) {
    const Clock known = after(stream);
    for (StreamState& other : streams_) {
      merge(other.known, known);
    }
  }

  // The clock at which all of the stream is done.
  Clock after(int stream) const {
    Clock clock = streams_[stream].known;
    clock[stream] = streams_[stream].submitted;
    return clock;
  }

  static void merge(Clock& into, const Clock& from) {
    for (std::size_t i = 0; i < into.size(); ++i) {
      into[i] = std::max(into[i], from[i]);
    }
  }

  void extra_wait(int stream) {
    const int other = pick(0, static_cast<int>(streams_.size()) - 1);
    wait_for(stream, other);
  }

  // Makes the stream wait for all that the other one holds now.
  void wait_for(int stream, int other) {
    StreamState& from = streams_[other];
    if (from.event == nullptr || from.event_clock != after(other)) {
      EQUAL(musaSetDevice(from.device), musaSuccess);
      // Sometimes the same event again: who waits for its former recording must not notice.
      if (from.event == nullptr || pick(0, 2) == 0) {
        const unsigned flags = pick(0, 1) == 0 ? musaEventDefault : musaEventDisableTiming;
        EQUAL(musaEventCreateWithFlags(&from.event, flags), musaSuccess);
        events_.push_back(from.event);
      }
      EQUAL(musaEventRecord(from.event, from.handle), musaSuccess);
      from.event_clock = after(other);
      EQUAL(musaSetDevice(streams_[stream].device), musaSuccess);
    }
    EQUAL(musaStreamWaitEvent(streams_[stream].handle, from.event, 0), musaSuccess);
    merge(streams_[stream].known, after(other));
  }

  void order_after(int stream, const Use& use) {
    if (use.stream >= 0 && use.stream != stream &&
        streams_[stream].known[use.stream] < use.number) {
      wait_for(stream, use.stream);
    }
  }

  // Adds the operations that the legacy stream's rules order before the stream's next one.
  void inherit(int stream) {
    StreamState& state = streams_[stream];
    for (int other = 0; other < static_cast<int>(streams_.size()); ++other) {
      if (state.legacy && streams_[other].blocking && streams_[other].device == state.device) {
        merge(state.known, after(other));
      }
    }
    if (state.blocking && streams_[0].legacy && state.device == streams_[0].device) {
      merge(state.known, legacy_done_);
    }
  }

  // Orders the next operation of the stream after all that it conflicts with.
  void touch(int stream, int read, int written) {
    inherit(stream);
    if (read >= 0) {
      order_after(stream, history_[read].write);
    }
    order_after(stream, history_[written].write);
    for (const Use& use : std::vector<Use>(history_[written].reads)) {
      order_after(stream, use);
    }
    const Use now{stream, ++streams_[stream].submitted};
    if (read >= 0) {
      history_[read].reads.push_back(now);
    }
    history_[written] = History{now, {}};
    if (streams_[stream].legacy) {
      legacy_done_ = after(stream);
    }
  }

  void fill(int stream) {
    const int target = pick_on_device();
    const auto value = static_cast<unsigned char>(pick(0, 255));
    const std::size_t length = pick(1, static_cast<int>(kBytes));
    touch(stream, -1, target);
    EQUAL(musaMemsetAsync(memory_.at[target], value, length, streams_[stream].handle), musaSuccess);
    std::fill_n(model_[target].begin(), length, value);
  }

  void copy(int stream) {
    const int source = pick(0, kBuffers - 1);
    const int target = (source + pick(1, kBuffers - 1)) % kBuffers;
    const std::size_t length = pick(1, static_cast<int>(kBytes));
    touch(stream, source, target);
    EQUAL(musaMemcpyAsync(memory_.at[target], memory_.at[source], length, musaMemcpyDefault,
                          streams_[stream].handle),
          musaSuccess);
    std::copy_n(model_[source].begin(), length, model_[target].begin());
  }

  void host_function(int stream) {
    const int source = pick_on_host();
    const int target = pick_on_host();
    const auto factor = static_cast<unsigned char>(pick(1, 9));
    touch(stream, source == target ? -1 : source, target);
    work_.push_back(
        std::make_unique<HostWork>(HostWork{memory_.at[target], memory_.at[source], factor}));
    EQUAL(musaLaunchHostFunc(streams_[stream].handle, run_host_work, work_.back().get()),
          musaSuccess);
    mix(model_[target].data(), model_[source].data(), factor);
  }

  int pick_on_device() {
    const int index = pick(0, kBuffers - 1);
    return memory_.on_device[index] ? index : index - 1;
  }
  int pick_on_host() { return 3 * pick(0, (kBuffers - 3) / 3) + 2; }

  // Destroys some streams first: their work has to be done all the same.
  void finish() {
    for (StreamState& stream : streams_) {
      if (!stream.legacy && pick(0, 3) == 0) {
        EQUAL(musaStreamDestroy(stream.handle), musaSuccess);
        stream.handle = nullptr;
      }
    }
    for (int device = 0; device < kDevices; ++device) {
      EQUAL(musaSetDevice(device), musaSuccess);
      EQUAL(musaDeviceSynchronize(), musaSuccess);
    }
  }

  std::mt19937_64 random_;
  const Memory& memory_;
  std::vector<StreamState> streams_;
  std::vector<musaEvent_t> events_;
  std::array<History, kBuffers> history_;
  Clock legacy_done_{};  // what is done when the latest operation of the legacy stream is
  std::array<Contents, kBuffers> model_{};
  std::vector<std::unique_ptr<HostWork>> work_;
};

int g_programs = kDefaultPrograms;
std::uint64_t g_first_seed = 1;

}  // namespace

TEST(random_programs_end_with_the_memory_that_their_order_demands) {
  const Memory memory;
  for (int i = 0; i < g_programs; ++i) {
    const std::uint64_t seed = g_first_seed + static_cast<std::uint64_t>(i);
    const int before = ::testing::failures;
    const bool right = Program(seed, memory).run();
    if (!right || ::testing::failures != before) {
      std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed),
                  right ? "a call failed" : "wrong memory");
      CHECK(right);
      return;
    }
  }
  std::printf("%d programs from seed %llu\n", g_programs,
              static_cast<unsigned long long>(g_first_seed));
}

int main(int argc, char** argv) {
  setenv("MUSASIM_DEVICES", "2", 1);
  const char* count = std::getenv("MUSASIM_RANDOM_PROGRAMS");
  g_programs = argc > 1 ? std::atoi(argv[1]) : count != nullptr ? std::atoi(count) : g_programs;
  g_first_seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : g_first_seed;
  return ::testing::run_all(1, argv);
}
