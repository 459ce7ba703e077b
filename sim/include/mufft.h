/* muFFT: discrete Fourier transforms of one to three dimensions, of any length. Transforms are not
 * normalised: forward and inverse after each other multiply by the number of elements. */
#ifndef MUFFT_H_
#define MUFFT_H_

#include <stddef.h>

#include "driver_types.h"
#include "library_types.h"
#include "muComplex.h"

#define MUFFT_VER_MAJOR 11
#define MUFFT_VER_MINOR 0
#define MUFFT_VER_PATCH 2
#define MUFFT_VERSION 11002

#ifdef __cplusplus
extern "C" {
#endif

typedef enum mufftResult_t {
  MUFFT_SUCCESS = 0,
  MUFFT_INVALID_PLAN = 1,
  MUFFT_ALLOC_FAILED = 2,
  MUFFT_INVALID_TYPE = 3,
  MUFFT_INVALID_VALUE = 4,
  MUFFT_INTERNAL_ERROR = 5,
  MUFFT_EXEC_FAILED = 6,
  MUFFT_SETUP_FAILED = 7,
  MUFFT_INVALID_SIZE = 8,
  MUFFT_UNALIGNED_DATA = 9,
  MUFFT_INCOMPLETE_PARAMETER_LIST = 10,
  MUFFT_INVALID_DEVICE = 11,
  MUFFT_PARSE_ERROR = 12,
  MUFFT_NO_WORKSPACE = 13,
  MUFFT_NOT_IMPLEMENTED = 14,
  MUFFT_LICENSE_ERROR = 15,
  MUFFT_NOT_SUPPORTED = 16
} mufftResult;

typedef enum mufftType_t {
  MUFFT_R2C = 0x2a,
  MUFFT_C2R = 0x2c,
  MUFFT_C2C = 0x29,
  MUFFT_D2Z = 0x6a,
  MUFFT_Z2D = 0x6c,
  MUFFT_Z2Z = 0x69
} mufftType;

#define MUFFT_FORWARD (-1)
#define MUFFT_INVERSE 1
#define MUFFT_BACKWARD 1

typedef enum mufftCompatibility_t { MUFFT_COMPATIBILITY_FFTW_PADDING = 1 } mufftCompatibility;
#define MUFFT_COMPATIBILITY_DEFAULT MUFFT_COMPATIBILITY_FFTW_PADDING

/* The same numbers as libraryPropertyType. */
typedef enum mufftLibraryPropertyType_t {
  MUFFT_MAJOR_VERSION,
  MUFFT_MINOR_VERSION,
  MUFFT_PATCH_LEVEL
} mufftLibraryPropertyType;

typedef float mufftReal;
typedef double mufftDoubleReal;
typedef muComplex mufftComplex;
typedef muDoubleComplex mufftDoubleComplex;

/* A pointer, unlike CUDA's. */
typedef struct mufftHandle_t* mufftHandle;

#pragma GCC visibility push(default)

/* Plans. Without embeds (NULL) data is dense and strides and distances are ignored; rows of real
 * data that is transformed in place are then padded to 2 * (n / 2 + 1). With them, element
 * (x, y, z) of batch b lies at b * dist + ((x * embed[1] + y) * embed[2] + z) * stride. */
mufftResult mufftPlan1d(mufftHandle* plan, int nx, mufftType type, int batch);
mufftResult mufftPlan2d(mufftHandle* plan, int nx, int ny, mufftType type);
mufftResult mufftPlan3d(mufftHandle* plan, int nx, int ny, int nz, mufftType type);
mufftResult mufftPlanMany(mufftHandle* plan, int rank, int* n, int* inembed, int istride, int idist,
                          int* onembed, int ostride, int odist, mufftType type, int batch);

mufftResult mufftCreate(mufftHandle* plan);
mufftResult mufftMakePlan1d(mufftHandle plan, int nx, mufftType type, int batch, size_t* workSize);
mufftResult mufftMakePlan2d(mufftHandle plan, int nx, int ny, mufftType type, size_t* workSize);
mufftResult mufftMakePlan3d(mufftHandle plan, int nx, int ny, int nz, mufftType type,
                            size_t* workSize);
mufftResult mufftMakePlanMany(mufftHandle plan, int rank, int* n, int* inembed, int istride,
                              int idist, int* onembed, int ostride, int odist, mufftType type,
                              int batch, size_t* workSize);
mufftResult mufftMakePlanMany64(mufftHandle plan, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, long long* onembed,
                                long long ostride, long long odist, mufftType type, long long batch,
                                size_t* workSize);
mufftResult mufftDestroy(mufftHandle plan);

/* Bytes of work area: before there is a plan, for a plan's new parameters, and of a made plan. */
mufftResult mufftEstimate1d(int nx, mufftType type, int batch, size_t* workSize);
mufftResult mufftEstimate2d(int nx, int ny, mufftType type, size_t* workSize);
mufftResult mufftEstimate3d(int nx, int ny, int nz, mufftType type, size_t* workSize);
mufftResult mufftEstimateMany(int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                              int ostride, int odist, mufftType type, int batch, size_t* workSize);
mufftResult mufftGetSize1d(mufftHandle plan, int nx, mufftType type, int batch, size_t* workSize);
mufftResult mufftGetSize2d(mufftHandle plan, int nx, int ny, mufftType type, size_t* workSize);
mufftResult mufftGetSize3d(mufftHandle plan, int nx, int ny, int nz, mufftType type,
                           size_t* workSize);
mufftResult mufftGetSizeMany(mufftHandle plan, int rank, int* n, int* inembed, int istride,
                             int idist, int* onembed, int ostride, int odist, mufftType type,
                             int batch, size_t* workSize);
mufftResult mufftGetSizeMany64(mufftHandle plan, int rank, long long* n, long long* inembed,
                               long long istride, long long idist, long long* onembed,
                               long long ostride, long long odist, mufftType type, long long batch,
                               size_t* workSize);
mufftResult mufftGetSize(mufftHandle plan, size_t* workSize);

mufftResult mufftSetWorkArea(mufftHandle plan, void* workArea);
mufftResult mufftSetAutoAllocation(mufftHandle plan, int autoAllocate);
mufftResult mufftSetStream(mufftHandle plan, musaStream_t stream);

mufftResult mufftExecC2C(mufftHandle plan, mufftComplex* idata, mufftComplex* odata, int direction);
mufftResult mufftExecR2C(mufftHandle plan, mufftReal* idata, mufftComplex* odata);
mufftResult mufftExecC2R(mufftHandle plan, mufftComplex* idata, mufftReal* odata);
mufftResult mufftExecZ2Z(mufftHandle plan, mufftDoubleComplex* idata, mufftDoubleComplex* odata,
                         int direction);
mufftResult mufftExecD2Z(mufftHandle plan, mufftDoubleReal* idata, mufftDoubleComplex* odata);
mufftResult mufftExecZ2D(mufftHandle plan, mufftDoubleComplex* idata, mufftDoubleReal* odata);

mufftResult mufftGetVersion(int* version);
mufftResult mufftGetProperty(mufftLibraryPropertyType type, int* value);
const char* mufftGetErrorString(mufftResult error);

#pragma GCC visibility pop

#ifdef __cplusplus
}

/* For code that names the property as CUDA does. */
static inline __attribute__((unused)) mufftResult mufftGetProperty(libraryPropertyType type,
                                                                   int* value) {
  return mufftGetProperty(static_cast<mufftLibraryPropertyType>(type), value);
}
#endif

#endif
