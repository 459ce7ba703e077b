find_package(MUSA REQUIRED)
find_package(CUDA)
