// The functions that make plans of the classic types, and those that tell their work area.
#include <array>

#include "machine/library_handles.h"
#include "mufft/plan.h"

namespace musasim::fft {
namespace {

using Numbers = std::array<long long, 3>;

// Arguments of the int functions as those of the 64 bit ones.
struct Widened {
  Numbers n{};
  Numbers in_embed{};
  Numbers out_embed{};

  static const long long* widen(int rank, const int* from, Numbers* to) {
    if (from == nullptr) return nullptr;
    for (int i = 0; i < rank && i < 3; ++i) (*to)[static_cast<std::size_t>(i)] = from[i];
    return to->data();
  }
};

mufftResult with_type(mufftType type, Request request, Request* complete) {
  *complete = request;
  return elements_of(type, &complete->in, &complete->out) ? MUFFT_SUCCESS : MUFFT_INVALID_TYPE;
}

Request dense_request(int rank, const Numbers& n, long long batch) {
  return {rank, n.data(), nullptr, 1, 0, nullptr, 1, 0, batch, {}, {}};
}

mufftResult make(const char* name, mufftHandle handle, mufftType type, const Request& request,
                 std::size_t* work_size) noexcept {
  return with_plan(name, handle, [&](mufftHandle_t& plan, const ApiCall&) {
    Request complete;
    const mufftResult wrong = with_type(type, request, &complete);
    return wrong != MUFFT_SUCCESS ? wrong : make_plan(plan, complete, work_size);
  });
}

// Creates and makes; leaves no plan behind when that fails.
mufftResult plan(const char* name, mufftHandle* handle, mufftType type,
                 const Request& request) noexcept {
  return public_call(name, [&](const ApiCall& call) {
    mufftResult result = create_plan(call, handle);
    if (result != MUFFT_SUCCESS) return result;
    std::size_t ignored = 0;
    result = make(name, *handle, type, request, &ignored);
    if (result != MUFFT_SUCCESS) {
      remove_handle(*handle);
      *handle = nullptr;
    }
    return result;
  });
}

mufftResult estimate(const char* name, mufftType type, const Request& request,
                     std::size_t* work_size) noexcept {
  return public_call(name, [&] {
    if (work_size == nullptr) return MUFFT_INVALID_VALUE;
    Request complete;
    const mufftResult wrong = with_type(type, request, &complete);
    return wrong != MUFFT_SUCCESS ? wrong : work_size_of(complete, work_size);
  });
}

// The sizes of work areas, one for each of the plan's devices.
mufftResult get_size(const char* name, mufftHandle handle, mufftType type, const Request& request,
                     std::size_t* work_size) noexcept {
  return with_plan(name, handle, [&](mufftHandle_t& plan, const ApiCall&) {
    if (work_size == nullptr) return MUFFT_INVALID_VALUE;
    Request complete;
    const mufftResult wrong = with_type(type, request, &complete);
    return wrong != MUFFT_SUCCESS ? wrong : work_sizes_of(complete, plan.part_count(), work_size);
  });
}

}  // namespace
}  // namespace musasim::fft

using namespace musasim::fft;

// The request of a ...Many function's arguments, which it names.
#define MUFFT_WIDENED_REQUEST(room)                                                                \
  Request {                                                                                        \
    rank, Widened::widen(rank, n, &room.n), Widened::widen(rank, inembed, &room.in_embed),         \
        istride, idist, Widened::widen(rank, onembed, &room.out_embed), ostride, odist, batch, {}, \
    {}                                                                                             \
  }

mufftResult mufftPlan1d(mufftHandle* plan, int nx, mufftType type, int batch) {
  return musasim::fft::plan(__func__, plan, type, dense_request(1, {nx}, batch));
}

mufftResult mufftPlan2d(mufftHandle* plan, int nx, int ny, mufftType type) {
  return musasim::fft::plan(__func__, plan, type, dense_request(2, {nx, ny}, 1));
}

mufftResult mufftPlan3d(mufftHandle* plan, int nx, int ny, int nz, mufftType type) {
  return musasim::fft::plan(__func__, plan, type, dense_request(3, {nx, ny, nz}, 1));
}

