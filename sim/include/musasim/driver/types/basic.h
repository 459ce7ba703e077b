// Device pointers, devices and handles. Streams, events and graphs are those of the runtime.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "musasim/types/device.h"  // MUuuid

// Addresses of device memory are numbers.
#if defined(_WIN64) || defined(__LP64__)
typedef unsigned long long MUdeviceptr_v2;
#else
typedef unsigned int MUdeviceptr_v2;
#endif
typedef MUdeviceptr_v2 MUdeviceptr;

typedef uint32_t muuint32_t;
typedef uint64_t muuint64_t;

// Calling conventions.
#if defined(_WIN32)
#define MUSAAPI __stdcall
#define MUSA_CB __stdcall
#else
#define MUSAAPI
#define MUSA_CB
#endif

typedef int MUdevice_v1;
typedef MUdevice_v1 MUdevice;
typedef struct MUctx_st* MUcontext;
typedef struct MUmod_st* MUmodule;
typedef struct MUfunc_st* MUfunction;
typedef struct MUlib_st* MUlibrary;
typedef struct MUkern_st* MUkernel;
typedef struct MUarray_st* MUarray;
typedef struct MUmipmappedArray_st* MUmipmappedArray;
typedef struct MUtexref_st* MUtexref;
typedef struct MUsurfref_st* MUsurfref;
typedef struct MUevent_st* MUevent;
typedef struct MUstream_st* MUstream;
typedef struct MUgraphicsResource_st* MUgraphicsResource;
typedef unsigned long long MUtexObject_v1;
typedef MUtexObject_v1 MUtexObject;
typedef unsigned long long MUsurfObject_v1;
typedef MUsurfObject_v1 MUsurfObject;
typedef struct MUextMemory_st* MUexternalMemory;
typedef struct MUextSemaphore_st* MUexternalSemaphore;
typedef struct MUgraph_st* MUgraph;
typedef struct MUgraphNode_st* MUgraphNode;
typedef struct MUgraphExec_st* MUgraphExec;
typedef struct MUmemPoolHandle_st* MUmemoryPool;
typedef struct MUuserObject_st* MUuserObject;
typedef struct MUlinkState_st* MUlinkState;
typedef void(MUSA_CB* MUhostFn)(void* userData);
