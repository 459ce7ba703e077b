# The kept BLAS and LAPACK library, as the imported target musasim_openblas: OpenBLAS with 32-bit
# integers from the PyPI package scipy-openblas32, whose symbols start with scipy_. It is taken from
# MUSASIM_OPENBLAS_DIR (a folder with include/ and lib/), else from the Python that builds, else
# from a python on PATH.
set(MUSASIM_OPENBLAS_DIR "" CACHE PATH "Folder of the package scipy_openblas32")

function(musasim_find_openblas result)
  set(candidates "${Python_EXECUTABLE}" "${Python3_EXECUTABLE}")
  find_program(MUSASIM_PYTHON NAMES python3 python)
  list(APPEND candidates "${MUSASIM_PYTHON}" python3 python)
  foreach(python ${candidates})
    execute_process(
      COMMAND "${python}" -c
              "import os, scipy_openblas32 as blas; print(os.path.dirname(blas.__file__), end='')"
      OUTPUT_VARIABLE found
      RESULT_VARIABLE failed
      ERROR_QUIET)
    if(NOT failed AND EXISTS "${found}/include/cblas.h")
      set(${result} "${found}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "Found no package scipy_openblas32 (looked with ${candidates}). Install it with "
                      "`python -m pip install scipy-openblas32`, or set MUSASIM_OPENBLAS_DIR.")
endfunction()

if(NOT MUSASIM_OPENBLAS_DIR)
  musasim_find_openblas(openblas_dir)
  set(MUSASIM_OPENBLAS_DIR "${openblas_dir}"
      CACHE PATH "Folder of the package scipy_openblas32" FORCE)
endif()
add_library(musasim_openblas SHARED IMPORTED GLOBAL)
set_target_properties(
  musasim_openblas
  PROPERTIES IMPORTED_LOCATION "${MUSASIM_OPENBLAS_DIR}/lib/libscipy_openblas.so"
             IMPORTED_SONAME libscipy_openblas.so
             INTERFACE_INCLUDE_DIRECTORIES "${MUSASIM_OPENBLAS_DIR}/include")

# musasim_use_openblas(<library>): links it, with the way to it at run time: where it was found for
# the build tree, beside the package musasim in site-packages once installed.
function(musasim_use_openblas library)
  target_link_libraries(${library} PRIVATE musasim_openblas)
  set_target_properties(
    ${library}
    PROPERTIES BUILD_WITH_INSTALL_RPATH OFF
               BUILD_RPATH "$ORIGIN;${MUSASIM_OPENBLAS_DIR}/lib"
               INSTALL_RPATH "$ORIGIN;$ORIGIN/../../../scipy_openblas32/lib")
endfunction()

# To link after musasim_warnings: callers in C may give an enumeration any value, and a library that
# looks at it to refuse it would be stopped by UBSan.
add_library(musasim_any_enum INTERFACE)
if(MUSASIM_SANITIZE MATCHES undefined)
  target_compile_options(musasim_any_enum INTERFACE -fno-sanitize=enum)
endif()

# musasim_one_blas_thread(): the C++ tests of the calling folder run OpenBLAS on the
# calling thread only. Its threads cost more than they bring on small matrices, and it is not built
# for ThreadSanitizer, which would not see how they synchronize.
function(musasim_one_blas_thread)
  get_property(tests DIRECTORY PROPERTY TESTS)
  if(tests)
    set_tests_properties(${tests} PROPERTIES ENVIRONMENT OPENBLAS_NUM_THREADS=1)
  endif()
endfunction()
