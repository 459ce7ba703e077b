// Memory and semaphores of other APIs.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "musasim/driver/types/array.h"
#include "musasim/driver/types/basic.h"

typedef enum MUgraphicsRegisterFlags_enum {
  MU_GRAPHICS_REGISTER_FLAGS_NONE = 0x00,
  MU_GRAPHICS_REGISTER_FLAGS_READ_ONLY = 0x01,
  MU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD = 0x02,
  MU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST = 0x04,
  MU_GRAPHICS_REGISTER_FLAGS_TEXTURE_GATHER = 0x08
} MUgraphicsRegisterFlags;

typedef enum MUgraphicsMapResourceFlags_enum {
  MU_GRAPHICS_MAP_RESOURCE_FLAGS_NONE = 0x00,
  MU_GRAPHICS_MAP_RESOURCE_FLAGS_READ_ONLY = 0x01,
  MU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD = 0x02
} MUgraphicsMapResourceFlags;

typedef enum MUexternalMemoryHandleType_enum {
  MU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD = 1,
  MU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32 = 2,
  MU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32_KMT = 3,
  MU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_HEAP = 4,
  MU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_RESOURCE = 5,
  MU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE = 6,
  MU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE_KMT = 7,
  MU_EXTERNAL_MEMORY_HANDLE_TYPE_MTSCIBUF = 8
} MUexternalMemoryHandleType;
#define MUSA_EXTERNAL_MEMORY_DEDICATED 0x1
#define MUSA_EXTERNAL_SEMAPHORE_SIGNAL_SKIP_MTSCIBUF_MEMSYNC 0x01
#define MUSA_EXTERNAL_SEMAPHORE_WAIT_SKIP_MTSCIBUF_MEMSYNC 0x02
#define MUSA_MTSCISYNC_ATTR_SIGNAL 0x1
#define MUSA_MTSCISYNC_ATTR_WAIT 0x2

typedef struct MUSA_EXTERNAL_MEMORY_HANDLE_DESC_st {
  MUexternalMemoryHandleType type;
  union {
    int fd;
    struct {
      void* handle;
      const void* name;
    } win32;
    const void* mtSciBufObject;
  } handle;
  unsigned long long size;
  unsigned int flags;
  unsigned int reserved[16];
} MUSA_EXTERNAL_MEMORY_HANDLE_DESC_v1;
typedef MUSA_EXTERNAL_MEMORY_HANDLE_DESC_v1 MUSA_EXTERNAL_MEMORY_HANDLE_DESC;

typedef struct MUSA_EXTERNAL_MEMORY_BUFFER_DESC_st {
  unsigned long long offset;
  unsigned long long size;
  unsigned int flags;
  unsigned int reserved[16];
} MUSA_EXTERNAL_MEMORY_BUFFER_DESC_v1;
typedef MUSA_EXTERNAL_MEMORY_BUFFER_DESC_v1 MUSA_EXTERNAL_MEMORY_BUFFER_DESC;

typedef struct MUSA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st {
  unsigned long long offset;
  MUSA_ARRAY3D_DESCRIPTOR arrayDesc;
  unsigned int numLevels;
  unsigned int reserved[16];
} MUSA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1;
typedef MUSA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1 MUSA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC;

typedef enum MUexternalSemaphoreHandleType_enum {
  MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD = 1,
  MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32 = 2,
  MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32_KMT = 3,
  MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D12_FENCE = 4,
  MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_FENCE = 5,
  MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_MTSCISYNC = 6,
  MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX = 7,
  MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX_KMT = 8,
  MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD = 9,
  MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_WIN32 = 10
} MUexternalSemaphoreHandleType;

typedef struct MUSA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st {
  MUexternalSemaphoreHandleType type;
  union {
    int fd;
    struct {
      void* handle;
      const void* name;
    } win32;
    const void* mtSciSyncObj;
  } handle;
  unsigned int flags;
  unsigned int reserved[16];
} MUSA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1;
typedef MUSA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1 MUSA_EXTERNAL_SEMAPHORE_HANDLE_DESC;

typedef struct MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st {
  struct {
    struct {
      unsigned long long value;
    } fence;
    union {
      void* fence;
      unsigned long long reserved;
    } mtSciSync;
    struct {
      unsigned long long key;
    } keyedMutex;
    unsigned int reserved[12];
  } params;
  unsigned int flags;
  unsigned int reserved[16];
} MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1;
typedef MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1 MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS;

typedef struct MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st {
  struct {
    struct {
      unsigned long long value;
    } fence;
    union {
      void* fence;
      unsigned long long reserved;
    } mtSciSync;
    struct {
      unsigned long long key;
      unsigned int timeoutMs;
    } keyedMutex;
    unsigned int reserved[10];
  } params;
  unsigned int flags;
  unsigned int reserved[16];
} MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1;
typedef MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1 MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS;
