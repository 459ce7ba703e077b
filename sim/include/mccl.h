/* MCCL: collective communication between devices. Ranks may be threads of one process or processes
 * of one machine. All operations are put on streams and return at once. */
#ifndef MUSASIM_MCCL_H_
#define MUSASIM_MCCL_H_

#include <limits.h>
#include <stddef.h>

#include "musa_runtime.h"

#define MCCL_MAJOR 2
#define MCCL_MINOR 11
#define MCCL_PATCH 4
#define MCCL_SUFFIX ""
#define MCCL_VERSION(X, Y, Z) \
  (((X) <= 2 && (Y) <= 8) ? (X) * 1000 + (Y) * 100 + (Z) : (X) * 10000 + (Y) * 100 + (Z))
#define MCCL_VERSION_CODE 21104

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Types ---- */

typedef struct mcclComm* mcclComm_t;
#define MCCL_COMM_NULL NULL

#define MCCL_UNIQUE_ID_BYTES 128
typedef struct {
  char internal[MCCL_UNIQUE_ID_BYTES];
} mcclUniqueId;

typedef enum {
  mcclSuccess = 0,
  mcclUnhandledMusaError = 1,
  mcclUnhandledCudaError = 1,
  mcclSystemError = 2,
  mcclInternalError = 3,
  mcclInvalidArgument = 4,
  mcclInvalidUsage = 5,
  mcclRemoteError = 6,
  mcclInProgress = 7,
  mcclNumResults = 8
} mcclResult_t;

typedef enum { mcclNumOps_dummy = 5 } mcclRedOp_dummy_t;
typedef enum {
  mcclSum = 0,
  mcclProd = 1,
  mcclMax = 2,
  mcclMin = 3,
  mcclAvg = 4,
  mcclNumOps = 5, /* the built-in ones; created operators have larger values */
  mcclMaxRedOp = 0x7fffffff >> (32 - 8 * sizeof(mcclRedOp_dummy_t))
} mcclRedOp_t;

typedef enum {
  mcclInt8 = 0,
  mcclChar = 0,
  mcclUint8 = 1,
  mcclInt32 = 2,
  mcclInt = 2,
  mcclUint32 = 3,
  mcclInt64 = 4,
  mcclUint64 = 5,
  mcclFloat16 = 6,
  mcclHalf = 6,
  mcclFloat32 = 7,
  mcclFloat = 7,
  mcclFloat64 = 8,
  mcclDouble = 8,
  mcclBfloat16 = 9,
  mcclFp8E4M3 = 10,
  mcclFloat8e4m3 = 10,
  mcclFp8E5M2 = 11,
  mcclFloat8e5m2 = 11,
  mcclNumTypes = 12
} mcclDataType_t;

typedef enum {
  mcclScalarDevice = 0,       /* read in device memory when the operation runs */
  mcclScalarHostImmediate = 1 /* read in host memory before the call returns */
} mcclScalarResidence_t;

/* ---- Configuration of a communicator ---- */

#define MCCL_CONFIG_UNDEF_INT INT_MIN
#define MCCL_CONFIG_UNDEF_PTR NULL
#define MCCL_SPLIT_NOCOLOR -1

typedef struct mcclConfig_v21700 {
  size_t size; /* these three are set by MCCL_CONFIG_INITIALIZER */
  unsigned int magic;
  unsigned int version;
  int blocking; /* 0: calls return mcclInProgress and go on in the background */
  int cgaClusterSize;
  int minCTAs;
  int maxCTAs;
  const char* netName;
  int splitShare;
} mcclConfig_t;

#define MCCL_CONFIG_INITIALIZER                      \
  {sizeof(mcclConfig_t),                             \
   0xcafebeef,                                       \
   MCCL_VERSION(MCCL_MAJOR, MCCL_MINOR, MCCL_PATCH), \
   MCCL_CONFIG_UNDEF_INT,                            \
   MCCL_CONFIG_UNDEF_INT,                            \
   MCCL_CONFIG_UNDEF_INT,                            \
   MCCL_CONFIG_UNDEF_INT,                            \
   MCCL_CONFIG_UNDEF_PTR,                            \
   MCCL_CONFIG_UNDEF_INT}

typedef struct mcclSimInfo_v22200 {
  size_t size;
  unsigned int magic;
  unsigned int version;
  float estimatedTime; /* microseconds */
} mcclSimInfo_t;

#define MCCL_SIM_INFO_INITIALIZER \
  {sizeof(mcclSimInfo_t), 0x74685283, MCCL_VERSION(MCCL_MAJOR, MCCL_MINOR, MCCL_PATCH), 0.0f}

