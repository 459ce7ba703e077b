// Calls of the program at events of interest.
#pragma once

#include "musasim/mupti/result.h"

typedef enum {
  MUPTI_API_ENTER = 0,
  MUPTI_API_EXIT = 1,
  MUPTI_API_CBSITE_FORCE_INT = 0x7fffffff
} MUpti_ApiCallbackSite;

typedef enum {
  MUPTI_CB_DOMAIN_INVALID = 0,
  MUPTI_CB_DOMAIN_DRIVER_API = 1,
  MUPTI_CB_DOMAIN_RUNTIME_API = 2,
  MUPTI_CB_DOMAIN_RESOURCE = 3,
  MUPTI_CB_DOMAIN_SYNCHRONIZE = 4,
  MUPTI_CB_DOMAIN_MTTX = 5,
  MUPTI_CB_DOMAIN_SIZE,
  MUPTI_CB_DOMAIN_FORCE_INT = 0x7fffffff
} MUpti_CallbackDomain;

typedef enum {
  MUPTI_CBID_RESOURCE_INVALID = 0,
  MUPTI_CBID_RESOURCE_CONTEXT_CREATED = 1,
  MUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING = 2,
  MUPTI_CBID_RESOURCE_STREAM_CREATED = 3,
  MUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING = 4,
  MUPTI_CBID_RESOURCE_CU_INIT_FINISHED = 5,
  MUPTI_CBID_RESOURCE_MODULE_LOADED = 6,
  MUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING = 7,
  MUPTI_CBID_RESOURCE_MODULE_PROFILED = 8,
  MUPTI_CBID_RESOURCE_GRAPH_CREATED = 9,
  MUPTI_CBID_RESOURCE_GRAPH_DESTROY_STARTING = 10,
  MUPTI_CBID_RESOURCE_GRAPH_CLONED = 11,
  MUPTI_CBID_RESOURCE_GRAPHNODE_CREATE_STARTING = 12,
  MUPTI_CBID_RESOURCE_GRAPHNODE_CREATED = 13,
  MUPTI_CBID_RESOURCE_GRAPHNODE_DESTROY_STARTING = 14,
  MUPTI_CBID_RESOURCE_GRAPHNODE_DEPENDENCY_CREATED = 15,
  MUPTI_CBID_RESOURCE_GRAPHNODE_DEPENDENCY_DESTROY_STARTING = 16,
  MUPTI_CBID_RESOURCE_GRAPHEXEC_CREATE_STARTING = 17,
  MUPTI_CBID_RESOURCE_GRAPHEXEC_CREATED = 18,
  MUPTI_CBID_RESOURCE_GRAPHEXEC_DESTROY_STARTING = 19,
  MUPTI_CBID_RESOURCE_GRAPHNODE_CLONED = 20,
  MUPTI_CBID_RESOURCE_SIZE,
  MUPTI_CBID_RESOURCE_FORCE_INT = 0x7fffffff
} MUpti_CallbackIdResource;

// Numbers of calls, as far as they are seen in use.
enum {
  MUPTI_DRIVER_TRACE_CBID_muLaunchKernel = 307,
  MUPTI_DRIVER_TRACE_CBID_muLaunchKernelEx = 652,
  MUPTI_DRIVER_TRACE_CBID_muLaunchKernelEx_ptsz = 653,
  MUPTI_RUNTIME_TRACE_CBID_INVALID = 0,
  MUPTI_RUNTIME_TRACE_CBID_musaDeviceSynchronize_v3020 = 165,
  MUPTI_RUNTIME_TRACE_CBID_musaDriverGetVersion_v3020 = 1,
  MUPTI_RUNTIME_TRACE_CBID_musaEventCreateWithFlags_v3020 = 134,
  MUPTI_RUNTIME_TRACE_CBID_musaEventCreate_v3020 = 133,
  MUPTI_RUNTIME_TRACE_CBID_musaEventDestroy_v3020 = 136,
  MUPTI_RUNTIME_TRACE_CBID_musaGetDevice_v3020 = 17,
  MUPTI_RUNTIME_TRACE_CBID_musaGetLastError_v3020 = 10,
  MUPTI_RUNTIME_TRACE_CBID_musaGraphLaunch_v10000 = 311,
  MUPTI_RUNTIME_TRACE_CBID_musaLaunchCooperativeKernelMultiDevice_v9000 = 272,
  MUPTI_RUNTIME_TRACE_CBID_musaLaunchCooperativeKernel_v9000 = 269,
  MUPTI_RUNTIME_TRACE_CBID_musaLaunchKernelExC_v11060 = 430,
  MUPTI_RUNTIME_TRACE_CBID_musaLaunchKernel_v7000 = 211,
  MUPTI_RUNTIME_TRACE_CBID_musaMemcpy_v3020 = 31,
  MUPTI_RUNTIME_TRACE_CBID_musaMemset2DAsync_v3020 = 52,
  MUPTI_RUNTIME_TRACE_CBID_musaSetDevice_v3020 = 16,
  MUPTI_RUNTIME_TRACE_CBID_musaStreamSetAttribute_ptsz_v11000 = 346,
  MUPTI_RUNTIME_TRACE_CBID_musaStreamSynchronize_v3020 = 131,
  MUPTI_RUNTIME_TRACE_CBID_musaStreamWaitEvent_v3020 = 147
};

typedef uint32_t MUpti_CallbackId;
typedef struct MUpti_Subscriber_st* MUpti_SubscriberHandle;
typedef MUpti_CallbackDomain* MUpti_DomainTable;

// The data of a call that a callback gets.
typedef struct {
  MUpti_ApiCallbackSite callbackSite;
  const char* functionName;
  const void* functionParams;
  void* functionReturnValue;
  const char* symbolName;
  MUcontext context;
  uint32_t contextUid;
  uint64_t* correlationData;
  uint32_t correlationId;
} MUpti_CallbackData;

typedef void(MUPTIAPI* MUpti_CallbackFunc)(void* userdata, MUpti_CallbackDomain domain,
                                           MUpti_CallbackId cbid, const void* cbdata);

#include "musasim/driver/api_begin.h"

MUptiResult MUPTIAPI muptiEnableAllDomains(uint32_t enable, MUpti_SubscriberHandle subscriber);
MUptiResult MUPTIAPI muptiEnableCallback(uint32_t enable, MUpti_SubscriberHandle subscriber,
                                         MUpti_CallbackDomain domain, MUpti_CallbackId cbid);
MUptiResult MUPTIAPI muptiEnableDomain(uint32_t enable, MUpti_SubscriberHandle subscriber,
                                       MUpti_CallbackDomain domain);
MUptiResult MUPTIAPI muptiGetCallbackName(MUpti_CallbackDomain domain, uint32_t cbid,
                                          const char** name);
MUptiResult MUPTIAPI muptiGetCallbackState(uint32_t* enable, MUpti_SubscriberHandle subscriber,
                                           MUpti_CallbackDomain domain, MUpti_CallbackId cbid);
MUptiResult MUPTIAPI muptiSubscribe(MUpti_SubscriberHandle* subscriber, MUpti_CallbackFunc callback,
                                    void* userdata);
MUptiResult MUPTIAPI muptiSupportedDomains(size_t* domainCount, MUpti_DomainTable* domainTable);
MUptiResult MUPTIAPI muptiUnsubscribe(MUpti_SubscriberHandle subscriber);

#include "musasim/driver/api_end.h"
