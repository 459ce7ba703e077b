// Version, error texts, groups.
#include "machine/collective/api.h"
#include "mccl/call.h"

namespace collective = musasim::collective;
using musasim::mccl::public_call;

mcclResult_t mcclGetVersion(int* version) {
  return public_call(__func__, [&] {
    if (version == nullptr) {
      return collective::fail(mcclInvalidArgument, "The out pointer is NULL");
    }
    *version = MCCL_VERSION_CODE;
    return mcclSuccess;
  });
}

const char* mcclGetErrorString(mcclResult_t result) {
  switch (result) {
    case mcclSuccess: return "no error";
    case mcclUnhandledMusaError: return "unhandled musa error (MCCL_DEBUG=WARN tells more)";
    case mcclSystemError: return "unhandled system error (MCCL_DEBUG=WARN tells more)";
    case mcclInternalError: return "internal error";
    case mcclInvalidArgument: return "invalid argument (MCCL_DEBUG=WARN tells more)";
    case mcclInvalidUsage: return "invalid usage (MCCL_DEBUG=WARN tells more)";
    case mcclRemoteError: return "remote process exited or cannot be reached";
    case mcclInProgress: return "MCCL operation in progress";
    default: return "unknown result code";
  }
}

const char* mcclGetLastError(mcclComm_t) { return collective::last_error(); }

mcclResult_t mcclGroupStart() { return public_call(__func__, collective::group_start); }
mcclResult_t mcclGroupEnd() { return public_call(__func__, collective::group_end); }

mcclResult_t mcclGroupSimulateEnd(mcclSimInfo_t* info) {
  return public_call(__func__, [&] {
    const mcclSimInfo_t plain = MCCL_SIM_INFO_INITIALIZER;
    if (info == nullptr || info->magic != plain.magic || info->size < sizeof plain) {
      return collective::fail(
          mcclInvalidArgument,
          "The mcclSimInfo_t was not initialized with MCCL_SIM_INFO_INITIALIZER");
    }
    return collective::group_simulate(&info->estimatedTime);
  });
}
