// Batches, plans of one device, and what wrong use of devices and descriptors gives.
#include "mufft/tests/descriptors.h"

using plain::Signal;
using spread::allocated;
using spread::created;
using spread::get;
using spread::made;
using spread::make;
using spread::part;
using spread::put;

namespace {

mufftResult allocation(mufftHandle plan, mufftXtSubFormat format) {
  musaLibXtDesc* descriptor = nullptr;
  const mufftResult result = mufftXtMalloc(plan, &descriptor, format);
  CHECK((result == MUFFT_SUCCESS) == (descriptor != nullptr));
  if (descriptor != nullptr) EQUAL(mufftXtFree(descriptor), MUFFT_SUCCESS);
  return result;
}

std::size_t free_memory(int device) {
  std::size_t free = 0;
  std::size_t total = 0;
  EQUAL(musaSetDevice(device), musaSuccess);
  EQUAL(musaMemGetInfo(&free, &total), musaSuccess);
  EQUAL(musaSetDevice(0), musaSuccess);
  return free;
}

}  // namespace

TEST(batches_are_dealt_out_whole_and_stay_in_order) {
  for (int devices = 1; devices <= 3; ++devices) {
    mufftHandle plan = made(devices, {12}, MUFFT_C2C, 5);
    musaLibXtDesc* data = allocated(plan, MUFFT_XT_FORMAT_INPLACE);
    const Signal in = plain::random_signal(60, 4);
    const Signal expected = plain::dft_axis(in, {5, 12}, 1, -1);
    put(plan, data, plain::packed<mufftComplex>(in));
    EQUAL(mufftXtExecDescriptorC2C(plan, data, data, MUFFT_FORWARD), MUFFT_SUCCESS);
    EQUAL(data->subFormat, static_cast<int>(MUFFT_XT_FORMAT_INPLACE));
    const Signal found = plain::unpacked(get<mufftComplex>(plan, data, 60));
    CHECK(plain::error(found, expected) < 1e-5);
    for (int i = 0; i < devices; ++i) {
      const std::size_t count = 12 * spread::share(5, devices, i);
      EQUAL(data->descriptor->size[i], count * sizeof(mufftComplex));
      const std::size_t first = 12 * spread::start(5, devices, i);
      const Signal own = plain::unpacked(part<mufftComplex>(data, i, count));
      CHECK(own.front() == found[first] && own.back() == found[first + count - 1]);
    }
    EQUAL(mufftXtFree(data), MUFFT_SUCCESS);
    mufftDestroy(plan);
  }
}

TEST(batches_of_real_data_are_transformed_in_place_and_from_input_to_output) {
  for (int devices = 1; devices <= 3; ++devices) {
    mufftHandle plan = made(devices, {8}, MUFFT_R2C, 4);
    const Signal in = plain::random_signal(32, 6, true);
    const std::vector<float> values = plain::real_parts<float>(in);
    const Signal expected = plain::half_rows(plain::dft_axis(in, {4, 8}, 1, -1), 8);
    musaLibXtDesc* data = allocated(plan, MUFFT_XT_FORMAT_INPLACE);
    put(plan, data, spread::padded(values, 8, 10));
    EQUAL(mufftXtExecDescriptorR2C(plan, data, data), MUFFT_SUCCESS);
    CHECK(plain::error(plain::unpacked(get<mufftComplex>(plan, data, 20)), expected) < 1e-5);
    // It holds a spectrum now.
    EQUAL(mufftXtExecDescriptorR2C(plan, data, data), MUFFT_INVALID_VALUE);
    musaLibXtDesc* from = allocated(plan, MUFFT_XT_FORMAT_INPUT);
    musaLibXtDesc* to = allocated(plan, MUFFT_XT_FORMAT_OUTPUT);
    EQUAL(from->descriptor->size[0], 8 * spread::share(4, devices, 0) * sizeof(float));
    put(plan, from, values);
    EQUAL(mufftXtExecDescriptorR2C(plan, from, to), MUFFT_SUCCESS);
    EQUAL(to->subFormat, static_cast<int>(MUFFT_XT_FORMAT_OUTPUT));
    CHECK(plain::error(plain::unpacked(get<mufftComplex>(plan, to, 20)), expected) < 1e-5);
    CHECK(get<float>(plan, from, 32) == values);
    EQUAL(mufftXtExecDescriptorR2C(plan, from, from), MUFFT_INVALID_VALUE);
    for (musaLibXtDesc* each : {data, from, to}) EQUAL(mufftXtFree(each), MUFFT_SUCCESS);
    mufftDestroy(plan);
  }
}

