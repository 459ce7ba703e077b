// Arrays, textures, surfaces, tensor maps.
#pragma once

#include <stddef.h>

#include "musasim/driver/types/array.h"
#include "musasim/driver/types/result.h"
#include "musasim/driver/versions.h"

#include "musasim/driver/api_begin.h"

MUresult MUSAAPI muArrayCreate(MUarray* pHandle, const MUSA_ARRAY_DESCRIPTOR* pAllocateArray);
MUresult MUSAAPI muArrayGetDescriptor(MUSA_ARRAY_DESCRIPTOR* pArrayDescriptor, MUarray hArray);
MUresult MUSAAPI muArrayGetSparseProperties(MUSA_ARRAY_SPARSE_PROPERTIES* sparseProperties,
                                            MUarray array);
MUresult MUSAAPI muMipmappedArrayGetSparseProperties(MUSA_ARRAY_SPARSE_PROPERTIES* sparseProperties,
                                                     MUmipmappedArray mipmap);
MUresult MUSAAPI muArrayGetMemoryRequirements(MUSA_ARRAY_MEMORY_REQUIREMENTS* memoryRequirements,
                                              MUarray array, MUdevice device);
MUresult MUSAAPI muMipmappedArrayGetMemoryRequirements(
    MUSA_ARRAY_MEMORY_REQUIREMENTS* memoryRequirements, MUmipmappedArray mipmap, MUdevice device);
MUresult MUSAAPI muArrayGetPlane(MUarray* pPlaneArray, MUarray hArray, unsigned int planeIdx);
MUresult MUSAAPI muArrayDestroy(MUarray hArray);
MUresult MUSAAPI muArray3DCreate(MUarray* pHandle, const MUSA_ARRAY3D_DESCRIPTOR* pAllocateArray);
MUresult MUSAAPI muArray3DGetDescriptor(MUSA_ARRAY3D_DESCRIPTOR* pArrayDescriptor, MUarray hArray);
MUresult MUSAAPI muMipmappedArrayCreate(MUmipmappedArray* pHandle,
                                        const MUSA_ARRAY3D_DESCRIPTOR* pMipmappedArrayDesc,
                                        unsigned int numMipmapLevels);
MUresult MUSAAPI muMipmappedArrayGetLevel(MUarray* pLevelArray, MUmipmappedArray hMipmappedArray,
                                          unsigned int level);
MUresult MUSAAPI muMipmappedArrayDestroy(MUmipmappedArray hMipmappedArray);
MUresult MUSAAPI muTexRefSetArray(MUtexref hTexRef, MUarray hArray, unsigned int Flags);
MUresult MUSAAPI muTexRefSetMipmappedArray(MUtexref hTexRef, MUmipmappedArray hMipmappedArray,
                                           unsigned int Flags);
MUresult MUSAAPI muTexRefSetAddress(size_t* ByteOffset, MUtexref hTexRef, MUdeviceptr dptr,
                                    size_t bytes);
MUresult MUSAAPI muTexRefSetAddress2D(MUtexref hTexRef, const MUSA_ARRAY_DESCRIPTOR* desc,
                                      MUdeviceptr dptr, size_t Pitch);
MUresult MUSAAPI muTexRefSetFormat(MUtexref hTexRef, MUarray_format fmt, int NumPackedComponents);
MUresult MUSAAPI muTexRefSetAddressMode(MUtexref hTexRef, int dim, MUaddress_mode am);
MUresult MUSAAPI muTexRefSetFilterMode(MUtexref hTexRef, MUfilter_mode fm);
MUresult MUSAAPI muTexRefSetMipmapFilterMode(MUtexref hTexRef, MUfilter_mode fm);
MUresult MUSAAPI muTexRefSetMipmapLevelBias(MUtexref hTexRef, float bias);
MUresult MUSAAPI muTexRefSetMipmapLevelClamp(MUtexref hTexRef, float minMipmapLevelClamp,
                                             float maxMipmapLevelClamp);