mufftResult mufftPlanMany(mufftHandle* plan, int rank, int* n, int* inembed, int istride, int idist,
                          int* onembed, int ostride, int odist, mufftType type, int batch) {
  Widened room;
  return musasim::fft::plan(__func__, plan, type, MUFFT_WIDENED_REQUEST(room));
}

mufftResult mufftMakePlan1d(mufftHandle plan, int nx, mufftType type, int batch, size_t* workSize) {
  return make(__func__, plan, type, dense_request(1, {nx}, batch), workSize);
}

mufftResult mufftMakePlan2d(mufftHandle plan, int nx, int ny, mufftType type, size_t* workSize) {
  return make(__func__, plan, type, dense_request(2, {nx, ny}, 1), workSize);
}

mufftResult mufftMakePlan3d(mufftHandle plan, int nx, int ny, int nz, mufftType type,
                            size_t* workSize) {
  return make(__func__, plan, type, dense_request(3, {nx, ny, nz}, 1), workSize);
}

mufftResult mufftMakePlanMany(mufftHandle plan, int rank, int* n, int* inembed, int istride,
                              int idist, int* onembed, int ostride, int odist, mufftType type,
                              int batch, size_t* workSize) {
  Widened room;
  return make(__func__, plan, type, MUFFT_WIDENED_REQUEST(room), workSize);
}

mufftResult mufftMakePlanMany64(mufftHandle plan, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, long long* onembed,
                                long long ostride, long long odist, mufftType type, long long batch,
                                size_t* workSize) {
  return make(__func__, plan, type,
              {rank, n, inembed, istride, idist, onembed, ostride, odist, batch, {}, {}}, workSize);
}

mufftResult mufftEstimate1d(int nx, mufftType type, int batch, size_t* workSize) {
  return estimate(__func__, type, dense_request(1, {nx}, batch), workSize);
}

mufftResult mufftEstimate2d(int nx, int ny, mufftType type, size_t* workSize) {
  return estimate(__func__, type, dense_request(2, {nx, ny}, 1), workSize);
}

mufftResult mufftEstimate3d(int nx, int ny, int nz, mufftType type, size_t* workSize) {
  return estimate(__func__, type, dense_request(3, {nx, ny, nz}, 1), workSize);
}

mufftResult mufftEstimateMany(int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                              int ostride, int odist, mufftType type, int batch, size_t* workSize) {
  Widened room;
  return estimate(__func__, type, MUFFT_WIDENED_REQUEST(room), workSize);
}

mufftResult mufftGetSize1d(mufftHandle plan, int nx, mufftType type, int batch, size_t* workSize) {
  return get_size(__func__, plan, type, dense_request(1, {nx}, batch), workSize);
}

mufftResult mufftGetSize2d(mufftHandle plan, int nx, int ny, mufftType type, size_t* workSize) {
  return get_size(__func__, plan, type, dense_request(2, {nx, ny}, 1), workSize);
}

mufftResult mufftGetSize3d(mufftHandle plan, int nx, int ny, int nz, mufftType type,
                           size_t* workSize) {
  return get_size(__func__, plan, type, dense_request(3, {nx, ny, nz}, 1), workSize);
}

mufftResult mufftGetSizeMany(mufftHandle plan, int rank, int* n, int* inembed, int istride,
                             int idist, int* onembed, int ostride, int odist, mufftType type,
                             int batch, size_t* workSize) {
  Widened room;
  return get_size(__func__, plan, type, MUFFT_WIDENED_REQUEST(room), workSize);
}

mufftResult mufftGetSizeMany64(mufftHandle plan, int rank, long long* n, long long* inembed,
                               long long istride, long long idist, long long* onembed,
                               long long ostride, long long odist, mufftType type, long long batch,
                               size_t* workSize) {
  return get_size(__func__, plan, type,
                  {rank, n, inembed, istride, idist, onembed, ostride, odist, batch, {}, {}},
                  workSize);
}