TEST(one_device_takes_every_size_and_both_ways_to_execute) {
  mufftHandle plan = made(1, {6, 5}, MUFFT_C2C);
  const Signal in = plain::random_signal(30, 8);
  const Signal expected = plain::dft(in, {6, 5}, -1);
  musaLibXtDesc* from = allocated(plan, MUFFT_XT_FORMAT_INPUT);
  musaLibXtDesc* to = allocated(plan, MUFFT_XT_FORMAT_OUTPUT);
  put(plan, from, plain::packed<mufftComplex>(in));
  EQUAL(mufftXtExecDescriptorC2C(plan, from, to, MUFFT_FORWARD), MUFFT_SUCCESS);
  CHECK(plain::error(plain::unpacked(get<mufftComplex>(plan, to, 30)), expected) < 1e-5);
  auto* const memory = static_cast<mufftComplex*>(from->descriptor->data[0]);
  EQUAL(mufftExecC2C(plan, memory, memory, MUFFT_FORWARD), MUFFT_INVALID_DEVICE);
  EQUAL(musaSetDevice(1), musaSuccess);
  EQUAL(mufftExecC2C(plan, memory, memory, MUFFT_FORWARD), MUFFT_SUCCESS);
  EQUAL(musaSetDevice(0), musaSuccess);
  CHECK(plain::error(plain::unpacked(get<mufftComplex>(plan, from, 30)), expected) < 1e-5);
  EQUAL(mufftXtFree(from), MUFFT_SUCCESS);
  EQUAL(mufftXtFree(to), MUFFT_SUCCESS);
  mufftDestroy(plan);
}

TEST(plans_without_devices_of_their_own_have_descriptors_on_theirs) {
  mufftHandle plan = made(0, {10}, MUFFT_Z2Z);
  musaLibXtDesc* data = allocated(plan, MUFFT_XT_FORMAT_INPLACE);
  EQUAL(data->descriptor->nGPUs, 1);
  EQUAL(data->descriptor->GPUs[0], 0);
  EQUAL(data->library, LIB_FORMAT_MUFFT);
  CHECK(data->version > 0x01000000);
  const Signal in = plain::random_signal(10);
  put(plan, data, plain::packed<mufftDoubleComplex>(in));
  EQUAL(mufftXtExecDescriptorZ2Z(plan, data, data, MUFFT_FORWARD), MUFFT_SUCCESS);
  const Signal found = plain::unpacked(get<mufftDoubleComplex>(plan, data, 10));
  CHECK(plain::error(found, plain::dft(in, {10}, -1)) < 1e-12);
  EQUAL(mufftXtFree(data), MUFFT_SUCCESS);
  mufftDestroy(plan);
}

TEST(devices_are_set_before_the_plan_is_made) {
  mufftHandle plan = created(0);
  int devices[] = {0, 1, 1, 99};
  EQUAL(mufftXtSetGPUs(plan, 0, devices), MUFFT_INVALID_VALUE);
  EQUAL(mufftXtSetGPUs(plan, 17, devices), MUFFT_INVALID_VALUE);
  EQUAL(mufftXtSetGPUs(plan, 2, nullptr), MUFFT_INVALID_VALUE);
  EQUAL(mufftXtSetGPUs(plan, 3, devices), MUFFT_INVALID_DEVICE);      // twice the same
  EQUAL(mufftXtSetGPUs(plan, 2, devices + 2), MUFFT_INVALID_DEVICE);  // not there
  EQUAL(mufftXtSetGPUs(nullptr, 2, devices), MUFFT_INVALID_PLAN);
  EQUAL(allocation(plan, MUFFT_XT_FORMAT_INPLACE), MUFFT_INVALID_PLAN);  // not made
  EQUAL(mufftXtSetGPUs(plan, 2, devices), MUFFT_SUCCESS);
  EQUAL(mufftMakePlan2d(plan, 64, 64, MUFFT_C2C, nullptr), MUFFT_INVALID_VALUE);
  EQUAL(make(plan, {64, 64}, MUFFT_C2C), MUFFT_SUCCESS);
  EQUAL(mufftXtSetGPUs(plan, 2, devices), MUFFT_INVALID_PLAN);
  mufftComplex host[1] = {};
  EQUAL(mufftExecC2C(plan, host, host, MUFFT_FORWARD), MUFFT_INTERNAL_ERROR);
  EQUAL(mufftSetWorkArea(plan, nullptr), MUFFT_INVALID_PLAN);
  mufftDestroy(plan);
}

