# Asks mcc once to build a kernel and a program. FindMUSA skips it (CMAKE_MUSA_COMPILER_FORCED).
if(CMAKE_MUSA_COMPILER_FORCED)
  set(CMAKE_MUSA_COMPILER_WORKS TRUE)
endif()
if(NOT CMAKE_MUSA_COMPILER_WORKS)
  message(STATUS "Check for working MUSA compiler: ${CMAKE_MUSA_COMPILER}")
  set(_musa_source "${CMAKE_BINARY_DIR}${CMAKE_FILES_DIRECTORY}/CMakeTmp/testMUSACompiler.mu")
  file(WRITE "${_musa_source}" "__global__ void kernel() {}\nint main() { return 0; }\n")
  # A name of its own: a variable that is set already hides the result (CMP0126, from 3.21).
  try_compile(_MUSA_COMPILER_WORKS "${CMAKE_BINARY_DIR}" "${_musa_source}" OUTPUT_VARIABLE _musa_text)
  # The result is kept in CMakeMUSACompiler.cmake, which belongs to one version of CMake, not in the cache.
  set(CMAKE_MUSA_COMPILER_WORKS "${_MUSA_COMPILER_WORKS}")
  unset(_MUSA_COMPILER_WORKS CACHE)
  if(NOT CMAKE_MUSA_COMPILER_WORKS)
    message(FATAL_ERROR "The MUSA compiler ${CMAKE_MUSA_COMPILER} cannot build a program that does nothing; "
                        "it printed\n${_musa_text}\nBuild ${_musa_source} by hand to see more.")
  endif()
  configure_file("${CMAKE_CURRENT_LIST_DIR}/CMakeMUSACompiler.cmake.in"
                 "${CMAKE_PLATFORM_INFO_DIR}/CMakeMUSACompiler.cmake" @ONLY)
  unset(_musa_text)
  unset(_musa_source)
endif()
