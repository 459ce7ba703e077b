// Memory and semaphores of other APIs.
#pragma once

#include <stddef.h>

#include "musasim/types/array.h"
#include "musasim/types/handles.h"
#include "musasim/types/memory.h"

#define musaExternalMemoryDedicated 0x1
#define musaExternalSemaphoreSignalSkipMtSciBufMemSync 0x01
#define musaExternalSemaphoreWaitSkipMtSciBufMemSync 0x02
#define musaMtSciSyncAttrSignal 0x1
#define musaMtSciSyncAttrWait 0x2

enum musaExternalMemoryHandleType {
  musaExternalMemoryHandleTypeOpaqueFd = 1,
  musaExternalMemoryHandleTypeOpaqueWin32 = 2,
  musaExternalMemoryHandleTypeOpaqueWin32Kmt = 3,
  musaExternalMemoryHandleTypeD3D12Heap = 4,
  musaExternalMemoryHandleTypeD3D12Resource = 5,
  musaExternalMemoryHandleTypeD3D11Resource = 6,
  musaExternalMemoryHandleTypeD3D11ResourceKmt = 7,
  musaExternalMemoryHandleTypeMtSciBuf = 8
};

struct musaExternalMemoryHandleDesc {
  enum musaExternalMemoryHandleType type;
  union {
    int fd;
    struct {
      void* handle;
      const void* name;
    } win32;
    const void* nvSciBufObject;
  } handle;
  unsigned long long size;
  unsigned int flags;
};

struct musaExternalMemoryBufferDesc {
  unsigned long long offset;
  unsigned long long size;
  unsigned int flags;
};

struct musaExternalMemoryMipmappedArrayDesc {
  unsigned long long offset;
  struct musaChannelFormatDesc formatDesc;
  struct musaExtent extent;
  unsigned int flags;
  unsigned int numLevels;
};

enum musaExternalSemaphoreHandleType {
  musaExternalSemaphoreHandleTypeOpaqueFd = 1,
  musaExternalSemaphoreHandleTypeOpaqueWin32 = 2,
  musaExternalSemaphoreHandleTypeOpaqueWin32Kmt = 3,
  musaExternalSemaphoreHandleTypeD3D12Fence = 4,
  musaExternalSemaphoreHandleTypeD3D11Fence = 5,
  musaExternalSemaphoreHandleTypeMtSciSync = 6,
  musaExternalSemaphoreHandleTypeKeyedMutex = 7,
  musaExternalSemaphoreHandleTypeKeyedMutexKmt = 8,
  musaExternalSemaphoreHandleTypeTimelineSemaphoreFd = 9,
  musaExternalSemaphoreHandleTypeTimelineSemaphoreWin32 = 10
};

struct musaExternalSemaphoreHandleDesc {
  enum musaExternalSemaphoreHandleType type;
  union {
    int fd;
    struct {
      void* handle;
      const void* name;
    } win32;
    const void* nvSciSyncObj;
  } handle;
  unsigned int flags;
};

struct musaExternalSemaphoreSignalParams_v1 {
  struct {
    struct {
      unsigned long long value;
    } fence;
    union {
      void* fence;
      unsigned long long reserved;
    } nvSciSync;
    struct {
      unsigned long long key;
    } keyedMutex;
  } params;
  unsigned int flags;
};

struct musaExternalSemaphoreWaitParams_v1 {
  struct {
    struct {
      unsigned long long value;
    } fence;
    union {
      void* fence;
      unsigned long long reserved;
    } nvSciSync;
    struct {
      unsigned long long key;
      unsigned int timeoutMs;
    } keyedMutex;
  } params;
  unsigned int flags;
};

struct musaExternalSemaphoreSignalParams {
  struct {
    struct {
      unsigned long long value;
    } fence;
    union {
      void* fence;
      unsigned long long reserved;
    } nvSciSync;
    struct {
      unsigned long long key;
    } keyedMutex;
    unsigned int reserved[12];
  } params;
  unsigned int flags;
  unsigned int reserved[16];
};

struct musaExternalSemaphoreWaitParams {
  struct {
    struct {
      unsigned long long value;
    } fence;
    union {
      void* fence;
      unsigned long long reserved;
    } nvSciSync;
    struct {
      unsigned long long key;
      unsigned int timeoutMs;
    } keyedMutex;
    unsigned int reserved[10];
  } params;
  unsigned int flags;
  unsigned int reserved[16];
};