TEST(sizes_that_cannot_be_spread_are_refused) {
  struct Case {
    spread::Sizes n;
    mufftType type;
    int batch;
    mufftResult expected;
  };
  const Case cases[] = {
      {{32}, MUFFT_C2C, 1, MUFFT_INVALID_SIZE},        {{96}, MUFFT_C2C, 1, MUFFT_INVALID_SIZE},
      {{1024}, MUFFT_R2C, 1, MUFFT_INVALID_SIZE},      {{16, 64}, MUFFT_C2C, 1, MUFFT_INVALID_SIZE},
      {{3, 32, 32}, MUFFT_C2C, 1, MUFFT_INVALID_SIZE}, {{32, 32, 2}, MUFFT_C2C, 1, MUFFT_SUCCESS},
      {{1, 1, 64}, MUFFT_C2C, 1, MUFFT_SUCCESS},       {{7}, MUFFT_R2C, 3, MUFFT_SUCCESS},
  };
  for (const Case& each : cases) {
    mufftHandle plan = created(2);
    EQUAL(make(plan, each.n, each.type, each.batch), each.expected);
    mufftDestroy(plan);
  }
  mufftHandle half = created(2);
  long long n = 1024;
  std::size_t sizes[2] = {};
  EQUAL(mufftXtMakePlanMany(half, 1, &n, nullptr, 1, 0, MUSA_C_16F, nullptr, 1, 0, MUSA_C_16F, 1,
                            sizes, MUSA_C_16F),
        MUFFT_SETUP_FAILED);
  mufftDestroy(half);
}

TEST(work_areas_are_one_for_each_device) {
  mufftHandle plan = created(3);
  EQUAL(mufftSetAutoAllocation(plan, 0), MUFFT_SUCCESS);
  std::size_t sizes[3] = {};
  EQUAL(mufftMakePlan2d(plan, 64, 32, MUFFT_C2C, sizes), MUFFT_SUCCESS);
  EQUAL(sizes[0], 22 * 32 * sizeof(mufftComplex));
  EQUAL(sizes[1], 21 * 32 * sizeof(mufftComplex));
  EQUAL(sizes[2], 21 * 32 * sizeof(mufftComplex));
  std::size_t again[3] = {};
  EQUAL(mufftGetSize(plan, again), MUFFT_SUCCESS);
  EQUAL(again[0], sizes[0]);
  EQUAL(again[2], sizes[2]);
  musaLibXtDesc* data = allocated(plan, MUFFT_XT_FORMAT_INPLACE);
  put(plan, data, std::vector<mufftComplex>(64 * 32, mufftComplex{1.0F, 0.0F}));
  EQUAL(mufftXtExecDescriptorC2C(plan, data, data, MUFFT_FORWARD), MUFFT_NO_WORKSPACE);
  std::vector<void*> areas(data->descriptor->data, data->descriptor->data + 3);
  EQUAL(mufftXtSetWorkArea(plan, areas.data()), MUFFT_SUCCESS);
  EQUAL(mufftXtExecDescriptorC2C(plan, data, data, MUFFT_FORWARD), MUFFT_SUCCESS);
  EQUAL(get<mufftComplex>(plan, data, 64 * 32)[0].x, 2048.0F);
  EQUAL(mufftXtFree(data), MUFFT_SUCCESS);
  mufftDestroy(plan);
}

TEST(descriptors_hold_memory_until_they_are_freed) {
  const std::size_t before = free_memory(2);
  mufftHandle plan = made(2, {64, 64}, MUFFT_Z2Z);
  musaLibXtDesc* data = allocated(plan, MUFFT_XT_FORMAT_INPLACE);
  CHECK(free_memory(2) <= before - 32 * 64 * sizeof(mufftDoubleComplex));
  mufftDestroy(plan);  // it may go first
  EQUAL(mufftXtFree(data), MUFFT_SUCCESS);
  EQUAL(free_memory(2), before);
  EQUAL(mufftXtFree(data), MUFFT_INVALID_VALUE);
  EQUAL(mufftXtFree(nullptr), MUFFT_INVALID_VALUE);
}

TEST(subformats_are_those_of_the_plan) {
  mufftHandle plane = made(2, {32, 32}, MUFFT_C2C);
  mufftHandle batch = made(2, {32}, MUFFT_C2C, 4);
  mufftHandle back = made(2, {32, 32}, MUFFT_C2R);
  EQUAL(allocation(plane, MUFFT_XT_FORMAT_1D_INPUT_SHUFFLED), MUFFT_INVALID_PLAN);
  EQUAL(allocation(plane, MUFFT_XT_FORMAT_DISTRIBUTED_INPUT), MUFFT_INVALID_VALUE);
  EQUAL(allocation(plane, MUFFT_FORMAT_UNDEFINED), MUFFT_INVALID_VALUE);
  EQUAL(allocation(batch, MUFFT_XT_FORMAT_INPLACE_SHUFFLED), MUFFT_INVALID_VALUE);
  EQUAL(mufftXtMalloc(plane, nullptr, MUFFT_XT_FORMAT_INPLACE), MUFFT_INVALID_VALUE);
  // A complex-to-real plan takes a shuffled spectrum only.
  musaLibXtDesc* empty = allocated(back, MUFFT_XT_FORMAT_INPLACE);
  EQUAL(empty->descriptor->size[0], 0U);
  EQUAL(mufftXtExecDescriptorC2R(back, empty, empty), MUFFT_INVALID_VALUE);
  EQUAL(mufftXtFree(empty), MUFFT_SUCCESS);
  for (mufftHandle plan : {plane, batch, back}) mufftDestroy(plan);
}

