/* What muTensorDescriptorEncode() writes into a MUtensorDescriptor, for the copy engine of kernels. */
#ifndef MUSASIM_TENSOR_DESCRIPTION_H
#define MUSASIM_TENSOR_DESCRIPTION_H

#include <stdint.h>

#define MUSASIM_TENSOR_STRIDE_UNIT 16

typedef struct musasimTensorDescription {
  void* address;
  uint64_t fill;       /* its low bytes are an element outside of the tensor */
  uint32_t last[5];    /* index of the last element of a dimension */
  uint32_t strides[4]; /* of dimensions 1 and up, in units of 16 bytes */
  uint16_t mark;       /* tells it from memory that is no description */
  uint8_t rank;
  uint8_t element; /* bytes */
} musasimTensorDescription;

#define MUSASIM_TENSOR_MARK 0x544d

#endif
