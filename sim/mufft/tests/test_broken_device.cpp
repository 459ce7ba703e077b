// A device that a kernel has broken transforms nothing any more.
#include "machine/library.h"
#include "mufft.h"
#include "musa_runtime_api.h"
#include "testing/check.h"

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
