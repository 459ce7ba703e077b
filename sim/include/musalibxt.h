/* Descriptors of data that is spread over several devices, for the extended math libraries. */
#ifndef MUSALIBXT_H_
#define MUSALIBXT_H_

#include <stddef.h>

enum musaXtCopyType_t {
  LIB_XT_COPY_HOST_TO_DEVICE,
  LIB_XT_COPY_DEVICE_TO_HOST,
  LIB_XT_COPY_DEVICE_TO_DEVICE
};
typedef enum musaXtCopyType_t musaLibXtCopyType;

enum libFormat_t { LIB_FORMAT_MUFFT = 0, LIB_FORMAT_UNDEFINED = 1 };
typedef enum libFormat_t libFormat;

#define MAX_MUSA_DESCRIPTOR_GPUS 64

typedef struct musaXtDesc_t {
  int version;
  int nGPUs;
  int GPUs[MAX_MUSA_DESCRIPTOR_GPUS];
  void* data[MAX_MUSA_DESCRIPTOR_GPUS];
  size_t size[MAX_MUSA_DESCRIPTOR_GPUS];
  void* musaXtState;
} musaXtDesc;

typedef struct musaLibXtDesc_t {
  int version;
  musaXtDesc* descriptor;
  libFormat library;
  int subFormat;
  void* libDescriptor;
} musaLibXtDesc;

#endif
