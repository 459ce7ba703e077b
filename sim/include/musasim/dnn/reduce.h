// Operations along dimensions: reductions, softmax, running sums, sorting, the largest elements.
#pragma once

#include "musasim/dnn/tensor.h"

namespace musa {
namespace dnn {

class Reduce {
 public:
  enum class Mode { ADD = 0, MEAN, MAX, MIN, PROD, AND, OR, NORM, STD, VARIANCE };
  Status SetMode(Mode mode) { return detail::set(mode_, mode); }
  // No dimension: all of them.
  Status SetDim(int count, const int* dims) { return detail::set(dims_, count, dims); }
  Status SetDim(std::initializer_list<int> dims) {
    return detail::set(dims_, static_cast<int>(dims.size()), dims.begin());
  }
  Status SetNormOrd(float order) { return detail::set(order_, order); }
  Status SetCorrection(int correction) { return detail::set(correction_, correction); }
  Status GetWorkspaceSize(Handle& handle, size_t& size, Tensor& out, const Tensor& in) const;
  Status Run(Handle& handle, Tensor& out, const Tensor& in,
             const MemoryMaintainer& maintainer = nullptr) const;
  // MAX and MIN along one dimension: the elements and where they are, or only where they are.
  Status RunWithIndices(Handle& handle, Tensor& out, Tensor& indices, const Tensor& in,
                        const MemoryMaintainer& maintainer = nullptr) const;
  Status RunIndices(Handle& handle, Tensor& indices, const Tensor& in,
                    const MemoryMaintainer& maintainer = nullptr) const;

 private:
  Mode mode_ = Mode::ADD;
  std::vector<int> dims_;
  float order_ = 2;
  int correction_ = 1;
};

class Softmax {
 public:
  enum class Mode { SOFTMAX = 0, LOGSOFTMAX, LOGSUMEXP };
  enum class Algorithm { ACCURATE = 0, FAST };
  Status SetMode(Mode mode) { return detail::set(mode_, mode); }
  Status SetAlgorithm(Algorithm) { return Status::SUCCESS; }
  Status SetDim(int dim) { return detail::set(dim_, dim); }
  Status Run(Handle& handle, Tensor& out, const Tensor& in) const;
  Status RunBwd(Handle& handle, Tensor& grad_in, const Tensor& out, const Tensor& grad_out) const;

 private:
  Mode mode_ = Mode::SOFTMAX;
  int dim_ = -1;
};

class Cum {
 public:
  enum class Mode { ADD = 0, MUL };
  Status SetMode(Mode mode) { return detail::set(mode_, mode); }
  Status SetDim(int dim) { return detail::set(dim_, dim); }
  Status Run(Handle& handle, Tensor& out, const Tensor& in,
             const MemoryMaintainer& maintainer = nullptr) const;

 private:
  Mode mode_ = Mode::ADD;
  int dim_ = 0;
};

// Equal elements keep their order, and the largest are always sorted, whether it is asked for or not.
class Sort {
 public:
  Status SetDim(int dim) { return detail::set(dim_, dim); }
  Status SetDescending(bool descending) { return detail::set(descending_, descending); }
  Status SetStable(bool) { return Status::SUCCESS; }
  Status Run(Handle& handle, Tensor& values, Tensor& indices, const Tensor& in,
             const MemoryMaintainer& maintainer = nullptr) const;

 private:
  int dim_ = -1;
  bool descending_ = false;
};

class SortByKey {
 public:
  Status SetDim(int dim) { return detail::set(dim_, dim); }
  Status SetDescending(bool descending) { return detail::set(descending_, descending); }
  Status SetStable(bool) { return Status::SUCCESS; }
  Status Run(Handle& handle, Tensor& keys_out, Tensor& values_out, const Tensor& keys,
             const Tensor& values, const MemoryMaintainer& maintainer = nullptr) const;

 private:
  int dim_ = -1;
  bool descending_ = false;
};

class TopK {
 public:
  Status SetK(int k) { return detail::set(k_, k); }
  Status SetDim(int dim) { return detail::set(dim_, dim); }
  Status SetLargest(bool largest) { return detail::set(largest_, largest); }
  Status SetSorted(bool) { return Status::SUCCESS; }
  Status Run(Handle& handle, Tensor& values, Tensor& indices, const Tensor& in,
             const MemoryMaintainer& maintainer = nullptr) const;

 private:
  int k_ = 1, dim_ = -1;
  bool largest_ = true;
};

}  // namespace dnn
}  // namespace musa
