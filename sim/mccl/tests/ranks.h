// Runs a piece of test code as several ranks, in threads or in processes, and ends the test with a
// message when it hangs.
#pragma once

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <thread>
#include <vector>

#include "check.h"
#include "mccl.h"
#include "musa_runtime.h"

namespace ranks {

// Before main: devices are counted once.
struct Environment {
  Environment() {
    setenv("MUSASIM_DEVICES", "8", 1);
    setenv("MUSASIM_MEMORY", "256M", 1);
    unsetenv("MUSASIM_FAULTS");
    unsetenv("MUSASIM_MCCL_TIMEOUT");
    unsetenv("MUSA_VISIBLE_DEVICES");
    alarm(110);  // never a hang: the default action ends the process
  }
};
inline const Environment environment;

struct Rank {
  int rank = 0;
  int ranks = 0;
  mcclComm_t comm = nullptr;
  musaStream_t stream = nullptr;
};

using Body = std::function<void(Rank&)>;

inline double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

inline void run_rank(int rank, int count, const mcclUniqueId& id, const Body& body) {
  Rank self{rank, count, nullptr, nullptr};
  EQUAL(musaSetDevice(rank), musaSuccess);
  EQUAL(musaStreamCreate(&self.stream), musaSuccess);
  const mcclResult_t joined = mcclCommInitRank(&self.comm, count, id, rank);
  EQUAL(joined, mcclSuccess);
  if (joined == mcclSuccess) {
    body(self);
  } else {
    std::printf("rank %d: %s\n", rank, mcclGetLastError(nullptr));
  }
  if (self.comm != nullptr) {
    EQUAL(mcclCommDestroy(self.comm), mcclSuccess);
  }
  EQUAL(musaStreamDestroy(self.stream), musaSuccess);
}

inline void in_threads(int count, const Body& body) {
  mcclUniqueId id;
  EQUAL(mcclGetUniqueId(&id), mcclSuccess);
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([=] { run_rank(i, count, id, body); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

// Memory that the processes of a test share, set to zeros.
template <class T>
T* shared() {
  void* memory =
      mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return static_cast<T*>(memory);
}

struct SharedId {
  std::atomic<int> made;
  mcclUniqueId id;
};

// The child process' part: the id comes from rank 0, as the parent must not use threads or devices
// before it forks.
inline int child(int rank, int count, SharedId* shared_id, const Body& body) {
  ::testing::failures = 0;
  alarm(100);
  if (rank == 0) {
    EQUAL(mcclGetUniqueId(&shared_id->id), mcclSuccess);
    shared_id->made.store(1);
  }
  while (shared_id->made.load() == 0) {
    usleep(1000);
  }
  run_rank(rank, count, shared_id->id, body);
  std::fflush(stdout);
  return ::testing::failures == 0 ? 0 : 1;
}

// Status of each process as waitpid gives it.
inline std::vector<int> wait_for_all(const std::vector<pid_t>& children) {
  std::vector<int> statuses;
  for (const pid_t pid : children) {
    int status = -1;
    waitpid(pid, &status, 0);
    statuses.push_back(status);
  }
  return statuses;
}

inline std::vector<int> statuses_of_processes(int count, const Body& body) {
  auto* shared_id = shared<SharedId>();
  std::vector<pid_t> children;
  std::fflush(stdout);
  for (int i = 0; i < count; ++i) {
    const pid_t pid = fork();
    if (pid == 0) {
      std::_Exit(child(i, count, shared_id, body));
    }
    children.push_back(pid);
  }
  return wait_for_all(children);
}

inline void in_processes(int count, const Body& body) {
  for (const int status : statuses_of_processes(count, body)) {
    EQUAL(status, 0);
  }
}

// Device memory of a rank.
class Buffer {
 public:
  explicit Buffer(std::size_t bytes) : bytes_(bytes) {
    EQUAL(musaMalloc(&pointer_, bytes == 0 ? 1 : bytes), musaSuccess);
  }
  explicit Buffer(const std::vector<char>& data) : Buffer(data.size()) { write(data); }
  ~Buffer() { musaFree(pointer_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  void* get() const { return pointer_; }
  char* at(std::size_t offset) const { return static_cast<char*>(pointer_) + offset; }
  void write(const std::vector<char>& data) {
    EQUAL(musaMemcpy(pointer_, data.data(), data.size(), musaMemcpyHostToDevice), musaSuccess);
  }
  std::vector<char> read() const {
    std::vector<char> data(bytes_);
    EQUAL(musaMemcpy(data.data(), pointer_, bytes_, musaMemcpyDeviceToHost), musaSuccess);
    return data;
  }
  template <class T>
  std::vector<T> values() const {
    const std::vector<char> data = read();
    std::vector<T> result(data.size() / sizeof(T));
    std::memcpy(result.data(), data.data(), result.size() * sizeof(T));
    return result;
  }

 private:
  void* pointer_ = nullptr;
  std::size_t bytes_;
};

template <class T>
std::vector<char> bytes_of(const std::vector<T>& values) {
  std::vector<char> data(values.size() * sizeof(T));
  std::memcpy(data.data(), values.data(), data.size());
  return data;
}

}  // namespace ranks
