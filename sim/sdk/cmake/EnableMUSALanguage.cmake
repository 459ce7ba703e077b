#[=======================================================================[
EnableMUSALanguage: MUSA as a language of CMake.

  list(APPEND CMAKE_MODULE_PATH <SDK>/cmake)
  include(EnableMUSALanguage)
  enable_language(MUSA)

Sources that end in .mu are then compiled by mcc, and further ones whose property LANGUAGE is MUSA. It has
the variables that a language has (CMAKE_MUSA_COMPILER, CMAKE_MUSA_FLAGS, CMAKE_MUSA_FLAGS_<CONFIG>) and

  CMAKE_MUSA_STANDARD, the target's property MUSA_STANDARD                       -std=c++<number>; else that of the
                                                                                 target's feature cxx_std_<number>
  CMAKE_MUSA_EXTENSIONS, the target's property MUSA_EXTENSIONS                   -std=gnu++<number>
  CMAKE_MUSA_ARCHITECTURES, the target's property MUSA_ARCHITECTURES             22;31, mp_22;mp_31, native or all: --offload-arch=
  CMAKE_MUSA_SEPARABLE_COMPILATION, the target's property MUSA_SEPARABLE_COMPILATION   -fgpu-rdc
  CMAKE_MUSA_VISIBILITY_PRESET, the target's property MUSA_VISIBILITY_PRESET     -fvisibility=

A variable counts as it is at the end of the folder's CMakeLists.txt. Makefiles and Ninja are supported;
compile_commands.json, which CMake writes for a language that it does not know, needs Ninja.
#]=======================================================================]
if(NOT CMAKE_CURRENT_LIST_DIR IN_LIST CMAKE_MODULE_PATH)
  list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
endif()
include("${CMAKE_CURRENT_LIST_DIR}/musa/language.cmake")
cmake_language(DEFER CALL _musa_finish_folder "${CMAKE_CURRENT_SOURCE_DIR}")
