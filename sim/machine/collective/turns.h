// The order of a communicator's operations: they run one at a time in the order of their calls,
// even when they are on different streams.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>

namespace musasim::collective {

class Turns : public std::enable_shared_from_this<Turns> {
 public:
  // One operation's place. Its turn is over when it says so or is dropped without having run.
  class Turn {
   public:
    Turn(std::shared_ptr<Turns> turns, std::uint64_t number)
        : turns_(std::move(turns)), number_(number) {}
    ~Turn() { finish(); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    // Waits for those before it; false when the communicator was stopped.
    bool wait() { return turns_->wait_for(number_); }
    void finish() { turns_->finish(number_); }

   private:
    const std::shared_ptr<Turns> turns_;
    const std::uint64_t number_;
  };

  std::shared_ptr<Turn> take();
  // Waits until all turns taken so far are over, or stop() is called.
  void drain();
  // Nobody waits any more.
  void stop();

 private:
  bool wait_for(std::uint64_t number);
  void finish(std::uint64_t number);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t next_ = 0;
  std::set<std::uint64_t> open_;
  bool stopped_ = false;
};

}  // namespace musasim::collective
