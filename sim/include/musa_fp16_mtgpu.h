/* Older projects include half precision under this name. */
#ifndef MUSA_FP16_MTGPU_H_
#define MUSA_FP16_MTGPU_H_

#include "musa_fp16.h"

#endif
