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

}  // namespace dnn
}  // namespace musa
