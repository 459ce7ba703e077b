// Kernels that use PyTorch's headers for devices, as ported projects do.
#include "torch_musa/csrc/aten/musa/MUSAContext.h"
#include "torch_musa/csrc/aten/musa/MUSAGeneratorImpl.h"
#include "torch_musa/csrc/core/MUSAGuard.h"

#include <ATen/AccumulateType.h>
#include <ATen/Dispatch.h>
#include <ATen/musa/DeviceUtils.muh>
#include <ATen/musa/MUSAGraphsUtils.muh>
#include <ATen/musa/detail/IndexUtils.muh>
#include <ATen/musa/detail/KernelUtils.h>
#include <ATen/native/musa/block_reduce.muh>
#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>
#include <murand_kernel.h>

#include "parts.h"
#include "torch_musa/share/generated_cuda_compatible/include/ATen/musa/Atomic.muh"

namespace {

constexpr int kBins = 8;

template <typename scalar_t>
__global__ void add_to_bins(const scalar_t* data, scalar_t* bins, int count) {
  MUSA_KERNEL_LOOP(index, count) { gpuAtomicAdd(bins + index % kBins, data[index]); }
}

at::Tensor sums_in_bins(const at::Tensor& data) {
  const c10::musa::OptionalMUSAGuard guard(at::device_of(data));
  const at::Tensor bins = at::zeros({kBins}, data.options());
  AT_DISPATCH_FLOATING_TYPES_AND2(
      at::kHalf, at::kBFloat16, data.scalar_type(), "sums_in_bins", [&] {
        add_to_bins<scalar_t><<<4, 64, 0, at::musa::getCurrentMUSAStream()>>>(
            data.data_ptr<scalar_t>(), bins.data_ptr<scalar_t>(), static_cast<int>(data.numel()));
        C10_MUSA_KERNEL_LAUNCH_CHECK();
      });
  return bins;
}

// Each block sums one row; every lane of the first warp then has the first lane's sum.
__global__ void row_sums_kernel(at::PackedTensorAccessor32<float, 2, at::RestrictPtrTraits> rows,
                                float* sums) {
  __shared__ float shared[32];
  at::acc_type<float, true> sum = 0;
  for (int column = threadIdx.x; column < rows.size(1); column += blockDim.x) {
    sum += rows[blockIdx.x][column];
  }
  sum = at::native::musa_utils::BlockReduceSum(sum, shared);
  sum = WARP_SHFL(sum, 0, 32);
  if (threadIdx.x == 1) {
    sums[blockIdx.x] = sum;
  }
}

at::Tensor row_sums(const at::Tensor& rows) {
  const c10::musa::MUSAGuard guard(rows.device());
  TORCH_CHECK(at::musa::detail::canUse32BitIndexMath(rows));
  const at::Tensor sums = at::empty({rows.size(0)}, rows.options());
  const auto blocks = static_cast<unsigned>(rows.size(0));
  row_sums_kernel<<<blocks, 128, 0, at::musa::getCurrentMUSAStream()>>>(
      rows.packed_accessor32<float, 2, at::RestrictPtrTraits>(), sums.data_ptr<float>());
  C10_MUSA_KERNEL_LAUNCH_CHECK();
  return sums;
}

__global__ void uniform_kernel(float* out, int count, at::PhiloxMusaState state) {
  const auto [seed, offset] = at::musa::philox::unpack(state);
  MUSA_KERNEL_LOOP(index, count) {
    murandStatePhilox4_32_10_t engine;
    murand_init(seed, index, offset, &engine);
    out[index] = murand_uniform(&engine);
  }
}

void fill_uniform(const at::Tensor& out) {
  auto* const generator = at::get_generator_or_default<at::MUSAGeneratorImpl>(
      std::nullopt, at::musa::detail::getDefaultMUSAGenerator());
  at::PhiloxMusaState state;
  {
    const std::lock_guard<std::mutex> lock(generator->mutex_);
    state = generator->philox_musa_state(1);
  }
  const int count = static_cast<int>(out.numel());
  const int threads = at::musa::detail::MUSA_NUM_THREADS;
  uniform_kernel<<<at::musa::detail::GET_BLOCKS(count), threads, 0,
                   at::musa::getCurrentMUSAStream()>>>(out.data_ptr<float>(), count, state);
  C10_MUSA_KERNEL_LAUNCH_CHECK();
}

// The strided tensor's elements in the order of their indices.
__global__ void gather_kernel(at::musa::detail::TensorInfo<float, unsigned> from, float* to,
                              unsigned count) {
  MUSA_KERNEL_LOOP_TYPE(index, count, unsigned) {
    to[index] = from.data[at::musa::detail::IndexToOffset<float, unsigned, -1>::get(index, from)];
  }
}

at::Tensor gathered(const at::Tensor& from) {
  const at::Tensor to = at::empty({from.numel()}, from.options());
  const auto count = static_cast<unsigned>(from.numel());
  gather_kernel<<<2, 64, 0, at::musa::getCurrentMUSAStream()>>>(
      at::musa::detail::getTensorInfo<float, unsigned>(from), to.data_ptr<float>(), count);
  C10_MUSA_KERNEL_LAUNCH_CHECK();
  return to;
}

}  // namespace

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("sums_in_bins", &sums_in_bins);
  m.def("row_sums", &row_sums);
  m.def("fill_uniform", &fill_uniform);
  m.def("gathered", &gathered);
}
