// The stream itself. Internal to the machine.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "machine/stream/stream.h"

namespace musasim {

class Capture;
struct GraphNode;

enum class StreamKind { kCreated, kLegacy, kPerThread };

class Stream : public std::enable_shared_from_this<Stream> {
 public:
  Stream(int device, StreamKind kind, unsigned flags, int priority);

  int device() const noexcept { return device_; }
  StreamKind kind() const noexcept { return kind_; }
  unsigned flags() const noexcept { return flags_; }
  int priority() const noexcept { return priority_; }
  unsigned long long id() const noexcept { return id_; }
  // The context that it goes with; 0: the primary one.
  unsigned long long context() const noexcept { return context_; }
  // Ordered against the legacy default stream.
  bool blocking() const noexcept { return blocking_; }

  const std::shared_ptr<Timeline>& timeline() const noexcept { return timeline_; }
  // The work that a wait for all present work waits for.
  Dependency tail() const noexcept { return {timeline_, submitted()}; }
  std::uint64_t submitted() const noexcept { return submitted_.load(std::memory_order_acquire); }
  bool idle() const noexcept { return timeline_->has_reached(submitted()); }
  // In a thread that has the stream's turn: only until what came before is done, which it is.
  void wait_idle();

  // Queues work for the worker, which it starts when there is none yet; its number.
  std::uint64_t enqueue(Operation operation, std::vector<Dependency> dependencies);
  // Takes the next number for the calling thread when nothing is pending; 0 when something is. The
  // thread then has to call finish_inline() with it. With a holder it is his turn (waits.h).
  std::uint64_t begin_inline(const void* holder = nullptr);
  void finish_inline(std::uint64_t number) noexcept { timeline_->reach(number); }

  // No more work will come. The worker leaves when all is done.
  void close();
  // Runs work until the stream is closed and empty; the worker's body.
  void work();

  // Set while the stream takes part in a capture; changed under the capture mutex.
  std::atomic<bool> capturing{false};
  std::shared_ptr<Capture> capture;
  std::vector<GraphNode*> capture_nodes;  // what the next recorded operation depends on

  std::mutex attributes_mutex;
  std::map<int, std::array<unsigned char, 64>> attributes;

 private:
  struct Item {
    Operation operation;
    std::vector<Dependency> dependencies;
    std::uint64_t number = 0;
  };
  class Turn;
  bool next(Item* item);
  // The worker's thread is about to end, but not the stream.
  void replace_worker() noexcept;

  const int device_;
  const StreamKind kind_;
  const unsigned flags_;
  const int priority_;
  const unsigned long long id_;
  const unsigned long long context_;
  const bool blocking_;
  const std::shared_ptr<Timeline> timeline_;

  std::atomic<std::uint64_t> submitted_{0};
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Item> queue_;
  bool worker_waits_ = false;
  bool has_worker_ = false;
  bool closed_ = false;
};

// Runs the operation with its device as current device; what it gave. A failure breaks the device,
// and a broken device drops the operation. Nothing comes out of it but the unwinding of a host
// function that ends the thread (pthread_exit, as Python does at its end), also a failure.
musaError_t execute(const Operation& operation);

// Makes a thread of the pool run stream->work().
void start_worker(StreamPtr stream);

// submit() for the other parts of the machine. `dependencies` come on top of the stream's own;
// `done`, when asked for, becomes the operation's end.
musaError_t submit_to(Stream& stream, Operation operation,
                      std::vector<Dependency> dependencies = {}, Dependency* done = nullptr);
// The work that the next operation waits for by the stream's rules (legacy default stream).
std::vector<Dependency> implicit_dependencies(const Stream& stream);
// The error that forbids work on the stream now: a capture elsewhere that legacy work would depend on, or a
// broken device.
musaError_t check_submission(const Stream& stream);
// The error that any submission to the stream's device gives now.
musaError_t device_error(const Stream& stream) noexcept;

// The device's streams, destroyed ones with pending work included.
std::vector<StreamPtr> streams_of(int device);
// A closed stream has done its work.
void forget_stream(const Stream& stream) noexcept;

}  // namespace musasim
