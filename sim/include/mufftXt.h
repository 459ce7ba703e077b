/* Extensions of muFFT: plans of any element type, transforms spread over several devices, callbacks
 * for loading and storing elements. */
#ifndef MUFFTXT_H_
#define MUFFTXT_H_

#include "mufft.h"
#include "musalibxt.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum mufftXtSubFormat_t {
  MUFFT_XT_FORMAT_INPUT = 0,
  MUFFT_XT_FORMAT_OUTPUT = 1,
  MUFFT_XT_FORMAT_INPLACE = 2,
  MUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3,
  MUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4,
  MUFFT_XT_FORMAT_DISTRIBUTED_INPUT = 5,
  MUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT = 6,
  MUFFT_FORMAT_UNDEFINED = 7
} mufftXtSubFormat;

typedef enum mufftXtCopyType_t {
  MUFFT_COPY_HOST_TO_DEVICE = 0,
  MUFFT_COPY_DEVICE_TO_HOST = 1,
  MUFFT_COPY_DEVICE_TO_DEVICE = 2,
  MUFFT_COPY_UNDEFINED = 3
} mufftXtCopyType;

typedef enum mufftXtQueryType_t {
  MUFFT_QUERY_1D_FACTORS = 0,
  MUFFT_QUERY_UNDEFINED = 1
} mufftXtQueryType;

typedef struct mufftXt1dFactors_t {
  long long size;
  long long stringCount;
  long long stringLength;
  long long substringLength;
  long long factor1;
  long long factor2;
  long long stringMask;
  long long substringMask;
  long long factor1Mask;
  long long factor2Mask;
  int stringShift;
  int substringShift;
  int factor1Shift;
  int factor2Shift;
} mufftXt1dFactors;

typedef enum mufftXtWorkAreaPolicy_t {
  MUFFT_WORKAREA_MINIMAL = 0,
  MUFFT_WORKAREA_USER = 1,
  MUFFT_WORKAREA_PERFORMANCE = 2
} mufftXtWorkAreaPolicy;

typedef enum mufftXtCallbackType_t {
  MUFFT_CB_LD_COMPLEX = 0,
  MUFFT_CB_LD_COMPLEX_DOUBLE = 1,
  MUFFT_CB_LD_REAL = 2,
  MUFFT_CB_LD_REAL_DOUBLE = 3,
  MUFFT_CB_ST_COMPLEX = 4,
  MUFFT_CB_ST_COMPLEX_DOUBLE = 5,
  MUFFT_CB_ST_REAL = 6,
  MUFFT_CB_ST_REAL_DOUBLE = 7,
  MUFFT_CB_UNDEFINED = 8
} mufftXtCallbackType;

typedef mufftComplex (*mufftCallbackLoadC)(void* dataIn, size_t offset, void* callerInfo,
                                           void* sharedPointer);
typedef mufftDoubleComplex (*mufftCallbackLoadZ)(void* dataIn, size_t offset, void* callerInfo,
                                                 void* sharedPointer);
typedef mufftReal (*mufftCallbackLoadR)(void* dataIn, size_t offset, void* callerInfo,
                                        void* sharedPointer);
typedef mufftDoubleReal (*mufftCallbackLoadD)(void* dataIn, size_t offset, void* callerInfo,
                                              void* sharedPointer);
typedef void (*mufftCallbackStoreC)(void* dataOut, size_t offset, mufftComplex element,
                                    void* callerInfo, void* sharedPointer);
typedef void (*mufftCallbackStoreZ)(void* dataOut, size_t offset, mufftDoubleComplex element,
                                    void* callerInfo, void* sharedPointer);
typedef void (*mufftCallbackStoreR)(void* dataOut, size_t offset, mufftReal element,
                                    void* callerInfo, void* sharedPointer);
typedef void (*mufftCallbackStoreD)(void* dataOut, size_t offset, mufftDoubleReal element,
                                    void* callerInfo, void* sharedPointer);

