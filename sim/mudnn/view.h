// A tensor as operations see it: what it was when the call was made, and ways to look at it otherwise.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "machine/library.h"
#include "mudnn/types.h"

namespace musa::dnn {

// The members of the public classes that the library reads.
struct TensorAccess {
  static Tensor::Type type(const Tensor& t) { return t.type_; }
  static Tensor::Format format(const Tensor& t) { return t.format_; }
  static void* address(const Tensor& t) { return t.address_; }
  static const std::vector<int64_t>& sizes(const Tensor& t) { return t.sizes_; }
  static const std::vector<int64_t>& strides(const Tensor& t) { return t.strides_; }
  static bool has_sizes(const Tensor& t) { return t.has_sizes_; }
  // The scale of a quantized tensor that has one; else zero.
  static float quantum(const Tensor& t) {
    const bool one = t.type_ == Tensor::Type::QINT8 && t.scales_.size() == 1;
    return one ? t.scales_[0] : 0;
  }
  static const Tensor& scale(const MatMulLtParam& p, char operand) {
    return operand == 'a' ? p.a_ : operand == 'b' ? p.b_ : operand == 'c' ? p.c_ : p.d_;
  }
  static const Tensor& largest(const MatMulLtParam& p) { return p.largest_; }
  static MatMulLtParam::MatMulLtEpilogueMode epilogue(const MatMulLtParam& p) {
    return p.epilogue_;
  }
};

}  // namespace musa::dnn

namespace musasim::dnn {

using Int = std::int64_t;
using Dims = std::vector<Int>;
using Format = musa::dnn::Tensor::Format;
using Public = musa::dnn::Tensor;

struct View {
  Type type = Type::FLOAT;
  Format format = Format::UNKNOWN;
  char* data = nullptr;
  Dims sizes, strides;  // strides in elements
  bool given = false;   // it has an address; an empty tensor stands for one that is left out
  float quantum = 0;    // what one is worth in a quantized tensor; zero when it is not known

  View() = default;
  View(const Public& tensor);  // NOLINT: every operation takes tensors as views

  Int rank() const { return static_cast<Int>(sizes.size()); }
  Int count() const;
  bool empty() const { return !given || count() == 0; }
  Int size(Int dim) const { return sizes[static_cast<std::size_t>(dim)]; }
  Int stride(Int dim) const { return strides[static_cast<std::size_t>(dim)]; }
  bool contiguous() const;
  char* at(Int offset) const { return data + offset * size_of(type); }
  template <class S>
  S* as() const {
    return reinterpret_cast<S*>(data);
  }

  // The same elements with other dimensions: in another order; with ones in front, or broadcast,
  // up to these sizes; without one dimension; from a place on.
  View permuted(const Dims& order) const;
  View expanded(const Dims& to) const;
  View without(Int dim) const;
  View moved(Int offset) const;
  View numbered(const Dims& its_sizes, const Dims& its_strides) const;
  // The order of dimensions that brings channels second; nothing when they are.
  const Dims* order_of_channels() const;
  View channels_second() const;
  // The view at the memory where the calling work reads and writes it.
  View backed() const;
};

// The sizes that all broadcast to, or the first of them that does not fit: false.
bool broadcast(std::initializer_list<const View*> views, Dims* sizes);
bool same_sizes(const View& a, const View& b);
// Views of one rank of which some have channels second and others have not, as their formats say, are
// brought into one order: channels second. A dimension that an operation names is then one of these.
void one_order(const std::vector<View*>& views);
// If all are quantized, they become the integers that they hold, and still know what one is worth.
void as_integers(const std::vector<View*>& views);
// A number alone is a line of one.
View as_line(View view);
// A dimension counted from either end, or -1.
Int wrapped(Int dim, Int rank);
// Strides without gaps.
Dims dense(const Dims& sizes);
Int product(const Dims& sizes);

// The kind of numbers that operations on these types compute with.
Kind kind_of(std::initializer_list<Type> types);

}  // namespace musasim::dnn
