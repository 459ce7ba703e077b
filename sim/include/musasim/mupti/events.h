// Counters and what is computed from them.
#pragma once

#include "musasim/mupti/result.h"

typedef uint32_t MUpti_EventID;
typedef uint32_t MUpti_EventDomainID;
typedef void* MUpti_EventGroup;
typedef uint32_t MUpti_MetricID;

typedef enum {
  MUPTI_EVENT_ATTR_NAME = 0,
  MUPTI_EVENT_ATTR_SHORT_DESCRIPTION = 1,
  MUPTI_EVENT_ATTR_LONG_DESCRIPTION = 2,
  MUPTI_EVENT_ATTR_CATEGORY = 3,
  MUPTI_EVENT_ATTR_PROFILING_SCOPE = 5,
  MUPTI_EVENT_ATTR_FORCE_INT = 0x7fffffff
} MUpti_EventAttribute;

typedef enum {
  MUPTI_EVENT_COLLECTION_MODE_CONTINUOUS = 0,
  MUPTI_EVENT_COLLECTION_MODE_KERNEL = 1,
  MUPTI_EVENT_COLLECTION_MODE_FORCE_INT = 0x7fffffff
} MUpti_EventCollectionMode;

typedef enum {
  MUPTI_EVENT_GROUP_ATTR_EVENT_DOMAIN_ID = 0,
  MUPTI_EVENT_GROUP_ATTR_PROFILE_ALL_DOMAIN_INSTANCES = 1,
  MUPTI_EVENT_GROUP_ATTR_USER_DATA = 2,
  MUPTI_EVENT_GROUP_ATTR_NUM_EVENTS = 3,
  MUPTI_EVENT_GROUP_ATTR_EVENTS = 4,
  MUPTI_EVENT_GROUP_ATTR_INSTANCE_COUNT = 5,
  MUPTI_EVENT_GROUP_ATTR_PROFILING_SCOPE = 6,
  MUPTI_EVENT_GROUP_ATTR_FORCE_INT = 0x7fffffff
} MUpti_EventGroupAttribute;

typedef enum {
  MUPTI_EVENT_READ_FLAG_NONE = 0,
  MUPTI_EVENT_READ_FLAG_FORCE_INT = 0x7fffffff
} MUpti_ReadEventFlags;

typedef enum {
  MUPTI_METRIC_ATTR_NAME = 0,
  MUPTI_METRIC_ATTR_SHORT_DESCRIPTION = 1,
  MUPTI_METRIC_ATTR_LONG_DESCRIPTION = 2,
  MUPTI_METRIC_ATTR_CATEGORY = 3,
  MUPTI_METRIC_ATTR_VALUE_KIND = 4,
  MUPTI_METRIC_ATTR_EVALUATION_MODE = 5,
  MUPTI_METRIC_ATTR_FORCE_INT = 0x7fffffff
} MUpti_MetricAttribute;

typedef enum {
  MUPTI_METRIC_EVALUATION_MODE_PER_INSTANCE = 1,
  MUPTI_METRIC_EVALUATION_MODE_AGGREGATE = 1 << 1,
  MUPTI_METRIC_EVALUATION_MODE_FORCE_INT = 0x7fffffff
} MUpti_MetricEvaluationMode;

typedef enum {
  MUPTI_METRIC_VALUE_KIND_DOUBLE = 0,
  MUPTI_METRIC_VALUE_KIND_UINT64 = 1,
  MUPTI_METRIC_VALUE_KIND_PERCENT = 2,
  MUPTI_METRIC_VALUE_KIND_THROUGHPUT = 3,
  MUPTI_METRIC_VALUE_KIND_INT64 = 4,
  MUPTI_METRIC_VALUE_KIND_UTILIZATION_LEVEL = 5,
  MUPTI_METRIC_VALUE_KIND_FORCE_INT = 0x7fffffff
} MUpti_MetricValueKind;

