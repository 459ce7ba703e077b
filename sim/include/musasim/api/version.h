// Versions, the driver behind the runtime, the profiler.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI musaError_t musaDriverGetVersion(int* driverVersion);
MUSARTAPI musaError_t musaRuntimeGetVersion(int* runtimeVersion);
MUSARTAPI musaError_t musaGetDriverEntryPoint(const char* symbol, void** funcPtr,
                                              unsigned long long flags,
                                              enum musaDriverEntryPointQueryResult* driverStatus);
MUSARTAPI musaError_t musaGetExportTable(const void** ppExportTable,
                                         const musaUUID_t* pExportTableId);
MUSARTAPI musaError_t musaGetDriverEntryPointByVersion(
    const char* symbol, void** funcPtr, unsigned int musaVersion, unsigned long long flags,
    enum musaDriverEntryPointQueryResult* driverStatus MUSART_DEFAULT(NULL));
MUSARTAPI musaError_t musaProfilerStart(void);
MUSARTAPI musaError_t musaProfilerStop(void);
MUSARTAPI musaError_t musaProfilerInitialize(const char* configFile, const char* outputFile,
                                             musaOutputMode_t outputMode);

#if defined(__cplusplus)
}
#endif