TEST(the_user_may_say_that_data_is_shuffled_already) {
  mufftHandle plan = made(2, {32, 32}, MUFFT_C2C);
  musaLibXtDesc* data = allocated(plan, MUFFT_XT_FORMAT_INPLACE);
  data->subFormat = MUFFT_XT_FORMAT_INPLACE_SHUFFLED;
  std::vector<mufftComplex> values(1024);
  values[20].x = 1.0F;  // column 20 is the second device's
  put(plan, data, values);
  EQUAL((part<mufftComplex>(data, 1, 5)[4].x), 1.0F);
  EQUAL(mufftXtExecDescriptorC2C(plan, data, data, MUFFT_FORWARD), MUFFT_SUCCESS);
  EQUAL(data->subFormat, static_cast<int>(MUFFT_XT_FORMAT_INPLACE));
  EQUAL(mufftXtFree(data), MUFFT_SUCCESS);
  mufftDestroy(plan);
}

TEST(wrong_copies_and_transforms_are_diagnosed) {
  mufftHandle plan = made(2, {32, 32}, MUFFT_C2C);
  mufftHandle other = made(3, {32, 32}, MUFFT_C2C);
  mufftHandle line = made(2, {64}, MUFFT_C2C);
  mufftHandle real = made(2, {32, 32}, MUFFT_R2C);
  musaLibXtDesc* data = allocated(plan, MUFFT_XT_FORMAT_INPLACE);
  musaLibXtDesc* natural = allocated(plan, MUFFT_XT_FORMAT_INPLACE);
  std::vector<mufftComplex> host(1024);
  void* const memory = host.data();
  EQUAL(mufftXtMemcpy(plan, data, nullptr, MUFFT_COPY_HOST_TO_DEVICE), MUFFT_INVALID_VALUE);
  EQUAL(mufftXtMemcpy(plan, memory, data, MUFFT_COPY_HOST_TO_DEVICE), MUFFT_INVALID_VALUE);
  EQUAL(mufftXtMemcpy(plan, data, memory, MUFFT_COPY_UNDEFINED), MUFFT_INVALID_VALUE);
  EQUAL(mufftXtMemcpy(other, data, memory, MUFFT_COPY_HOST_TO_DEVICE), MUFFT_INVALID_VALUE);
  EQUAL(mufftXtExecDescriptorC2C(other, data, data, MUFFT_FORWARD), MUFFT_INVALID_VALUE);
  EQUAL(mufftXtExecDescriptorC2C(plan, data, nullptr, MUFFT_FORWARD), MUFFT_INVALID_VALUE);
  EQUAL(mufftXtExecDescriptorC2C(plan, data, data, 0), MUFFT_INVALID_VALUE);
  EQUAL(mufftXtExecDescriptorZ2Z(plan, data, data, MUFFT_FORWARD), MUFFT_INVALID_PLAN);
  EQUAL(mufftXtExecDescriptorC2R(real, data, data), MUFFT_INVALID_PLAN);
  EQUAL(mufftXtExecDescriptorC2C(plan, data, natural, MUFFT_FORWARD), MUFFT_EXEC_FAILED);
  EQUAL(mufftXtExecDescriptorC2C(plan, data, data, MUFFT_FORWARD), MUFFT_SUCCESS);
  EQUAL(mufftXtMemcpy(plan, data, natural, MUFFT_COPY_DEVICE_TO_DEVICE), MUFFT_INTERNAL_ERROR);
  musaLibXtDesc* strings = allocated(line, MUFFT_XT_FORMAT_INPLACE_SHUFFLED);
  EQUAL(mufftXtMemcpy(line, strings, memory, MUFFT_COPY_HOST_TO_DEVICE), MUFFT_INVALID_TYPE);
  mufftXt1dFactors factors{};
  EQUAL(mufftXtQueryPlan(plan, &factors, MUFFT_QUERY_1D_FACTORS), MUFFT_INVALID_PLAN);
  EQUAL(mufftXtQueryPlan(line, nullptr, MUFFT_QUERY_1D_FACTORS), MUFFT_INVALID_VALUE);
  EQUAL(mufftXtQueryPlan(line, &factors, MUFFT_QUERY_UNDEFINED), MUFFT_INVALID_VALUE);
  for (musaLibXtDesc* each : {data, natural, strings}) EQUAL(mufftXtFree(each), MUFFT_SUCCESS);
  for (mufftHandle each : {plan, other, line, real}) mufftDestroy(each);
}

TEST_MAIN()
