// A device that a kernel has broken gives no more numbers; host generators go on.
#include "check.h"
#include "machine/library.h"
#include "murand.h"

TEST(a_broken_device_is_diagnosed_and_host_generators_go_on) {
  murandGenerator_t generator = nullptr;
  murandGenerator_t host = nullptr;
  EQUAL(murandCreateGenerator(&generator, MURAND_RNG_PSEUDO_PHILOX4_32_10), MURAND_STATUS_SUCCESS);
  EQUAL(murandCreateGeneratorHost(&host, MURAND_RNG_PSEUDO_PHILOX4_32_10), MURAND_STATUS_SUCCESS);
  EQUAL(musasim::launch_work(nullptr, "bad", [] { return musaErrorIllegalAddress; }), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaErrorIllegalAddress);
  unsigned number = 0;
  EQUAL(murandGenerate(generator, &number, 1), MURAND_STATUS_PREEXISTING_FAILURE);
  EQUAL(murandGenerate(host, &number, 1), MURAND_STATUS_SUCCESS);
  EQUAL(number, 0x6627e8d5u);
  murandGenerator_t late = nullptr;
  EQUAL(murandCreateGenerator(&late, MURAND_RNG_PSEUDO_PHILOX4_32_10),
        MURAND_STATUS_INITIALIZATION_FAILED);
  EQUAL(murandDestroyGenerator(generator), MURAND_STATUS_SUCCESS);
  EQUAL(murandDestroyGenerator(host), MURAND_STATUS_SUCCESS);
}

TEST_MAIN()
