// What PyTorch was built with, for MUSA: nothing beside.
#pragma once

#define AT_MUDNN_ENABLED() 0
#define AT_CUDNN_ENABLED() 0
#define AT_MAGMA_ENABLED() 0
#define AT_ROCM_ENABLED() 0
#define AT_CUSPARSELT_ENABLED() 0
#define AT_MUSPARSELT_ENABLED() 0
#define AT_CUDSS_ENABLED() 0
#define AT_HIPSPARSELT_ENABLED() 0
