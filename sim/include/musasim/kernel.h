/* The kernel ABI of the simulator: what a compiled kernel looks like to the machine. A compiler of
 * .mu files writes these tables; by hand, see musasim/hand_kernel.h.
 *
 * A kernel is one function that runs the whole grid on host memory, in the thread that calls it or
 * in threads of its own, and returns when all blocks are done. Tables are static data: the machine
 * keeps pointers into them for as long as they are registered.
 */
#ifndef MUSASIM_KERNEL_H
#define MUSASIM_KERNEL_H

#include <stddef.h>

#include "vector_types.h"

#define MUSASIM_KERNEL_ABI 1

#ifdef __cplusplus
extern "C" {
#endif

struct musasimKernel;

/* One launch, as the kernel sees it. New members come at the end. */
typedef struct musasimLaunch {
  unsigned int abi;                   /* MUSASIM_KERNEL_ABI of the machine */
  unsigned int warp_size;             /* 32 or 128 */
  struct uint3 grid;                  /* blocks */
  struct uint3 block;                 /* threads of a block */
  size_t dynamic_shared_bytes;        /* of one block, as launched */
  size_t static_shared_bytes;         /* of one block, as in the kernel's table */
  void* shared_memory;                /* room for one block at a time: static bytes, then dynamic
                                         ones at shared_memory + dynamic_shared_offset; aligned to
                                         128. A kernel that runs several blocks at once takes its
                                         own for the others. */
  size_t dynamic_shared_offset;       /* static bytes, rounded up to 16 */
  int device;                         /* index of the device */
  int cooperative;                    /* launched so that the grid may be synchronised */
  unsigned long long number;          /* of the launch in this process, from 1 */
  const struct musasimKernel* kernel; /* its row in the table */
  void* const* variables;             /* where the variables of its module lie on this device, by
                                         their index in the table */
  int* error;                         /* a kernel that fails stores a musaError_t here, for example
                                         musaErrorAssert; it breaks the device */
} musasimLaunch;

/* args[i] points to the launch's copy of argument i, aligned to 16. */
typedef void (*musasimKernelEntry)(const musasimLaunch* launch, void** args);

typedef struct musasimParameter {
  size_t size;
  size_t offset; /* in the argument buffer of MU_LAUNCH_PARAM_BUFFER_POINTER */
} musasimParameter;

typedef struct musasimKernel {
  const char* name; /* as __musaRegisterFunction and muModuleGetFunction name it (mangled) */
  musasimKernelEntry entry;
  const void* host; /* the address that launches name it by, or NULL: __musaRegisterFunction says */
  unsigned int parameter_count;
  const musasimParameter* parameters;
  size_t static_shared_bytes;
  size_t constant_bytes;
  size_t local_bytes;        /* of one thread */
  int registers;             /* of one thread; 0: unknown */
  int max_threads_per_block; /* __launch_bounds__; 0: what the device can */
} musasimKernel;

enum musasimVariableKind {
  MUSASIM_VARIABLE_DEVICE = 0,
  MUSASIM_VARIABLE_CONSTANT = 1,
  MUSASIM_VARIABLE_MANAGED = 2
};

/* A variable of the module: memory on each device that uses it, made at the first use there. */
typedef struct musasimVariable {
  const char* name;
  const void* host; /* its shadow, which musaMemcpyToSymbol names it by; for managed variables the
                       address of the host's pointer to it (void**), which the machine sets. NULL:
                       __musaRegisterVar says */
  size_t size;
  const void* initial; /* NULL: zeros; the same as host: it lies there, once for all devices */
  enum musasimVariableKind kind;
} musasimVariable;

typedef struct musasimModule {
  unsigned int abi; /* MUSASIM_KERNEL_ABI */
  unsigned int kernel_count;
  const musasimKernel* kernels;
  unsigned int variable_count;
  const musasimVariable* variables;
  const char* name; /* for reports: the source file */
} musasimModule;

/* What __musaRegisterFatBinary takes. */
#define MUSASIM_FATBIN_MAGIC 0x4D555341u
typedef struct musasimFatBinary {
  unsigned int magic;
  unsigned int version; /* 1 */
  const musasimModule* module;
  void* reserved;
} musasimFatBinary;

/* A module for muModuleLoad is a shared object that exports its table under this name:
 *   extern "C" __attribute__((visibility("default"))) const musasimModule musasim_module = {...}; */
#define MUSASIM_MODULE_SYMBOL "musasim_module"

#ifdef __cplusplus
}
#endif

#endif
