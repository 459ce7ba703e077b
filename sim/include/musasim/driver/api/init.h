// The driver itself: start, version, errors, functions by name.
#pragma once

#include <stddef.h>

#include "musasim/driver/types/basic.h"
#include "musasim/driver/types/device.h"
#include "musasim/driver/types/function.h"
#include "musasim/driver/types/result.h"
#include "musasim/driver/versions.h"

#include "musasim/driver/api_begin.h"

MUresult MUSAAPI muGetErrorString(MUresult error, const char** pStr);
MUresult MUSAAPI muGetErrorName(MUresult error, const char** pStr);
MUresult MUSAAPI muInit(unsigned int Flags);
MUresult MUSAAPI muDriverGetVersion(int* driverVersion);
MUresult MUSAAPI muFlushGPUDirectRDMAWrites(MUflushGPUDirectRDMAWritesTarget target,
                                            MUflushGPUDirectRDMAWritesScope scope);
MUresult MUSAAPI muGetProcAddress(const char* symbol, void** pfn, int cudaVersion, muuint64_t flags,
                                  MUdriverProcAddressQueryResult* symbolStatus);
MUresult MUSAAPI muGetExportTable(const void** ppExportTable, const MUuuid* pExportTableId);
MUresult MUSAAPI muProfilerStart(void);
MUresult MUSAAPI muProfilerStop(void);

#include "musasim/driver/api_end.h"
