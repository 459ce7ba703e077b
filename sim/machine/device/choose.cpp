// The choice of musaChooseDevice.
#include "machine/device/choose.h"

#include <cstring>

#include "machine/device/properties.h"
#include "machine/device/simulated_gpus.h"

namespace musasim {

namespace {

// The number of wanted properties that the device has.
int score(const musaDeviceProp& wanted, const musaDeviceProp& has) {
  int points = 0;
  const auto at_least = [&points](auto want, auto have) { points += want != 0 && have >= want; };
  points += wanted.name[0] != '\0' && std::strcmp(wanted.name, has.name) == 0;
  points += wanted.major != 0 && wanted.major * 10 + wanted.minor <= has.major * 10 + has.minor;
  at_least(wanted.totalGlobalMem, has.totalGlobalMem);
  at_least(wanted.multiProcessorCount, has.multiProcessorCount);
  at_least(wanted.sharedMemPerBlock, has.sharedMemPerBlock);
  at_least(wanted.regsPerBlock, has.regsPerBlock);
  at_least(wanted.maxThreadsPerBlock, has.maxThreadsPerBlock);
  at_least(wanted.clockRate, has.clockRate);
  at_least(wanted.totalConstMem, has.totalConstMem);
  points += wanted.pciBusID != 0 && wanted.pciBusID == has.pciBusID;
  return points;
}

}  // namespace

int choose_device(const musaDeviceProp& wanted) {
  int best = 0;
  int best_score = -1;
  for (int index = 0; index < device_count(); ++index) {
    const int points = score(wanted, device_properties(index));
    if (points > best_score) {
      best = index;
      best_score = points;
    }
  }
  return best;
}

}  // namespace musasim