typedef enum {
  MUPTI_METRIC_VALUE_UTILIZATION_IDLE = 0,
  MUPTI_METRIC_VALUE_UTILIZATION_LOW = 2,
  MUPTI_METRIC_VALUE_UTILIZATION_MID = 5,
  MUPTI_METRIC_VALUE_UTILIZATION_HIGH = 8,
  MUPTI_METRIC_VALUE_UTILIZATION_MAX = 10,
  MUPTI_METRIC_VALUE_UTILIZATION_FORCE_INT = 0x7fffffff
} MUpti_MetricValueUtilizationLevel;

typedef enum {
  MUPTI_METRIC_PROPERTY_MULTIPROCESSOR_COUNT,
  MUPTI_METRIC_PROPERTY_WARPS_PER_MULTIPROCESSOR,
  MUPTI_METRIC_PROPERTY_KERNEL_GPU_TIME,
  MUPTI_METRIC_PROPERTY_CLOCK_RATE,
  MUPTI_METRIC_PROPERTY_FRAME_BUFFER_COUNT,
  MUPTI_METRIC_PROPERTY_GLOBAL_MEMORY_BANDWIDTH,
  MUPTI_METRIC_PROPERTY_PCIE_LINK_RATE,
  MUPTI_METRIC_PROPERTY_PCIE_LINK_WIDTH,
  MUPTI_METRIC_PROPERTY_PCIE_GEN,
  MUPTI_METRIC_PROPERTY_DEVICE_CLASS,
  MUPTI_METRIC_PROPERTY_FLOP_SP_PER_CYCLE,
  MUPTI_METRIC_PROPERTY_FLOP_DP_PER_CYCLE,
  MUPTI_METRIC_PROPERTY_L2_UNITS,
  MUPTI_METRIC_PROPERTY_ECC_ENABLED,
  MUPTI_METRIC_PROPERTY_FLOP_HP_PER_CYCLE,
  MUPTI_METRIC_PROPERTY_GPU_CPU_MTLINK_BANDWIDTH
} MUpti_MetricPropertyID;

typedef struct {
  uint32_t numEventGroups;
  MUpti_EventGroup* eventGroups;
} MUpti_EventGroupSet;

typedef struct {
  uint32_t numSets;
  MUpti_EventGroupSet* sets;
} MUpti_EventGroupSets;

typedef union {
  double metricValueDouble;
  uint64_t metricValueUint64;
  int64_t metricValueInt64;
  double metricValuePercent;
  uint64_t metricValueThroughput;
  MUpti_MetricValueUtilizationLevel metricValueUtilizationLevel;
} MUpti_MetricValue;

#include "musasim/driver/api_begin.h"

MUptiResult MUPTIAPI muptiDeviceEnumMetrics(MUdevice device, size_t* arraySizeBytes,
                                            MUpti_MetricID* metricArray);
MUptiResult MUPTIAPI muptiDeviceGetNumMetrics(MUdevice device, uint32_t* numMetrics);
MUptiResult MUPTIAPI muptiDeviceSupported(MUdevice dev, int* support);
MUptiResult MUPTIAPI muptiEventGetAttribute(MUpti_EventID event, MUpti_EventAttribute attrib,
                                            size_t* valueSize, void* value);
MUptiResult MUPTIAPI muptiEventGetIdFromName(MUdevice device, const char* eventName,
                                             MUpti_EventID* event);
MUptiResult MUPTIAPI muptiEventGroupAddEvent(MUpti_EventGroup eventGroup, MUpti_EventID event);
MUptiResult MUPTIAPI muptiEventGroupCreate(MUcontext context, MUpti_EventGroup* eventGroup,
                                           uint32_t flags);
