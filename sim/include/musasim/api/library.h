// Kernels and variables from images that are loaded at run time.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI musaError_t musaGetKernel(musaKernel_t* kernelPtr, const void* entryFuncAddr);
MUSARTAPI musaError_t musaLibraryLoadData(musaLibrary_t* library, const void* code,
                                          enum musaJitOption* jitOptions, void** jitOptionsValues,
                                          unsigned int numJitOptions,
                                          enum musaLibraryOption* libraryOptions,
                                          void** libraryOptionValues,
                                          unsigned int numLibraryOptions);
MUSARTAPI musaError_t musaLibraryLoadFromFile(musaLibrary_t* library, const char* fileName,
                                              enum musaJitOption* jitOptions,
                                              void** jitOptionsValues, unsigned int numJitOptions,
                                              enum musaLibraryOption* libraryOptions,
                                              void** libraryOptionValues,
                                              unsigned int numLibraryOptions);
MUSARTAPI musaError_t musaLibraryUnload(musaLibrary_t library);
MUSARTAPI musaError_t musaLibraryGetKernel(musaKernel_t* pKernel, musaLibrary_t library,
                                           const char* name);
MUSARTAPI musaError_t musaLibraryGetGlobal(void** dptr, size_t* bytes, musaLibrary_t library,
                                           const char* name);
MUSARTAPI musaError_t musaLibraryGetManaged(void** dptr, size_t* bytes, musaLibrary_t library,
                                            const char* name);
MUSARTAPI musaError_t musaLibraryGetUnifiedFunction(void** fptr, musaLibrary_t library,
                                                    const char* symbol);
MUSARTAPI musaError_t musaLibraryGetKernelCount(unsigned int* count, musaLibrary_t lib);
MUSARTAPI musaError_t musaLibraryEnumerateKernels(musaKernel_t* kernels, unsigned int numKernels,
                                                  musaLibrary_t lib);
MUSARTAPI musaError_t musaKernelSetAttributeForDevice(musaKernel_t kernel,
                                                      enum musaFuncAttribute attr, int value,
                                                      int device);

#if defined(__cplusplus)
}
#endif
