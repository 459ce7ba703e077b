// How the names of this library are exported.
#pragma once

#define C10_MUSA_EXPORT __attribute__((__visibility__("default")))
#define C10_MUSA_IMPORT C10_MUSA_EXPORT
#define C10_MUSA_API C10_MUSA_EXPORT
#define TORCH_MUSA_CPP_API C10_MUSA_EXPORT
#define TORCH_MUSA_CU_API C10_MUSA_EXPORT

// No machine has more devices.
#define C10_COMPILE_TIME_MAX_GPUS 120
#define MUSA_COMPILE_TIME_MAX_GPUS C10_COMPILE_TIME_MAX_GPUS
