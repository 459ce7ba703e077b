// Collective and point-to-point operations.
#include "machine/collective/api.h"
#include "mccl/call.h"

namespace collective = musasim::collective;
using musasim::collective::Task;
using musasim::collective::TaskKind;
using musasim::mccl::device_call;

mcclResult_t mcclReduce(const void* sendbuff, void* recvbuff, size_t count, mcclDataType_t type,
                        mcclRedOp_t op, int root, mcclComm_t comm, musaStream_t stream) {
  return device_call(__func__, [&] {
    const Task task{TaskKind::kReduce, sendbuff, recvbuff, count, type, op, {}, nullptr, root};
    return collective::submit(comm, task, stream);
  });
}

mcclResult_t mcclBcast(void* buff, size_t count, mcclDataType_t type, int root, mcclComm_t comm,
                       musaStream_t stream) {
  return mcclBroadcast(buff, buff, count, type, root, comm, stream);
}

mcclResult_t mcclBroadcast(const void* sendbuff, void* recvbuff, size_t count, mcclDataType_t type,
                           int root, mcclComm_t comm, musaStream_t stream) {
  return device_call(__func__, [&] {
    const Task task{TaskKind::kBroadcast, sendbuff, recvbuff, count, type, 0, {}, nullptr, root};
    return collective::submit(comm, task, stream);
  });
}

mcclResult_t mcclAllReduce(const void* sendbuff, void* recvbuff, size_t count, mcclDataType_t type,
                           mcclRedOp_t op, mcclComm_t comm, musaStream_t stream) {
  return device_call(__func__, [&] {
    const Task task{TaskKind::kAllReduce, sendbuff, recvbuff, count, type, op, {}, nullptr, 0};
    return collective::submit(comm, task, stream);
  });
}

mcclResult_t mcclReduceScatter(const void* sendbuff, void* recvbuff, size_t recvcount,
                               mcclDataType_t type, mcclRedOp_t op, mcclComm_t comm,
                               musaStream_t stream) {
  return device_call(__func__, [&] {
    const Task task{
        TaskKind::kReduceScatter, sendbuff, recvbuff, recvcount, type, op, {}, nullptr, 0};
    return collective::submit(comm, task, stream);
  });
}

mcclResult_t mcclAllGather(const void* sendbuff, void* recvbuff, size_t sendcount,
                           mcclDataType_t type, mcclComm_t comm, musaStream_t stream) {
  return device_call(__func__, [&] {
    const Task task{TaskKind::kAllGather, sendbuff, recvbuff, sendcount, type, 0, {}, nullptr, 0};
    return collective::submit(comm, task, stream);
  });
}

mcclResult_t mcclSend(const void* sendbuff, size_t count, mcclDataType_t type, int peer,
                      mcclComm_t comm, musaStream_t stream) {
  return device_call(__func__, [&] {
    const Task task{TaskKind::kSend, sendbuff, nullptr, count, type, 0, {}, nullptr, peer};
    return collective::submit(comm, task, stream);
  });
}

mcclResult_t mcclRecv(void* recvbuff, size_t count, mcclDataType_t type, int peer, mcclComm_t comm,
                      musaStream_t stream) {
  return device_call(__func__, [&] {
    const Task task{TaskKind::kReceive, nullptr, recvbuff, count, type, 0, {}, nullptr, peer};
    return collective::submit(comm, task, stream);
  });
}