MUresult MUSAAPI muTexRefSetMaxAnisotropy(MUtexref hTexRef, unsigned int maxAniso);
MUresult MUSAAPI muTexRefSetBorderColor(MUtexref hTexRef, float* pBorderColor);
MUresult MUSAAPI muTexRefSetFlags(MUtexref hTexRef, unsigned int Flags);
MUresult MUSAAPI muTexRefGetAddress(MUdeviceptr* pdptr, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetArray(MUarray* phArray, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetMipmappedArray(MUmipmappedArray* phMipmappedArray, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetAddressMode(MUaddress_mode* pam, MUtexref hTexRef, int dim);
MUresult MUSAAPI muTexRefGetFilterMode(MUfilter_mode* pfm, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetFormat(MUarray_format* pFormat, int* pNumChannels, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetMipmapFilterMode(MUfilter_mode* pfm, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetMipmapLevelBias(float* pbias, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetMipmapLevelClamp(float* pminMipmapLevelClamp,
                                             float* pmaxMipmapLevelClamp, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetMaxAnisotropy(int* pmaxAniso, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetBorderColor(float* pBorderColor, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetFlags(unsigned int* pFlags, MUtexref hTexRef);
MUresult MUSAAPI muTexRefCreate(MUtexref* pTexRef);
MUresult MUSAAPI muTexRefDestroy(MUtexref hTexRef);
MUresult MUSAAPI muSurfRefSetArray(MUsurfref hSurfRef, MUarray hArray, unsigned int Flags);
MUresult MUSAAPI muSurfRefGetArray(MUarray* phArray, MUsurfref hSurfRef);
MUresult MUSAAPI muTexObjectCreate(MUtexObject* pTexObject, const MUSA_RESOURCE_DESC* pResDesc,
                                   const MUSA_TEXTURE_DESC* pTexDesc,
                                   const MUSA_RESOURCE_VIEW_DESC* pResViewDesc);
MUresult MUSAAPI muTexObjectDestroy(MUtexObject texObject);
MUresult MUSAAPI muTexObjectGetResourceDesc(MUSA_RESOURCE_DESC* pResDesc, MUtexObject texObject);
MUresult MUSAAPI muTexObjectGetTextureDesc(MUSA_TEXTURE_DESC* pTexDesc, MUtexObject texObject);
MUresult MUSAAPI muTexObjectGetResourceViewDesc(MUSA_RESOURCE_VIEW_DESC* pResViewDesc,
                                                MUtexObject texObject);
MUresult MUSAAPI muSurfObjectCreate(MUsurfObject* pSurfObject, const MUSA_RESOURCE_DESC* pResDesc);
MUresult MUSAAPI muSurfObjectDestroy(MUsurfObject surfObject);
MUresult MUSAAPI muSurfObjectGetResourceDesc(MUSA_RESOURCE_DESC* pResDesc, MUsurfObject surfObject);
MUresult MUSAAPI muTensorMapEncodeTiled(
    MUtensorMap* tensorMap, MUtensorMapDataType tensorDataType, muuint32_t tensorRank,
    void* globalAddress, const muuint64_t* globalDim, const muuint64_t* globalStrides,
    const muuint32_t* boxDim, const muuint32_t* elementStrides, MUtensorMapInterleave interleave,
    MUtensorMapSwizzle swizzle, MUtensorMapL2promotion l2Promotion,
    MUtensorMapFloatOOBfill oobFill);
MUresult MUSAAPI muTensorMapEncodeIm2col(
    MUtensorMap* tensorMap, MUtensorMapDataType tensorDataType, muuint32_t tensorRank,
    void* globalAddress, const muuint64_t* globalDim, const muuint64_t* globalStrides,
    const int* pixelBoxLowerCorner, const int* pixelBoxUpperCorner, muuint32_t channelsPerPixel,
    muuint32_t pixelsPerColumn, const muuint32_t* elementStrides, MUtensorMapInterleave interleave,
    MUtensorMapSwizzle swizzle, MUtensorMapL2promotion l2Promotion,
    MUtensorMapFloatOOBfill oobFill);
MUresult MUSAAPI muTensorMapReplaceAddress(MUtensorMap* tensorMap, void* globalAddress);
MUresult MUSAAPI muTensorDescriptorEncode(MUtensorDescriptor* tensorDescriptor,
                                          MUtensorDescriptorDataType tensorDataType,
                                          muuint32_t tensorRank, void* globalAddress,
                                          const muuint64_t* globalDim,
                                          const muuint64_t* globalStrides,
                                          MUtensorDescriptorInterleave interleave,
                                          muuint64_t oobConstantFill);

#include "musasim/driver/api_end.h"
