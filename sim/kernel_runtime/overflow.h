// The message when a kernel's thread needs more stack than it has.
#pragma once

#include <memory>

namespace musasim::device {

// A stack for the signals of the calling thread, which it needs when its own is full. One that the thread
// has already is left alone.
class SignalStack {
 public:
  SignalStack();
  ~SignalStack();
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  std::unique_ptr<char[]> memory_;
};

// From now on an access to the closed page of a stack ends the process with a message.
void watch_for_overflow();

}  // namespace musasim::device
