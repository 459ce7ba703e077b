// Making, asking and ending of communicators; operators.
#include "machine/collective/api.h"
#include "machine/collective/rendezvous.h"
#include "mccl/call.h"

namespace collective = musasim::collective;
using musasim::mccl::device_call;
using musasim::mccl::public_call;

mcclResult_t mcclGetUniqueId(mcclUniqueId* id) {
  return public_call(__func__, [&] {
    return id != nullptr ? collective::get_unique_id(id)
                         : collective::fail(mcclInvalidArgument, "The out pointer is NULL");
  });
}

mcclResult_t mcclCommInitRank(mcclComm_t* comm, int nranks, mcclUniqueId id, int rank) {
  return device_call(__func__,
                     [&] { return collective::init_rank(comm, nranks, id, rank, nullptr); });
}

mcclResult_t mcclCommInitRankConfig(mcclComm_t* comm, int nranks, mcclUniqueId id, int rank,
                                    mcclConfig_t* config) {
  return device_call(__func__,
                     [&] { return collective::init_rank(comm, nranks, id, rank, config); });
}

mcclResult_t mcclCommInitRankScalable(mcclComm_t* comm, int nranks, int rank, int id_count,
                                      mcclUniqueId* ids, mcclConfig_t* config) {
  return device_call(__func__, [&] {
    if (ids == nullptr || id_count < 1 || id_count > nranks) {
      return collective::fail(mcclInvalidArgument,
                              "The number of unique ids must be from 1 to nranks");
    }
    // Several ids only spread the load of very many ranks.
    return collective::init_rank(comm, nranks, ids[0], rank, config);
  });
}

mcclResult_t mcclCommInitAll(mcclComm_t* comms, int devices, const int* list) {
  return device_call(__func__, [&] { return collective::init_all(comms, devices, list); });
}

mcclResult_t mcclCommSplit(mcclComm_t comm, int color, int key, mcclComm_t* part,
                           mcclConfig_t* config) {
  return device_call(__func__, [&] { return collective::split(comm, color, key, part, config); });
}

mcclResult_t mcclCommFinalize(mcclComm_t comm) {
  return public_call(__func__, [&] { return collective::finalize(comm); });
}

mcclResult_t mcclCommDestroy(mcclComm_t comm) {
  return public_call(__func__, [&] { return collective::destroy(comm); });
}

mcclResult_t mcclCommAbort(mcclComm_t comm) {
  return public_call(__func__, [&] { return collective::abort(comm); });
}

mcclResult_t mcclCommGetAsyncError(mcclComm_t comm, mcclResult_t* error) {
  return public_call(__func__, [&] { return collective::async_error(comm, error); });
}

mcclResult_t mcclCommCount(const mcclComm_t comm, int* count) {
  return public_call(__func__, [&] { return collective::rank_count(comm, count); });
}

mcclResult_t mcclCommMuDevice(const mcclComm_t comm, int* device) {
  return public_call(__func__, [&] { return collective::device_index(comm, device); });
}

mcclResult_t mcclCommUserRank(const mcclComm_t comm, int* rank) {
  return public_call(__func__, [&] { return collective::user_rank(comm, rank); });
}

mcclResult_t mcclRedOpCreatePreMulSum(mcclRedOp_t* op, void* scalar, mcclDataType_t type,
                                      mcclScalarResidence_t residence, mcclComm_t comm) {
  return public_call(
      __func__, [&] { return collective::create_scaled_sum(op, scalar, type, residence, comm); });
}

mcclResult_t mcclRedOpDestroy(mcclRedOp_t op, mcclComm_t comm) {
  return public_call(__func__, [&] { return collective::destroy_operator(op, comm); });
}
