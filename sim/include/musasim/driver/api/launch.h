// Kernels: attributes, launches, occupancy.
#pragma once

#include <stddef.h>

#include "musasim/driver/types/function.h"
#include "musasim/driver/types/result.h"
#include "musasim/driver/types/stream.h"
#include "musasim/driver/versions.h"

#include "musasim/driver/api_begin.h"

MUresult MUSAAPI muFuncGetAttribute(int* pi, MUfunction_attribute attrib, MUfunction hfunc);
MUresult MUSAAPI muFuncSetAttribute(MUfunction hfunc, MUfunction_attribute attrib, int value);
MUresult MUSAAPI muFuncSetCacheConfig(MUfunction hfunc, MUfunc_cache config);
MUresult MUSAAPI muFuncSetSharedMemConfig(MUfunction hfunc, MUsharedconfig config);
MUresult MUSAAPI muFuncGetModule(MUmodule* hmod, MUfunction hfunc);
MUresult MUSAAPI muLaunchKernel(MUfunction f, unsigned int gridDimX, unsigned int gridDimY,
                                unsigned int gridDimZ, unsigned int blockDimX,
                                unsigned int blockDimY, unsigned int blockDimZ,
                                unsigned int sharedMemBytes, MUstream hStream, void** kernelParams,
                                void** extra);
MUresult MUSAAPI muLaunchKernelEx(const MUlaunchConfig* config, MUfunction f, void** kernelParams,
                                  void** extra);
MUresult MUSAAPI muLaunchCooperativeKernel(MUfunction f, unsigned int gridDimX,
                                           unsigned int gridDimY, unsigned int gridDimZ,
                                           unsigned int blockDimX, unsigned int blockDimY,
                                           unsigned int blockDimZ, unsigned int sharedMemBytes,
                                           MUstream hStream, void** kernelParams);
MUresult MUSAAPI muLaunchCooperativeKernelMultiDevice(MUSA_LAUNCH_PARAMS* launchParamsList,
                                                      unsigned int numDevices, unsigned int flags);
MUresult MUSAAPI muLaunchHostFunc(MUstream hStream, MUhostFn fn, void* userData);
MUresult MUSAAPI muFuncSetBlockShape(MUfunction hfunc, int x, int y, int z);
MUresult MUSAAPI muFuncSetSharedSize(MUfunction hfunc, unsigned int bytes);
MUresult MUSAAPI muParamSetSize(MUfunction hfunc, unsigned int numbytes);
MUresult MUSAAPI muParamSeti(MUfunction hfunc, int offset, unsigned int value);
MUresult MUSAAPI muParamSetf(MUfunction hfunc, int offset, float value);
MUresult MUSAAPI muParamSetv(MUfunction hfunc, int offset, void* ptr, unsigned int numbytes);
MUresult MUSAAPI muLaunch(MUfunction f);
MUresult MUSAAPI muLaunchGrid(MUfunction f, int grid_width, int grid_height);
MUresult MUSAAPI muLaunchGridAsync(MUfunction f, int grid_width, int grid_height, MUstream hStream);
MUresult MUSAAPI muParamSetTexRef(MUfunction hfunc, int texunit, MUtexref hTexRef);
MUresult MUSAAPI muOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, MUfunction func,
                                                             int blockSize, size_t dynamicSMemSize);
MUresult MUSAAPI muOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* numBlocks, MUfunction func, int blockSize, size_t dynamicSMemSize, unsigned int flags);
MUresult MUSAAPI muOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, MUfunction func,
                                                  MUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                                  size_t dynamicSMemSize, int blockSizeLimit);
MUresult MUSAAPI muOccupancyMaxPotentialBlockSizeWithFlags(
    int* minGridSize, int* blockSize, MUfunction func,
    MUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit,
    unsigned int flags);
MUresult MUSAAPI muOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, MUfunction func,
                                                         int numBlocks, int blockSize);
MUresult MUSAAPI muOccupancyMaxPotentialClusterSize(int* clusterSize, MUfunction func,
                                                    const MUlaunchConfig* config);
MUresult MUSAAPI muOccupancyMaxActiveClusters(int* numClusters, MUfunction func,
                                              const MUlaunchConfig* config);

#include "musasim/driver/api_end.h"
