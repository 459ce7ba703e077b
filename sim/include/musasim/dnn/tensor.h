// Statuses, tensors, handles and workspaces of musa::dnn.
//
// These headers were derived from programs that call muDNN, which name classes, methods and enumerators.
// Names and values that no public program shows are our choice, and hold where a program is compiled with these headers:
// - The values of enumerators. Programs give them by name, so any order serves; ours is that of the
//   alphabet or of what belongs together. The reductions of losses alone have known values, those of
//   ATen, because torch_musa casts them. A program that was compiled with other headers cannot use
//   this library.
// - What a parameter is that is never set, such as an axis: what most programs set, or PyTorch's.
// - Formats. torch_musa gives sizes in the order of the format, except where it searches for the
//   largest; it gives tensors of two formats to one operation, and names dimensions for them as
//   PyTorch does. So tensors of one format are taken as they are given, and those of two are brought
//   into one order (mudnn/view.cpp).
// - Which pairs Rope turns, how far Pad's borders are from the last dimension, what Interpolate's scales
//   mean: what gives the results that torch_musa's own tests compare with.
// - That Nonzero, MaskedSelect and Unique wait for the stream: their callers read the sizes at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <vector>

#include "driver_types.h"

namespace musa {
namespace dnn {

enum class Status {
  SUCCESS = 0,
  INVALID_PARAMETER = 1,
  NOT_INITIALIZED = 2,
  ALLOC_FAILED = 3,
  NOT_SUPPORTED = 4,
  INTERNAL_ERROR = 5,
  ARCH_MISMATCH = 6,
  EXECUTION_FAILED = 7
};

// The function by which operations ask the caller for a workspace. Those of the simulator need none and never ask.
using MemoryHandler = std::unique_ptr<void, std::function<void(void*)>>;
using MemoryMaintainer = std::function<MemoryHandler(size_t)>;

// The arithmetic of products; one type for all operations that have it. This, and whatever else
// says how to compute and not what, makes no difference here: such setters take any value.
enum class ComputeMode { SCALAR = 0, TENSOR = 1, ALL = 2 };

size_t GetVersion();

// The places and types of elements. It does not own the memory.
class Tensor {
 public:
  enum class Type {
    UNKNOWN = 0,
    HALF,
    FLOAT,
    DOUBLE,
    BFLOAT16,
    FP8_E4M3,
    FP8_E5M2,
    BOOL,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    QINT4,
    QINT8
  };
  // In which order the dimensions are given.
  enum class Format { UNKNOWN = 0, NCW, NWC, NCHW, NHWC, HWCN, NCDHW, NDHWC, DHWCN };

  Status SetType(Type type);
  Status SetFormat(Format format);
  Status SetAddr(const void* address);
  // Sizes, and strides in elements; without strides the tensor has no gaps.
  Status SetNdInfo(int count, const int* sizes);
  Status SetNdInfo(int count, const int* sizes, const int* strides);
  Status SetNdInfo(int count, const int64_t* sizes);
  Status SetNdInfo(int count, const int64_t* sizes, const int64_t* strides);
  Status SetNdInfo(std::initializer_list<int64_t> sizes);
  Status SetNdInfo(std::initializer_list<int64_t> sizes, std::initializer_list<int64_t> strides);
  Status GetNdInfo(std::vector<int64_t>& sizes) const;
  Status GetNdInfo(std::vector<int64_t>& sizes, std::vector<int64_t>& strides) const;
  // Scale and zero point of quantized types. Such tensors are moved (Permute, Concat, IDENTITY), also
  // to another scale by the first two, and multiplied (MatMul).
  Status SetQuantizationInfo(float scale, int zero_point = 0);
  Status SetQuantizationInfo(std::initializer_list<float> scales,
                             std::initializer_list<int> zero_points);

 private:
  friend struct TensorAccess;
  Type type_ = Type::FLOAT;
  Format format_ = Format::UNKNOWN;
  void* address_ = nullptr;
  std::vector<int64_t> sizes_;
  std::vector<int64_t> strides_;
  std::vector<float> scales_;
  bool has_sizes_ = false;
};

// A device and the stream on it that operations run on.
class Handle {
 public:
  Handle();  // of the current device
  explicit Handle(int device);
  ~Handle();
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  Status SetStream(musaStream_t stream);
  musaStream_t GetStream() const;
  int GetDeviceId() const;
  Status SetAllowTF32(bool allow);
  bool GetAllowTF32() const;

 private:
  int device_;
  musaStream_t stream_ = nullptr;
  bool allow_tf32_ = false;
};

namespace detail {

// A parameter that may be given as integer or real number.
struct Number {
  bool real = true;
  double value = 0;
  int64_t integer = 0;

  Number() = default;
  explicit Number(double number) : value(number) {}
  explicit Number(int64_t number)
      : real(false), value(static_cast<double>(number)), integer(number) {}
};

// The body of a setter.
template <class T, class V>
Status set(T& field, const V& value) {
  field = static_cast<T>(value);
  return Status::SUCCESS;
}
inline Status set(std::vector<int>& field, int count, const int* values) {
  if (count < 0 || (count > 0 && values == nullptr)) {
    return Status::INVALID_PARAMETER;
  }
  field.assign(values, values + count);
  return Status::SUCCESS;
}

}  // namespace detail
}  // namespace dnn
}  // namespace musa
