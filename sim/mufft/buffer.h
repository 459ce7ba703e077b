// One side of a launched transform: where its elements lie and how they are reached.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "mufft/callback.h"
#include "mufft/elements.h"
#include "mufft/kernel.h"
#include "mufft/placement.h"

namespace musasim::fft {

struct Buffer {
  Element element;
  Layout layout;
  Placement placement;
  std::vector<void*> parts;                  // the user's addresses
  std::shared_ptr<const Callback> callback;  // empty: elements are read and written directly
};

// A buffer while work uses it. Rows as those of load_row() and store_row().
class Access {
 public:
  explicit Access(const Buffer& buffer);

  void load(std::size_t first, std::size_t count, bool conjugated, Complex* row);
  void store(std::size_t first, std::size_t count, bool conjugated, const Complex* row);

 private:
  CallbackCall call_at(std::size_t index);
  // f(part, offset, count, done) for each stretch of a row that lies in one part.
  template <class F>
  void each_run(std::size_t first, std::size_t count, F f) const;

  const Buffer& buffer_;
  std::vector<void*> parts_;  // the machine's addresses
  std::vector<std::max_align_t> shared_;
};

// The same elements, from one placement to another.
void copy_elements(const Buffer& from, const Buffer& to, std::size_t count);

}  // namespace musasim::fft
