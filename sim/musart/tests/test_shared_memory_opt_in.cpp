// A model on which a kernel has to ask for more shared memory than any block may use.
#include "check.h"
#include "environment.h"
#include "musa_runtime.h"
#include "musasim/hand_kernel.h"

using namespace musasim::builtin;

namespace {

const Environment environment({{"MUSASIM_MODEL", "S4000"}});

void greedy() {}
MUSASIM_REGISTER_KERNEL(greedy);

}  // namespace

TEST(more_dynamic_shared_memory_has_to_be_asked_for) {
  constexpr std::size_t kMuch = 60 << 10;
  void* none[] = {nullptr};
  EQUAL(musaLaunchKernel(greedy, dim3(1), dim3(1), none, kMuch), musaErrorInvalidValue);
  EQUAL(musaFuncSetAttribute(greedy, musaFuncAttributeMaxDynamicSharedMemorySize, kMuch),
        musaSuccess);
  EQUAL(musaLaunchKernel(greedy, dim3(1), dim3(1), none, kMuch), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaSuccess);
}

TEST_MAIN()