typedef struct mcclWindow* mcclWindow_t;
#define MCCL_WIN_DEFAULT 0x00
#define MCCL_WIN_COLL_SYMMETRIC 0x01

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* ---- Library ---- */

mcclResult_t mcclGetVersion(int* version);
const char* mcclGetErrorString(mcclResult_t result);
/* What went wrong last in this process, in words. */
const char* mcclGetLastError(mcclComm_t comm);

/* ---- Communicators ---- */

mcclResult_t mcclGetUniqueId(mcclUniqueId* uniqueId);
mcclResult_t mcclCommInitRank(mcclComm_t* comm, int nranks, mcclUniqueId commId, int rank);
mcclResult_t mcclCommInitRankConfig(mcclComm_t* comm, int nranks, mcclUniqueId commId, int rank,
                                    mcclConfig_t* config);
mcclResult_t mcclCommInitRankScalable(mcclComm_t* comm, int nranks, int rank, int nId,
                                      mcclUniqueId* commIds, mcclConfig_t* config);
mcclResult_t mcclCommInitAll(mcclComm_t* comm, int ndev, const int* devlist);
mcclResult_t mcclCommSplit(mcclComm_t comm, int color, int key, mcclComm_t* newcomm,
                           mcclConfig_t* config);
mcclResult_t mcclCommFinalize(mcclComm_t comm);
mcclResult_t mcclCommDestroy(mcclComm_t comm);
mcclResult_t mcclCommAbort(mcclComm_t comm);
mcclResult_t mcclCommGetAsyncError(mcclComm_t comm, mcclResult_t* asyncError);
mcclResult_t mcclCommCount(const mcclComm_t comm, int* count);
mcclResult_t mcclCommMuDevice(const mcclComm_t comm, int* device);
mcclResult_t mcclCommUserRank(const mcclComm_t comm, int* rank);

/* ---- Memory ---- */

mcclResult_t mcclMemAlloc(void** ptr, size_t size);
mcclResult_t mcclMemFree(void* ptr);
mcclResult_t mcclCommRegister(const mcclComm_t comm, void* buff, size_t size, void** handle);
mcclResult_t mcclCommDeregister(const mcclComm_t comm, void* handle);
mcclResult_t mcclCommWindowRegister(mcclComm_t comm, void* buff, size_t size, mcclWindow_t* win,
                                    int winFlags);
mcclResult_t mcclCommWindowDeregister(mcclComm_t comm, mcclWindow_t win);

/* ---- Reduction operators ---- */

/* A sum of inputs that each rank first multiplies by its scalar. */
mcclResult_t mcclRedOpCreatePreMulSum(mcclRedOp_t* op, void* scalar, mcclDataType_t datatype,
                                      mcclScalarResidence_t residence, mcclComm_t comm);
mcclResult_t mcclRedOpDestroy(mcclRedOp_t op, mcclComm_t comm);

/* ---- Collective operations ---- */

mcclResult_t mcclReduce(const void* sendbuff, void* recvbuff, size_t count, mcclDataType_t datatype,
                        mcclRedOp_t op, int root, mcclComm_t comm, musaStream_t stream);
mcclResult_t mcclBcast(void* buff, size_t count, mcclDataType_t datatype, int root, mcclComm_t comm,
                       musaStream_t stream);
mcclResult_t mcclBroadcast(const void* sendbuff, void* recvbuff, size_t count,
                           mcclDataType_t datatype, int root, mcclComm_t comm, musaStream_t stream);
mcclResult_t mcclAllReduce(const void* sendbuff, void* recvbuff, size_t count,
                           mcclDataType_t datatype, mcclRedOp_t op, mcclComm_t comm,
                           musaStream_t stream);
mcclResult_t mcclReduceScatter(const void* sendbuff, void* recvbuff, size_t recvcount,
                               mcclDataType_t datatype, mcclRedOp_t op, mcclComm_t comm,
                               musaStream_t stream);
mcclResult_t mcclAllGather(const void* sendbuff, void* recvbuff, size_t sendcount,
                           mcclDataType_t datatype, mcclComm_t comm, musaStream_t stream);

/* ---- Point to point ---- */

mcclResult_t mcclSend(const void* sendbuff, size_t count, mcclDataType_t datatype, int peer,
                      mcclComm_t comm, musaStream_t stream);
mcclResult_t mcclRecv(void* recvbuff, size_t count, mcclDataType_t datatype, int peer,
                      mcclComm_t comm, musaStream_t stream);

/* ---- Groups: the calls between start and end become one ---- */

mcclResult_t mcclGroupStart(void);
mcclResult_t mcclGroupEnd(void);
/* Ends the group without running it; tells how long it would have taken. */
mcclResult_t mcclGroupSimulateEnd(mcclSimInfo_t* simInfo);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif /* MUSASIM_MCCL_H_ */