#pragma GCC visibility push(default)

/* Half (powers of two only), bfloat16 likewise, float and double; the execution type is the complex
 * one of the same precision. */
mufftResult mufftXtMakePlanMany(mufftHandle plan, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, musaDataType inputtype,
                                long long* onembed, long long ostride, long long odist,
                                musaDataType outputtype, long long batch, size_t* workSize,
                                musaDataType executiontype);
mufftResult mufftXtGetSizeMany(mufftHandle plan, int rank, long long* n, long long* inembed,
                               long long istride, long long idist, musaDataType inputtype,
                               long long* onembed, long long ostride, long long odist,
                               musaDataType outputtype, long long batch, size_t* workSize,
                               musaDataType executiontype);
/* Between real and complex data the direction is the plan's own. */
mufftResult mufftXtExec(mufftHandle plan, void* input, void* output, int direction);
mufftResult mufftXtSetWorkArea(mufftHandle plan, void** workArea);
mufftResult mufftXtSetWorkAreaPolicy(mufftHandle plan, mufftXtWorkAreaPolicy policy,
                                     size_t* workSize);

/* Before the plan is made, whose work sizes then are an array. */
mufftResult mufftXtSetGPUs(mufftHandle plan, int nGPUs, int* whichGPUs);
/* Of single transforms, natural order shares the slowest dimension among the devices and shuffled
 * order the next one; lines are shuffled in strings (mufftXtQueryPlan). A transform in place turns
 * the one order into the other. Batches are shared out whole and never shuffled. */
mufftResult mufftXtMalloc(mufftHandle plan, musaLibXtDesc** descriptor, mufftXtSubFormat format);
mufftResult mufftXtMemcpy(mufftHandle plan, void* dstPointer, void* srcPointer,
                          mufftXtCopyType type);
mufftResult mufftXtFree(musaLibXtDesc* descriptor);
mufftResult mufftXtExecDescriptorC2C(mufftHandle plan, musaLibXtDesc* input, musaLibXtDesc* output,
                                     int direction);
mufftResult mufftXtExecDescriptorR2C(mufftHandle plan, musaLibXtDesc* input, musaLibXtDesc* output);
mufftResult mufftXtExecDescriptorC2R(mufftHandle plan, musaLibXtDesc* input, musaLibXtDesc* output);
mufftResult mufftXtExecDescriptorZ2Z(mufftHandle plan, musaLibXtDesc* input, musaLibXtDesc* output,
                                     int direction);
mufftResult mufftXtExecDescriptorD2Z(mufftHandle plan, musaLibXtDesc* input, musaLibXtDesc* output);
mufftResult mufftXtExecDescriptorZ2D(mufftHandle plan, musaLibXtDesc* input, musaLibXtDesc* output);
mufftResult mufftXtExecDescriptor(mufftHandle plan, musaLibXtDesc* input, musaLibXtDesc* output,
                                  int direction);
mufftResult mufftXtQueryPlan(mufftHandle plan, void* queryStruct, mufftXtQueryType queryType);
/* Host functions, one for each device of the made plan, as their data. They see the device's part
 * of the elements, and offsets in it. */
mufftResult mufftXtSetCallback(mufftHandle plan, void** callback_routine,
                               mufftXtCallbackType cbType, void** caller_info);
mufftResult mufftXtClearCallback(mufftHandle plan, mufftXtCallbackType cbType);
mufftResult mufftXtSetCallbackSharedSize(mufftHandle plan, mufftXtCallbackType cbType,
                                         size_t sharedSize);
/* MUFFT_NOT_SUPPORTED. */
mufftResult mufftXtSetDistribution(mufftHandle plan, int rank, const long long* lower_input,
                                   const long long* upper_input, const long long* lower_output,
                                   const long long* upper_output, const long long* strides_input,
                                   const long long* strides_output);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