MUptiResult MUPTIAPI muptiEventGroupDestroy(MUpti_EventGroup eventGroup);
MUptiResult MUPTIAPI muptiEventGroupDisable(MUpti_EventGroup eventGroup);
MUptiResult MUPTIAPI muptiEventGroupEnable(MUpti_EventGroup eventGroup);
MUptiResult MUPTIAPI muptiEventGroupGetAttribute(MUpti_EventGroup eventGroup,
                                                 MUpti_EventGroupAttribute attrib,
                                                 size_t* valueSize, void* value);
MUptiResult MUPTIAPI muptiEventGroupReadAllEvents(
    MUpti_EventGroup eventGroup, MUpti_ReadEventFlags flags, size_t* eventValueBufferSizeBytes,
    uint64_t* eventValueBuffer, size_t* eventIdArraySizeBytes, MUpti_EventID* eventIdArray,
    size_t* numEventIdsRead);
MUptiResult MUPTIAPI muptiEventGroupReadEvent(MUpti_EventGroup eventGroup,
                                              MUpti_ReadEventFlags flags, MUpti_EventID event,
                                              size_t* eventValueBufferSizeBytes,
                                              uint64_t* eventValueBuffer);
MUptiResult MUPTIAPI muptiEventGroupRemoveEvent(MUpti_EventGroup eventGroup, MUpti_EventID event);
MUptiResult MUPTIAPI muptiEventGroupSetAttribute(MUpti_EventGroup eventGroup,
                                                 MUpti_EventGroupAttribute attrib, size_t valueSize,
                                                 void* value);
MUptiResult MUPTIAPI muptiEventGroupSetDisable(MUpti_EventGroupSet* eventGroupSet);
MUptiResult MUPTIAPI muptiEventGroupSetEnable(MUpti_EventGroupSet* eventGroupSet);
MUptiResult MUPTIAPI muptiEventGroupSetsCreate(MUcontext context, size_t eventIdArraySizeBytes,
                                               MUpti_EventID* eventIdArray,
                                               MUpti_EventGroupSets** eventGroupPasses);
MUptiResult MUPTIAPI muptiEventGroupSetsDestroy(MUpti_EventGroupSets* eventGroupSets);
MUptiResult MUPTIAPI muptiMetricCreateEventGroupSets(MUcontext context,
                                                     size_t metricIdArraySizeBytes,
                                                     MUpti_MetricID* metricIdArray,
                                                     MUpti_EventGroupSets** eventGroupPasses);
MUptiResult MUPTIAPI muptiMetricEnumEvents(MUpti_MetricID metric, size_t* eventIdArraySizeBytes,
                                           MUpti_EventID* eventIdArray);
MUptiResult MUPTIAPI muptiMetricGetAttribute(MUpti_MetricID metric, MUpti_MetricAttribute attrib,
                                             size_t* valueSize, void* value);
MUptiResult MUPTIAPI muptiMetricGetIdFromName(MUdevice device, const char* metricName,
                                              MUpti_MetricID* metric);
MUptiResult MUPTIAPI muptiMetricGetNumEvents(MUpti_MetricID metric, uint32_t* numEvents);
MUptiResult MUPTIAPI muptiMetricGetValue(MUdevice device, MUpti_MetricID metric,
                                         size_t eventIdArraySizeBytes, MUpti_EventID* eventIdArray,
                                         size_t eventValueArraySizeBytes, uint64_t* eventValueArray,
                                         uint64_t timeDuration, MUpti_MetricValue* metricValue);
MUptiResult MUPTIAPI muptiMetricGetValue2(MUpti_MetricID metric, size_t eventIdArraySizeBytes,
                                          MUpti_EventID* eventIdArray,
                                          size_t eventValueArraySizeBytes,
                                          uint64_t* eventValueArray, size_t propIdArraySizeBytes,
                                          MUpti_MetricPropertyID* propIdArray,
                                          size_t propValueArraySizeBytes, uint64_t* propValueArray,
                                          MUpti_MetricValue* metricValue);
MUptiResult MUPTIAPI muptiSetEventCollectionMode(MUcontext context, MUpti_EventCollectionMode mode);

#include "musasim/driver/api_end.h"
