// Counters by which a process learns that others are done with memory it shared with them: one for each piece
// sent, in a file in memory that the receiver opens. A receiver that dies counts as done.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace musasim::caching::ipc {

// The sender's end of one counter.
class Counter {
 public:
  // A fresh one. Throws UsageError when the system gives no memory for it.
  Counter();
  ~Counter();
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;

  // The receiver has let go, or died. A message that nobody has taken is not done.
  bool is_done() const;
  // The receiver's data: bytes for the file, a number for the place in it.
  std::string file() const;
  std::int64_t place() const;

 private:
  struct Slot;
  friend class Claim;
  Slot* slot_;
  std::size_t index_;
};

// The receiver's end.
class Claim {
 public:
  // Does nothing when the sender is gone. Throws UsageError for bytes that name no file.
  Claim(const std::string& file, std::int64_t place);
  ~Claim();
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;

 private:
  struct File;
  std::shared_ptr<File> file_;
  Counter::Slot* slot_ = nullptr;
  std::uint32_t generation_ = 0;
};

// The file belongs to this process.
bool is_own(const std::string& file);

}  // namespace musasim::caching::ipc
