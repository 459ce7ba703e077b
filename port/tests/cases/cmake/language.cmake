# case-files: kernel.cu src/deep.cu src/deep.cuh main.cpp
cmake_minimum_required(VERSION 3.18)
project(demo VERSION 1.2 DESCRIPTION "CUDA" LANGUAGES CXX CUDA)
PROJECT(other CUDA)
set(CMAKE_CUDA_STANDARD 17)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
set(CMAKE_CUDA_HOST_COMPILER "${CMAKE_CXX_COMPILER}")
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 70 75 "80;90a" CACHE STRING "CUDA_ARCHITECTURES to build for")
endif()
set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} --use_fast_math -Xcompiler -fPIC -gencode arch=compute_80,code=sm_80")
set(CMAKE_CUDA_FLAGS_RELEASE "-O3 -lineinfo --ptxas-options=-v")
string(APPEND CMAKE_CUDA_FLAGS_${config} " -gencode=arch=compute_${arch},code=sm_${arch}")
find_package(CUDAToolkit 11.8 EXACT REQUIRED COMPONENTS cudart cublas nvml)
add_library(device STATIC kernel.cu src/deep.cu ${CMAKE_CURRENT_SOURCE_DIR}/src/deep.cuh gen.cu main.cpp)
set_target_properties(device PROPERTIES
  CUDA_ARCHITECTURES "80-real"  # not 90
  CUDA_STANDARD 17
  CUDA_SEPARABLE_COMPILATION ON
  CUDA_RESOLVE_DEVICE_SYMBOLS ON
  LINKER_LANGUAGE CUDA)
set_property(TARGET device PROPERTY CUDA_ARCHITECTURES native)
set_property(TARGET device PROPERTY CUDA_ARCHITECTURES OFF)
set_property(TARGET device PROPERTY CUDA_ARCHITECTURES ${GPUS})
target_compile_features(device PUBLIC cuda_std_17)
target_compile_options(device PRIVATE
  $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr -lineinfo>
  "$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:SHELL:-Xcudafe --diag_suppress=1>"
  $<$<COMPILE_LANGUAGE:CXX,CUDA>:-Wall>
  $<$<AND:$<COMPILE_LANGUAGE:CUDA>,$<CUDA_COMPILER_ID:NVIDIA>>:-arch=sm_86>)
target_compile_definitions(device PRIVATE USE_CUDA CUDA_VERSION=${CUDAToolkit_VERSION}
  $<$<COMPILE_LANGUAGE:CUDA>:__CUDA_NO_HALF_OPERATORS__>)
target_link_libraries(device PUBLIC CUDA::cudart CUDA::cublas_static CUDA::cuda_driver CUDA::nvToolsExt CUDA::cudla
  $<$<TARGET_EXISTS:CUDA::cufft>:CUDA::cufft> cuda cudnn -lcurand)
set_source_files_properties(main.cpp PROPERTIES LANGUAGE CUDA)
file(GLOB_RECURSE sources "src/*.cu" src/*.cuh)
list(FILTER sources EXCLUDE REGEX ".*_test\\.cu$")
list(TRANSFORM CMAKE_CUDA_ARCHITECTURES APPEND "-real")
