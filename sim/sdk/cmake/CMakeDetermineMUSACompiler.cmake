# CMake's search for the compiler of the language MUSA: CMAKE_MUSA_COMPILER, the environment's MUSACXX, the
# mcc of this SDK, mcc on PATH.
if(NOT CMAKE_MUSA_COMPILER)
  if(NOT "$ENV{MUSACXX}" STREQUAL "")
    find_program(CMAKE_MUSA_COMPILER NAMES "$ENV{MUSACXX}" DOC "MUSA compiler")
  else()
    find_program(CMAKE_MUSA_COMPILER NAMES mcc HINTS "${CMAKE_CURRENT_LIST_DIR}/../bin" DOC "MUSA compiler")
  endif()
elseif(NOT IS_ABSOLUTE "${CMAKE_MUSA_COMPILER}")
  find_program(_musa_compiler NAMES "${CMAKE_MUSA_COMPILER}" NO_CACHE)
  set(CMAKE_MUSA_COMPILER "${_musa_compiler}")
endif()
get_filename_component(CMAKE_MUSA_COMPILER "${CMAKE_MUSA_COMPILER}" ABSOLUTE)
if(NOT EXISTS "${CMAKE_MUSA_COMPILER}")
  message(FATAL_ERROR "No compiler for MUSA: neither CMAKE_MUSA_COMPILER (${CMAKE_MUSA_COMPILER}) nor the "
                      "environment's MUSACXX names mcc, and PATH has none. Set one of them to <SDK>/bin/mcc.")
endif()

execute_process(COMMAND "${CMAKE_MUSA_COMPILER}" --version OUTPUT_VARIABLE _musa_text
                ERROR_VARIABLE _musa_text RESULT_VARIABLE _musa_result)
if(NOT _musa_result EQUAL 0 OR NOT _musa_text MATCHES "mcc version ([0-9.]+)")
  message(FATAL_ERROR "${CMAKE_MUSA_COMPILER} is not mcc: --version printed\n${_musa_text}\n"
                      "Set CMAKE_MUSA_COMPILER to <SDK>/bin/mcc.")
endif()
set(CMAKE_MUSA_COMPILER_VERSION "${CMAKE_MATCH_1}")
set(CMAKE_MUSA_COMPILER_ID "MTCC")
set(CMAKE_MUSA_COMPILER_ENV_VAR "MUSACXX")
message(STATUS "The MUSA compiler is ${CMAKE_MUSA_COMPILER} ${CMAKE_MUSA_COMPILER_VERSION}")

# Another language has found ar and the like; alone, MUSA has to.
set(_CMAKE_PROCESSING_LANGUAGE "MUSA")
include(CMakeFindBinUtils)
unset(_CMAKE_PROCESSING_LANGUAGE)

configure_file("${CMAKE_CURRENT_LIST_DIR}/CMakeMUSACompiler.cmake.in"
               "${CMAKE_PLATFORM_INFO_DIR}/CMakeMUSACompiler.cmake" @ONLY)
unset(_musa_text)
unset(_musa_result)
