// Modules, libraries and the kernels and variables in them.
#pragma once

#include <stddef.h>

#include "musasim/driver/types/basic.h"
#include "musasim/driver/types/function.h"
#include "musasim/driver/types/result.h"
#include "musasim/driver/versions.h"

#include "musasim/driver/api_begin.h"

MUresult MUSAAPI muModuleLoad(MUmodule* module, const char* fname);
MUresult MUSAAPI muModuleLoadData(MUmodule* module, const void* image);
MUresult MUSAAPI muModuleLoadDataEx(MUmodule* module, const void* image, unsigned int numOptions,
                                    MUjit_option* options, void** optionValues);
MUresult MUSAAPI muModuleLoadFatBinary(MUmodule* module, const void* fatCubin);
MUresult MUSAAPI muModuleUnload(MUmodule hmod);
MUresult MUSAAPI muModuleGetLoadingMode(MUmoduleLoadingMode* mode);
MUresult MUSAAPI muModuleGetFunction(MUfunction* hfunc, MUmodule hmod, const char* name);
MUresult MUSAAPI muModuleGetGlobal(MUdeviceptr* dptr, size_t* bytes, MUmodule hmod,
                                   const char* name);
MUresult MUSAAPI muLinkCreate(unsigned int numOptions, MUjit_option* options, void** optionValues,
                              MUlinkState* stateOut);
MUresult MUSAAPI muLinkAddData(MUlinkState state, MUjitInputType type, void* data, size_t size,
                               const char* name, unsigned int numOptions, MUjit_option* options,
                               void** optionValues);
MUresult MUSAAPI muLinkAddFile(MUlinkState state, MUjitInputType type, const char* path,
                               unsigned int numOptions, MUjit_option* options, void** optionValues);
MUresult MUSAAPI muLinkComplete(MUlinkState state, void** cubinOut, size_t* sizeOut);
MUresult MUSAAPI muLinkDestroy(MUlinkState state);
MUresult MUSAAPI muModuleGetTexRef(MUtexref* pTexRef, MUmodule hmod, const char* name);
MUresult MUSAAPI muModuleGetSurfRef(MUsurfref* pSurfRef, MUmodule hmod, const char* name);
MUresult MUSAAPI muLibraryLoadData(MUlibrary* library, const void* code, MUjit_option* jitOptions,
                                   void** jitOptionsValues, unsigned int numJitOptions,
                                   MUlibraryOption* libraryOptions, void** libraryOptionValues,
                                   unsigned int numLibraryOptions);
MUresult MUSAAPI muLibraryLoadFromFile(MUlibrary* library, const char* fileName,
                                       MUjit_option* jitOptions, void** jitOptionsValues,
                                       unsigned int numJitOptions, MUlibraryOption* libraryOptions,
                                       void** libraryOptionValues, unsigned int numLibraryOptions);
MUresult MUSAAPI muLibraryUnload(MUlibrary library);
MUresult MUSAAPI muLibraryGetKernel(MUkernel* pKernel, MUlibrary library, const char* name);
MUresult MUSAAPI muLibraryGetModule(MUmodule* pMod, MUlibrary library);
MUresult MUSAAPI muKernelGetFunction(MUfunction* pFunc, MUkernel kernel);
MUresult MUSAAPI muLibraryGetGlobal(MUdeviceptr* dptr, size_t* bytes, MUlibrary library,
                                    const char* name);
MUresult MUSAAPI muLibraryGetManaged(MUdeviceptr* dptr, size_t* bytes, MUlibrary library,
                                     const char* name);
MUresult MUSAAPI muLibraryGetUnifiedFunction(void** fptr, MUlibrary library, const char* symbol);
MUresult MUSAAPI muKernelGetAttribute(int* pi, MUfunction_attribute attrib, MUkernel kernel,
                                      MUdevice dev);
MUresult MUSAAPI muKernelSetAttribute(MUfunction_attribute attrib, int val, MUkernel kernel,
                                      MUdevice dev);
MUresult MUSAAPI muKernelSetCacheConfig(MUkernel kernel, MUfunc_cache config, MUdevice dev);

#include "musasim/driver/api_end.h"
