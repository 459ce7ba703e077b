// A device that a kernel has broken transforms nothing any more.
#include "machine/library.h"
#include "mufft/tests/descriptors.h"

TEST(a_broken_device_among_several_is_diagnosed_and_the_others_go_on) {
  mufftHandle all = spread::made(2, {32, 32}, MUFFT_C2C);
  mufftHandle good = spread::made(1, {32, 32}, MUFFT_C2C);
  musaLibXtDesc* data = spread::allocated(all, MUFFT_XT_FORMAT_INPLACE);
  EQUAL(musaSetDevice(2), musaSuccess);
  EQUAL(musasim::launch_work(nullptr, "bad", [] { return musaErrorIllegalAddress; }), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaErrorIllegalAddress);
  EQUAL(musaSetDevice(0), musaSuccess);
  std::vector<mufftComplex> host(1024, mufftComplex{1.0F, 0.0F});
  EQUAL(mufftXtMemcpy(all, data, host.data(), MUFFT_COPY_HOST_TO_DEVICE), MUFFT_INTERNAL_ERROR);
  EQUAL(mufftXtExecDescriptorC2C(all, data, data, MUFFT_FORWARD), MUFFT_EXEC_FAILED);
  EQUAL(data->subFormat, static_cast<int>(MUFFT_XT_FORMAT_INPLACE));
  musaLibXtDesc* late = nullptr;
  EQUAL(mufftXtMalloc(all, &late, MUFFT_XT_FORMAT_INPLACE), MUFFT_SETUP_FAILED);
  musaLibXtDesc* other = spread::allocated(good, MUFFT_XT_FORMAT_INPLACE);
  spread::put(good, other, host);
  EQUAL(mufftXtExecDescriptorC2C(good, other, other, MUFFT_FORWARD), MUFFT_SUCCESS);
  EQUAL(spread::get<mufftComplex>(good, other, 1024)[0].x, 1024.0F);
  EQUAL(mufftXtFree(other), MUFFT_SUCCESS);
  mufftXtFree(data);
  mufftDestroy(all);
  mufftDestroy(good);
}

TEST(a_broken_device_is_diagnosed) {
  mufftHandle plan = nullptr;
  EQUAL(mufftPlan1d(&plan, 4, MUFFT_C2C, 1), MUFFT_SUCCESS);
  EQUAL(musasim::launch_work(nullptr, "bad", [] { return musaErrorIllegalAddress; }), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaErrorIllegalAddress);
  mufftComplex data[4] = {};
  EQUAL(mufftExecC2C(plan, data, data, MUFFT_FORWARD), MUFFT_EXEC_FAILED);
  mufftHandle late = nullptr;
  EQUAL(mufftCreate(&late), MUFFT_SETUP_FAILED);
  EQUAL(mufftDestroy(plan), MUFFT_SUCCESS);
}

TEST_MAIN()
