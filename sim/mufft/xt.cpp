// Plans of any element type and their execution.
#include "mufftXt.h"

#include "mufft/plan.h"

namespace musasim::fft {
namespace {

bool element_of(musaDataType type, Element* element) {
  switch (type) {
    case MUSA_R_16F: *element = {Precision::kHalf, false}; return true;
    case MUSA_C_16F: *element = {Precision::kHalf, true}; return true;
    case MUSA_R_16BF: *element = {Precision::kBfloat16, false}; return true;
    case MUSA_C_16BF: *element = {Precision::kBfloat16, true}; return true;
    case MUSA_R_32F: *element = {Precision::kFloat, false}; return true;
    case MUSA_C_32F: *element = {Precision::kFloat, true}; return true;
    case MUSA_R_64F: *element = {Precision::kDouble, false}; return true;
    case MUSA_C_64F: *element = {Precision::kDouble, true}; return true;
    default: return false;
  }
}

mufftResult with_types(musaDataType in, musaDataType out, musaDataType execution,
                       Request* request) {
  Element between;
  const bool known = element_of(in, &request->in) && element_of(out, &request->out) &&
                     element_of(execution, &between);
  if (!known || !between.complex || between.precision != request->in.precision) {
    return MUFFT_INVALID_TYPE;
  }
  return MUFFT_SUCCESS;
}

}  // namespace
}  // namespace musasim::fft

using namespace musasim;
using namespace musasim::fft;

mufftResult mufftXtMakePlanMany(mufftHandle plan, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, musaDataType inputtype,
                                long long* onembed, long long ostride, long long odist,
                                musaDataType outputtype, long long batch, size_t* workSize,
                                musaDataType executiontype) {
  return with_plan(__func__, plan, [&](mufftHandle_t& live, const ApiCall&) {
    Request request{rank, n, inembed, istride, idist, onembed, ostride, odist, batch, {}, {}};
    const mufftResult wrong = with_types(inputtype, outputtype, executiontype, &request);
    return wrong != MUFFT_SUCCESS ? wrong : make_plan(live, request, workSize);
  });
}

mufftResult mufftXtGetSizeMany(mufftHandle plan, int rank, long long* n, long long* inembed,
                               long long istride, long long idist, musaDataType inputtype,
                               long long* onembed, long long ostride, long long odist,
                               musaDataType outputtype, long long batch, size_t* workSize,
                               musaDataType executiontype) {
  return with_plan(__func__, plan, [&](mufftHandle_t& live, const ApiCall&) {
    if (workSize == nullptr) return MUFFT_INVALID_VALUE;
    Request request{rank, n, inembed, istride, idist, onembed, ostride, odist, batch, {}, {}};
    const mufftResult wrong = with_types(inputtype, outputtype, executiontype, &request);
    return wrong != MUFFT_SUCCESS ? wrong : work_sizes_of(request, live.part_count(), workSize);
  });
}

mufftResult mufftXtExec(mufftHandle plan, void* input, void* output, int direction) {
  const char* const name = __func__;
  return with_plan(name, plan, [=](mufftHandle_t& live, const ApiCall& call) {
    if (live.kernel == nullptr) return MUFFT_INVALID_PLAN;
    return launch(live, call, name, input, output, direction);
  });
}

// An area for each device.
mufftResult mufftXtSetWorkArea(mufftHandle plan, void** workArea) {
  return with_plan(__func__, plan, [=](mufftHandle_t& live, const ApiCall&) {
    if (workArea == nullptr) return MUFFT_INVALID_VALUE;
    live.work_areas.assign(workArea, workArea + live.part_count());
    return MUFFT_SUCCESS;
  });
}

// The work area is never used, so that every policy is met.
mufftResult mufftXtSetWorkAreaPolicy(mufftHandle plan, mufftXtWorkAreaPolicy policy,
                                     size_t* workSize) {
  return with_plan(__func__, plan, [=](mufftHandle_t&, const ApiCall&) {
    const bool known = policy == MUFFT_WORKAREA_MINIMAL || policy == MUFFT_WORKAREA_USER ||
                       policy == MUFFT_WORKAREA_PERFORMANCE;
    if (!known || (policy == MUFFT_WORKAREA_USER && workSize == nullptr)) {
      return MUFFT_INVALID_VALUE;
    }
    return MUFFT_SUCCESS;
  });
}
