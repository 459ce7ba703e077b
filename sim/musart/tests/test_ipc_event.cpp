// Events between processes. The other process is this program again, told what to do by arguments.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>

#include "gate.h"
#include "stream_helpers.h"

using namespace helpers;

namespace {

constexpr unsigned kInterprocess = musaEventInterprocess | musaEventDisableTiming;

// A process that runs `--child <role>`, with a pipe to it and one from it.
class Child {
 public:
  explicit Child(const char* role) {
    int to[2];
    int from[2];
    CHECK(pipe(to) == 0 && pipe(from) == 0);
    process_ = fork();
    if (process_ == 0) {
      dup2(to[0], 0);
      dup2(from[1], 3);
      close(to[1]);
      close(from[0]);
      execl("/proc/self/exe", "test_ipc_event", "--child", role, nullptr);
      _exit(127);
    }
    close(to[0]);
    close(from[1]);
    to_ = to[1];
    from_ = from[0];
  }
  ~Child() {
    close(to_);
    close(from_);
    finish();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  template <class T>
  void send(const T& value) {
    CHECK(write(to_, &value, sizeof(value)) == static_cast<ssize_t>(sizeof(value)));
  }
  template <class T>
  T receive() {
    T value{};
    CHECK(read(from_, &value, sizeof(value)) == static_cast<ssize_t>(sizeof(value)));
    return value;
  }
  void kill() {
    ::kill(process_, SIGKILL);
    finish();
  }
  int finish() {
    if (process_ > 0) {
      waitpid(process_, &status_, 0);
      process_ = 0;
    }
    return WIFEXITED(status_) ? WEXITSTATUS(status_) : -1;
  }

 private:
  pid_t process_ = 0;
  int status_ = 0;
  int to_ = -1;
  int from_ = -1;
};

template <class T>
T from_parent() {
  T value{};
  CHECK(read(0, &value, sizeof(value)) == static_cast<ssize_t>(sizeof(value)));
  return value;
}

template <class T>
void to_parent(const T& value) {
  CHECK(write(3, &value, sizeof(value)) == static_cast<ssize_t>(sizeof(value)));
}

musaIpcEventHandle_t handle_of(musaEvent_t event) {
  musaIpcEventHandle_t handle{};
  EQUAL(musaIpcGetEventHandle(&handle, event), musaSuccess);
  return handle;
}

musaEvent_t open(const musaIpcEventHandle_t& handle) {
  musaEvent_t event = nullptr;
  EQUAL(musaIpcOpenEventHandle(&event, handle), musaSuccess);
  return event;
}

// Makes an event, tells its handle, records it behind a gate, opens the gate when told to.
void record_when_told() {
  Stream stream;
  Event event(kInterprocess);
  Gate gate;
  EQUAL(gate.hold(stream), musaSuccess);
  EQUAL(musaEventRecord(event, stream), musaSuccess);
  to_parent(handle_of(event));
  from_parent<char>();
  gate.open();
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  from_parent<char>();  // the parent has seen it
}

// Opens the parent's event, waits for it on a stream, and says when that work was done.
void wait_for_parent() {
  musaEvent_t event = open(from_parent<musaIpcEventHandle_t>());
  Stream stream;
  EQUAL(musaEventQuery(event), musaErrorNotReady);
  EQUAL(musaStreamWaitEvent(stream, event, 0), musaSuccess);
  static std::atomic<bool> done{false};
  EQUAL(musaLaunchHostFunc(stream, [](void*) { done = true; }, nullptr), musaSuccess);
  to_parent('w');
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  CHECK(done.load());
  EQUAL(musaEventQuery(event), musaSuccess);
  EQUAL(musaEventRecord(event, stream), musaSuccess);  // either side may record it
  EQUAL(musaEventDestroy(event), musaSuccess);
  to_parent('d');
}

// Records behind a gate that never opens, and waits to be killed.
void record_and_hang() {
  static Gate gate;
  Stream stream;
  Event event(kInterprocess);
  EQUAL(gate.hold(stream), musaSuccess);
  EQUAL(musaEventRecord(event, stream), musaSuccess);
  to_parent(handle_of(event));
  from_parent<char>();
}

int child_main(const std::string& role) {
  if (role == "record") {
    record_when_told();
  } else if (role == "wait") {
    wait_for_parent();
  } else {
    record_and_hang();
  }
  return ::testing::failures == 0 ? 0 : 1;
}

}  // namespace

TEST(the_host_sees_an_event_of_another_process) {
  Child child("record");
  musaEvent_t event = open(child.receive<musaIpcEventHandle_t>());
  EQUAL(musaEventQuery(event), musaErrorNotReady);
  child.send('g');
  EQUAL(musaEventSynchronize(event), musaSuccess);
  EQUAL(musaEventQuery(event), musaSuccess);
  child.send('s');
  EQUAL(child.finish(), 0);
  EQUAL(musaEventQuery(event), musaSuccess);  // what is done stays done
  EQUAL(musaEventDestroy(event), musaSuccess);
}

TEST(a_stream_waits_for_an_event_of_another_process) {
  Child child("wait");
  Stream stream;
  Event event(kInterprocess);
  Gate gate;
  EQUAL(gate.hold(stream), musaSuccess);
  EQUAL(musaEventRecord(event, stream), musaSuccess);
  child.send(handle_of(event));
  EQUAL(child.receive<char>(), 'w');
  gate.open();
  EQUAL(child.receive<char>(), 'd');
  EQUAL(child.finish(), 0);
  EQUAL(musaEventSynchronize(event), musaSuccess);
}

TEST(handles_need_an_interprocess_event) {
  Event plain;
  Event shared(kInterprocess);
  musaIpcEventHandle_t handle{};
  EQUAL(musaIpcGetEventHandle(&handle, plain), musaErrorInvalidResourceHandle);
  EQUAL(musaIpcGetEventHandle(nullptr, shared), musaErrorInvalidValue);
  musaEvent_t event = nullptr;
  EQUAL(musaIpcOpenEventHandle(&event, handle), musaErrorInvalidValue);  // all zero
  // The process that made it cannot open it, as with CUDA.
  EQUAL(musaIpcOpenEventHandle(&event, handle_of(shared)), musaErrorDeviceUninitialized);
}

TEST(the_handle_of_a_dead_process_is_an_error) {
  Child child("hang");
  const auto handle = child.receive<musaIpcEventHandle_t>();
  child.kill();
  musaEvent_t event = nullptr;
  EQUAL(musaIpcOpenEventHandle(&event, handle), musaErrorMapBufferObjectFailed);
}

TEST(an_event_that_a_dead_process_should_have_recorded_is_an_error) {
  Child child("hang");
  musaEvent_t event = open(child.receive<musaIpcEventHandle_t>());
  EQUAL(musaEventQuery(event), musaErrorNotReady);
  std::thread killer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    child.kill();
  });
  EQUAL(musaEventSynchronize(event), musaErrorExternalDevice);
  killer.join();
  EQUAL(musaEventQuery(event), musaErrorExternalDevice);
  // A stream that waits for it breaks its device: what it waits for will never be.
  EQUAL(musaSetDevice(1), musaSuccess);
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  EQUAL(musaStreamWaitEvent(stream, event, 0), musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaErrorExternalDevice);
  EQUAL(musaSetDevice(0), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaSuccess);
}

int main(int argc, char** argv) {
  setenv("MUSASIM_DEVICES", "2", 1);
  if (argc == 3 && std::strcmp(argv[1], "--child") == 0) {
    return child_main(argv[2]);
  }
  return ::testing::run_all(argc, argv);
}
