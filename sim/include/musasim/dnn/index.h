// Operations that look up where elements come from or go to.
#pragma once

#include "musasim/dnn/tensor.h"

namespace musa {
namespace dnn {

// For each element of `index`: the element of `out` at that place along `dim` becomes that of `source`.
class Scatter {
 public:
  enum class Mode { UPDATE_ONLY = 0, ADD, SUB, MUL };
  Status SetMode(Mode mode) { return detail::set(mode_, mode); }
  Status Run(Handle& handle, Tensor& out, const Tensor& index, const Tensor& source, int dim,
             const MemoryMaintainer& maintainer = nullptr) const;

 private:
  Mode mode_ = Mode::UPDATE_ONLY;
};

// Each row of `index` names a slice of `out`, which becomes a slice of `source`.
class ScatterND {
 public:
  enum class Mode { UPDATE_ONLY = 0, ADD, SUB, MUL };
  Status SetMode(Mode mode) { return detail::set(mode_, mode); }
  Status Run(Handle& handle, Tensor& out, const Tensor& index, const Tensor& source,
             const MemoryMaintainer& maintainer = nullptr) const;

 private:
  Mode mode_ = Mode::UPDATE_ONLY;
};

// GATHER: slices of `in` along the axis, one for each element of `index`. GATHER_ELEMENTS: one
// element for each element of `index`, which has the sizes of `out`.
class GatherX {
 public:
  enum class Mode { GATHER = 0, GATHER_ELEMENTS };
  Status SetMode(Mode mode) { return detail::set(mode_, mode); }
  Status SetAxis(int axis) { return detail::set(axis_, axis); }
  Status SetBatchDims(int count) { return detail::set(batch_dims_, count); }
  Status Run(Handle& handle, Tensor& out, const Tensor& index, const Tensor& in) const;

 private:
  Mode mode_ = Mode::GATHER;
  int axis_ = 0, batch_dims_ = 0;
};

// Where the mask holds, `out` takes the next element of `source`.
class MaskedScatter {
 public:
  Status Run(Handle& handle, Tensor& out, const Tensor& mask, const Tensor& source,
             const MemoryMaintainer& maintainer = nullptr) const;
};

// These wait for the stream: what they find decides the sizes of the result. It is given room for all
// that may be found, and has the sizes of what was found when the call returns.

// The elements of `in` where the mask holds.
class MaskedSelect {
 public:
  Status Run(Handle& handle, Tensor& out, const Tensor& in, const Tensor& mask,
             const MemoryMaintainer& maintainer = nullptr) const;
};

// The places of the elements that are not zero, one row each; the places of NHWC are in order of NCHW.
class Nonzero {
 public:
  Status Run(Handle& handle, Tensor& out, const Tensor& in,
             const MemoryMaintainer& maintainer = nullptr) const;
};

// The elements without repetitions, in order of size or as they come, where each element of `in` is
// among them, and how often each is there.
class Unique {
 public:
  enum class Mode { SORTED = 0, UNSORTED };
  Status SetMode(Mode mode) { return detail::set(mode_, mode); }
  Status Run(Handle& handle, Tensor& values, Tensor& indices, Tensor& counts, const Tensor& in,
             const MemoryMaintainer& maintainer = nullptr) const;

 private:
  Mode mode_ = Mode::SORTED;
};

}  // namespace dnn
}  // namespace musa
