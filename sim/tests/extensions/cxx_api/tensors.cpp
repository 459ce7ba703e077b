// What PyTorch's ported headers declare and libmusa_python defines; products by muBLAS.
#include <ATen/musa/EmptyTensor.h>
#include <ATen/musa/PeerToPeerAccess.h>
#include <ATen/musa/Sleep.h>
#include <ATen/native/musa/Resize.h>
#include <torch_musa/csrc/aten/musa/MUSABlas.h>
#include <ATen/musa/detail/IndexUtils.muh>

#include "parts.h"

namespace {

std::vector<at::Tensor> empty_ones() {
  const c10::Device second(at::kMUSA, 1);
  const auto options = at::TensorOptions().dtype(at::kHalf).device(second);
  return {at::Tensor(at::detail::empty_musa({2, 3}, at::kInt, second, std::nullopt)),
          at::Tensor(at::detail::empty_musa({2}, options)),
          at::Tensor(at::detail::empty_strided_musa({2, 2}, {1, 2}, at::kFloat, std::nullopt))};
}

void empty_on_cpu() { at::detail::empty_musa({1}, at::kInt, c10::Device(at::kCPU), std::nullopt); }

void resize(const at::Tensor& tensor, std::int64_t count) {
  at::native::resize_impl_musa_(tensor.unsafeGetTensorImpl(), {count}, std::nullopt);
}

bool overlaps(const at::Tensor& tensor) {
  return at::musa::detail::maybeOverlappingIndices(tensor);
}

template <typename T>
void multiply(const at::Tensor& a, const at::Tensor& b, at::Tensor& out) {
  const std::int64_t n = a.size(0);
  at::musa::blas::gemm<T>('n', 'n', n, n, n, 1, b.data_ptr<T>(), n, a.data_ptr<T>(), n, 0,
                          out.data_ptr<T>(), n);
}

template <typename T>
void multiply_batch(const at::Tensor& a, const at::Tensor& b, at::Tensor& out) {
  const std::int64_t n = a.size(1);
  at::musa::blas::bgemm<T>('n', 't', n, n, n, 1, b.data_ptr<T>(), n, n * n, a.data_ptr<T>(), n,
                           n * n, 0, out.data_ptr<T>(), n, n * n, a.size(0));
}

}  // namespace

void define_tensors(pybind11::module_& m) {
  m.def("empty_ones", &empty_ones);
  m.def("empty_on_cpu", &empty_on_cpu);
  m.def("resize", &resize);
  m.def("overlaps", &overlaps);
  m.def("multiply_float", &multiply<float>);
  m.def("multiply_half", &multiply<at::Half>);
  m.def("multiply_complex", &multiply<c10::complex<double>>);
  m.def("multiply_batch", &multiply_batch<at::BFloat16>);
  m.def("sleep", &at::musa::sleep);
  m.def("get_p2p_access", [] { return at::musa::get_p2p_access(0, 1); });
}
