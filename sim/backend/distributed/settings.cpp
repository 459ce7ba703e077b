// Reading of TORCH_MCCL_*; names and defaults are torch_musa's.
#include "distributed/settings.h"

#include <c10/util/Exception.h>
#include <torch/csrc/distributed/c10d/Utils.hpp>

namespace musasim::distributed {

namespace {

ErrorHandling read_error_handling() {
  constexpr int kDefault = static_cast<int>(ErrorHandling::kSkipCleanUp);
  const int mode =
      c10d::getCvarInt({"TORCH_MCCL_ASYNC_ERROR_HANDLING", "MCCL_ASYNC_ERROR_HANDLING"}, kDefault);
  TORCH_CHECK_VALUE(mode >= 0 && mode <= kDefault,
                    "TORCH_MCCL_ASYNC_ERROR_HANDLING must be a number from 0 to 3, but it is ",
                    mode);
  return static_cast<ErrorHandling>(mode);
}

}  // namespace

GroupSettings read_group_settings() {
  GroupSettings settings{};
  settings.error_handling = read_error_handling();
  settings.blocking_wait =
      c10d::getCvarBool({"TORCH_MCCL_BLOCKING_WAIT", "MCCL_BLOCKING_WAIT"}, false);
  settings.high_priority = c10d::getCvarBool({"TORCH_MCCL_HIGH_PRIORITY"}, false);
  settings.avoid_record_streams = c10d::getCvarBool({"TORCH_MCCL_AVOID_RECORD_STREAMS"}, false);
  settings.timing = c10d::getCvarBool({"TORCH_MCCL_ENABLE_TIMING", "MCCL_ENABLE_TIMING"}, false);
  settings.check_for_nans = c10d::getCvarBool({"TORCH_MCCL_NAN_CHECK"}, false);
  return settings;
}

}  // namespace musasim::distributed
