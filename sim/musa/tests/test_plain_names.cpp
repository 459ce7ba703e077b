// All tests again through the plain names of functions, without versions.
#define MUSASIM_PLAIN_DRIVER_NAMES
// Functions whose plain names are of a version with other arguments are in test_first_versions.cpp.
#define muGetProcAddress muGetProcAddress_v2
#define muGraphAddKernelNode muGraphAddKernelNode_v2
#define muGraphExecKernelNodeSetParams muGraphExecKernelNodeSetParams_v2
#define muGraphExecUpdate muGraphExecUpdate_v2
#define muGraphInstantiate muGraphInstantiateWithFlags
#define muGraphKernelNodeGetParams muGraphKernelNodeGetParams_v2
#define muGraphKernelNodeSetParams muGraphKernelNodeSetParams_v2
#define muStreamBeginCapture muStreamBeginCapture_v2
#define muStreamGetCaptureInfo muStreamGetCaptureInfo_v2
#include "every_test.h"

int main(int argc, char** argv) { return ::testing::run_all(argc, argv); }
