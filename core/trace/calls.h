// Records calls at the places of the program that make them, while TORCHADA_TRACE names a file.
#pragma once

#include <Python.h>

#include <chrono>
#include <cstddef>
#include <string_view>

#include "trace/recorder.h"

namespace torchada::trace {

// Whether TORCHADA_TRACE is set. Everything below is for processes in which it is.
bool is_wanted();

Name name_of(std::string_view text);

// The site of a call of `name`; null when none is to be recorded. Need the GIL.
// By the frame that is current, unless that is PyTorch's own code.
Site* site_of_caller(Name name);
// By the nearest frame outside of PyTorch's own code and of what calls it for others.
Site* site_of_program(Name name);

// A call under way.
class Call {
 public:
  explicit Call(Site* site) : site_(site) {
    if (site == nullptr) return;
    ++site->calls;
    start_ = Clock::now();
  }

  // The result of the call; null where it raised.
  PyObject* end(PyObject* result) const {
    if (site_ == nullptr) return result;
    const auto passed = Clock::now() - start_;
    site_->nanoseconds += static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(passed).count());
    if (result == nullptr) ++site_->raised;
    return result;
  }

 private:
  using Clock = std::chrono::steady_clock;

  Site* site_;
  Clock::time_point start_;
};

// Records that a text was read as a CUDA device: as the name "device <text>". Any thread may call it.
void on_device(const char* text, std::size_t size);

// Adds the type Traced and the functions about records to `module`. -1 with an exception on failure.
int add_to(PyObject* module);

}  // namespace torchada::trace
