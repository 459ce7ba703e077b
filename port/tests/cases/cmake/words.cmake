# enable_language(CUDA)
#[[ find_package(CUDA) ]]
#[==[
CUDA::cudart ]] ]==]
option(WITH_CUDA "Build with CUDA_VERSION" ON)
option(USE_CUDA "" OFF)
set(CUDA_SOURCES a.cc)
set(text [[CUDA_VERSION $<COMPILE_LANGUAGE:CUDA>]] "not CUDA_VERSION here" "CUDA_VERSION")
set(MY_CUDA_VERSION ${CUDA_SOURCES}/CUDA_VERSION.txt)
set(escaped "a \" CUDA_VERSION \" ${CUDA_VERSION}" \${CUDA_VERSION} a\ b)
set(legacy -DX="CUDA_VERSION b" $(CUDA_VERSION))
add_definitions(-DCUDA_VERSION -DCUDA_VERSION=${CUDA_VERSION})
if(WITH_CUDA)
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    find_package(CUDAToolkit)
  endif()
  find_package(CUDAToolkit QUIET)
  find_package(NCCL)
endif()
# torchada: off
find_package(CUDAToolkit)
# torchada: on
if(CUDA OR "CUDA" IN_LIST languages OR backend STREQUAL "CUDA")
  set(all C CXX CUDA)
  foreach(language C CXX CUDA)
    set(CMAKE_${language}_FLAGS x)
  endforeach()
endif()
if(CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA" AND CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 11.2)
  set(CMAKE_CUDA_THREADS 4)
endif()
configure_file(x.cu.in ${CMAKE_BINARY_DIR}/${name}.cu)
(stray) x y
unfinished(CUDA_VERSION
