// Opaque handles. Each points to an object of the simulated machine.
#pragma once

typedef struct musaArray* musaArray_t;
typedef const struct musaArray* musaArray_const_t;
struct musaArray;
typedef struct musaMipmappedArray* musaMipmappedArray_t;
typedef const struct musaMipmappedArray* musaMipmappedArray_const_t;
struct musaMipmappedArray;
struct musaGraphicsResource;
typedef struct MUstream_st* musaStream_t;
typedef struct MUevent_st* musaEvent_t;
typedef struct musaGraphicsResource* musaGraphicsResource_t;
typedef struct MUexternalMemory_st* musaExternalMemory_t;
typedef struct MUexternalSemaphore_st* musaExternalSemaphore_t;
typedef struct MUgraph_st* musaGraph_t;
typedef struct MUgraphNode_st* musaGraphNode_t;
typedef struct MUuserObject_st* musaUserObject_t;
typedef struct MUfunc_st* musaFunction_t;
typedef struct MUkern_st* musaKernel_t;
typedef struct MUmemPoolHandle_st* musaMemPool_t;
typedef struct MUgraphExec_st* musaGraphExec_t;
// An image of kernels and variables that was loaded at run time.
typedef struct MUlib_st* musaLibrary_t;
// One registration of musaDeviceRegisterAsyncNotification.
typedef struct musaAsyncCallbackEntry* musaAsyncCallbackHandle_t;
// Value that decides over a conditional node.
typedef unsigned long long musaGraphConditionalHandle;

// Calling convention of callbacks.
#if defined(_WIN32)
#define MUSART_CB __stdcall
#else
#define MUSART_CB
#endif
