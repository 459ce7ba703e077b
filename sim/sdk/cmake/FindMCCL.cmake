# FindMCCL: MUSA's library of collectives. Sets MCCL_FOUND, MCCL_VERSION, MCCL_INCLUDE_DIRS and
# MCCL_LIBRARIES, and makes the target MUSA::mccl. MCCL_INCLUDE_DIR and MCCL_LIB_DIR (environment) and
# MCCL_ROOT say where it is, else the SDK is searched.
include("${CMAKE_CURRENT_LIST_DIR}/musa/sdk.cmake")

musa_sdk_root(_musa_root MUSA_TOOLKIT_ROOT_DIR MUSAToolkit_ROOT MUSA_PATH MUSA_HOME)
set(_mccl_root "${MCCL_ROOT}" "$ENV{MCCL_ROOT}" "${_musa_root}")
list(REMOVE_ITEM _mccl_root "" "NOTFOUND")
find_path(MCCL_INCLUDE_DIR mccl.h HINTS ENV MCCL_INCLUDE_DIR ${_mccl_root} PATH_SUFFIXES include)
find_library(MCCL_LIBRARY NAMES mccl HINTS ENV MCCL_LIB_DIR ${_mccl_root} PATH_SUFFIXES lib lib64)
mark_as_advanced(MCCL_INCLUDE_DIR MCCL_LIBRARY)

set(MCCL_VERSION "")
if(MCCL_INCLUDE_DIR AND EXISTS "${MCCL_INCLUDE_DIR}/mccl.h")
  foreach(_mccl_part MAJOR MINOR PATCH)
    file(STRINGS "${MCCL_INCLUDE_DIR}/mccl.h" _mccl_line REGEX "#define[ \t]+MCCL_${_mccl_part}[ \t]")
    if(_mccl_line MATCHES "([0-9]+)")
      list(APPEND MCCL_VERSION "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  list(JOIN MCCL_VERSION "." MCCL_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MCCL REQUIRED_VARS MCCL_LIBRARY MCCL_INCLUDE_DIR VERSION_VAR MCCL_VERSION)
if(MCCL_FOUND)
  set(MCCL_INCLUDE_DIRS "${MCCL_INCLUDE_DIR}")
  set(MCCL_LIBRARIES "${MCCL_LIBRARY}")
  if(NOT TARGET MUSA::mccl)
    add_library(MUSA::mccl SHARED IMPORTED)
    set_target_properties(MUSA::mccl PROPERTIES IMPORTED_LOCATION "${MCCL_LIBRARY}"
                                                INTERFACE_INCLUDE_DIRECTORIES "${MCCL_INCLUDE_DIR}")
  endif()
endif()
unset(_musa_root)
unset(_mccl_root)
unset(_mccl_line)
