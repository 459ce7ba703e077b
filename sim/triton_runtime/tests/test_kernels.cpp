// Kernels in the form that musasim.triton gives them: one function of C's linkage a thread.
#include <cmath>
#include <cstdint>
#include <vector>

#include "check.h"
#include "musasim/kernel_table.h"
#include "testing/device_array.h"
#include "triton_runtime/api.h"

extern "C" {
float __nv_fast_expf(float);
double __nv_fma_rn(double, double, double);
int __nv_popc(int);
float __ocml_erf_f32(float);
double __ocml_pown_f64(double, int);
}

using namespace musasim::testing;

namespace {

constexpr std::uint32_t kThreads = 256;

template <class T>
T argument(const void* args, unsigned number) {
  return *static_cast<T* const*>(args)[number];
}

// What a thread makes of its number.
using What = std::uint32_t (*)(std::uint32_t id);

// It goes into the first argument.
void store(const void* args) {
  const std::uint32_t id = musasim_triton_thread_id();
  const std::uint32_t place = musasim_triton_block_id(0) * kThreads + id;
  argument<std::uint32_t*>(args, 0)[place] = argument<What>(args, 1)(id);
}

void store_rows(const void* args, const musasim::device::Rows& rows) {
  musasim_triton_rows(args, rows, store);
}

void on_fibers(const musasimLaunch* launch, void** args) {
  musasim_triton_run(launch, args, store, nullptr);
}

void in_a_loop(const musasimLaunch* launch, void** args) {
  musasim_triton_run(launch, args, store, store_rows);
}

const char hosts[2] = {};
const musasimParameter parameters[] = {{sizeof(void*), 0}, {sizeof(void*), sizeof(void*)}};
const musasim::table::Registration fibers(musasimKernel{"fibers", on_fibers, &hosts[0], 2,
                                                        parameters, 0, 0, 0, 0, 0});
const musasim::table::Registration loop(musasimKernel{"loop", in_a_loop, &hosts[1], 2, parameters,
                                                      0, 0, 0, 0, 0});

musaError_t run(const void* host, What what, unsigned blocks, std::vector<std::uint32_t>* values) {
  DeviceArray<std::uint32_t> out(std::vector<std::uint32_t>(blocks * kThreads, ~0U));
  std::uint32_t* data = out.data();
  void* args[] = {&data, &what};
  EQUAL(musaLaunchKernel(host, dim3(blocks), dim3(kThreads), args, 1024, nullptr), musaSuccess);
  const musaError_t error = musaDeviceSynchronize();
  if (error == musaSuccess) {
    *values = out.get();
  }
  return error;
}

template <class Expected>
void check_each(What what, Expected expected) {
  std::vector<std::uint32_t> values;
  EQUAL(run(&hosts[0], what, 1, &values), musaSuccess);
  for (std::uint32_t id = 0; id < kThreads; ++id) {
    EQUAL(values[id], expected(id));
  }
}

std::uint32_t place_in_grid(std::uint32_t id) {
  return musasim_triton_block_id(0) << 16 | musasim_triton_grid_size(0) << 8 | id;
}

TEST(threads_in_a_loop_and_on_fibers_know_where_they_are) {
  std::vector<std::uint32_t> looped;
  std::vector<std::uint32_t> alone;
  EQUAL(run(&hosts[1], place_in_grid, 5, &looped), musaSuccess);
  EQUAL(run(&hosts[0], place_in_grid, 5, &alone), musaSuccess);
  for (std::uint32_t i = 0; i < 5 * kThreads; ++i) {
    EQUAL(looped[i], i / kThreads << 16 | 5U << 8 | i % kThreads);
  }
  CHECK(looped == alone);
}

TEST(values_go_from_lane_to_lane) {
  check_each([](std::uint32_t id) { return musasim_triton_bpermute((id ^ 5) * 4, id); },
             [](std::uint32_t id) { return id ^ 5; });
  check_each([](std::uint32_t id) { return musasim_triton_swizzle(id, 0x1f | 8 << 10); },
             [](std::uint32_t id) { return id ^ 8; });
  check_each([](std::uint32_t id) { return musasim_triton_swizzle(id, 0x18 | 2 << 5); },
             [](std::uint32_t id) { return (id & ~7U) | 2; });
  check_each(
      [](std::uint32_t id) { return musasim_triton_permlane(id, 0x76543210, 0xfedcba98, 1); },
      [](std::uint32_t id) { return id ^ 16; });
  check_each(
      [](std::uint32_t id) { return musasim_triton_permlane(id, 0x01234567, 0x89abcdef, 0); },
      [](std::uint32_t id) { return id ^ 7; });
  check_each([](std::uint32_t id) { return musasim_triton_read_lane(id, 9); },
             [](std::uint32_t id) { return (id & ~31U) | 9; });
  check_each([](std::uint32_t id) { return musasim_triton_ballot(id % 3 == 0); },
             [](std::uint32_t id) {
               std::uint32_t yes = 0;
               for (std::uint32_t lane = 0; lane < 32; ++lane) {
                 yes |= ((id & ~31U) + lane) % 3 == 0 ? 1U << lane : 0;
               }
               return yes;
             });
}

TEST(barriers_order_shared_memory) {
  check_each(
      [](std::uint32_t id) {
        auto* const shared = static_cast<std::uint32_t*>(musasim_triton_shared());
        shared[id] = id;
        musasim_triton_barrier();
        const std::uint32_t other = shared[kThreads - 1 - id];
        musasim_triton_barrier();
        shared[id] = other;
        musasim_triton_warp_barrier();
        return shared[id ^ 1];
      },
      [](std::uint32_t id) { return kThreads - 1 - (id ^ 1); });
}

TEST(threads_leave_each_other_numbers) {
  check_each(
      [](std::uint32_t id) {
        musasim_triton_put(kThreads - 1 - id, id);
        musasim_triton_barrier();
        return static_cast<std::uint32_t>(musasim_triton_get(id));
      },
      [](std::uint32_t id) { return kThreads - 1 - id; });
}

TEST(functions) {
  CHECK(std::abs(__nv_fast_expf(1.0F) - std::exp(1.0F)) < 1e-6F);
  EQUAL(__nv_fma_rn(2, 3, 4), 10.0);
  EQUAL(__nv_popc(255), 8);
  EQUAL(__ocml_erf_f32(0.5F), std::erf(0.5F));
  EQUAL(__ocml_pown_f64(3, 4), 81.0);
  EQUAL(musasim_triton_byte_permute(0x88776655, 0x44332211, 0x07040300), 0x88554411U);
  EQUAL(musasim_triton_byte_permute(0x88776655, 0x44332211, 0x0d0c0b08), 0xff00ff00U);
}

std::uint32_t fail(std::uint32_t) {
  const std::uint64_t message = __ockl_fprintf_stderr_begin();
  __ockl_printf_append_string_n(message, "as it should\n", 13, 1);
  musasim_triton_fail();
}

// The last one: the device is broken then.
TEST(a_failed_assertion_ends_the_kernel) {
  What what = fail;
  std::uint32_t* nowhere = nullptr;
  void* args[] = {&nowhere, &what};
  EQUAL(musaLaunchKernel(&hosts[0], dim3(1), dim3(kThreads), args, 0, nullptr), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaErrorAssert);
}

}  // namespace

TEST_MAIN()
