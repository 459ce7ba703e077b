#[=======================================================================[
FindMUSAToolkit: the MUSA SDK's libraries as imported targets, for projects whose sources are C and C++.

  find_package(MUSAToolkit [version] [REQUIRED] [COMPONENTS <library>...])

The SDK is where MUSAToolkit_ROOT, MUSA_PATH or MUSA_HOME say (variables, then the environment), else the
one that this file belongs to. What it sets:

  MUSAToolkit_FOUND, MUSAToolkit_VERSION (_MAJOR, _MINOR, _PATCH)
  MUSAToolkit_ROOT, MUSAToolkit_TARGET_DIR, MUSAToolkit_LIBRARY_ROOT   the SDK's folder
  MUSAToolkit_BIN_DIR, MUSAToolkit_INCLUDE_DIRS (and _DIR), MUSAToolkit_LIBRARY_DIR
  MUSAToolkit_MCC_EXECUTABLE
  MUSA_<library>_LIBRARY                                               in the cache

and the targets MUSA::toolkit (headers), MUSA::<library> for each library that is there, MUSA::musa_driver
and MUSA::<library>_static. A component is the name of such a target.
#]=======================================================================]
include("${CMAKE_CURRENT_LIST_DIR}/musa/sdk.cmake")

musa_sdk_root(_musa_root MUSAToolkit_ROOT MUSA_PATH MUSA_HOME)
if(_musa_root)
  set(MUSAToolkit_ROOT "${_musa_root}")
  set(MUSAToolkit_TARGET_DIR "${_musa_root}")
  set(MUSAToolkit_LIBRARY_ROOT "${_musa_root}")
  set(MUSAToolkit_BIN_DIR "${_musa_root}/bin")
  set(MUSAToolkit_INCLUDE_DIR "${_musa_root}/include")
  set(MUSAToolkit_INCLUDE_DIRS "${MUSAToolkit_INCLUDE_DIR}")
  musa_sdk_version(MUSAToolkit_VERSION "${_musa_root}")
  musa_sdk_parts(MUSAToolkit_VERSION "${MUSAToolkit_VERSION}")
  find_program(MUSAToolkit_MCC_EXECUTABLE NAMES mcc PATHS "${_musa_root}/bin" NO_DEFAULT_PATH)
  mark_as_advanced(MUSAToolkit_MCC_EXECUTABLE)
  musa_sdk_library(MUSA_musart_LIBRARY "${_musa_root}" musart)
  if(MUSA_musart_LIBRARY)
    get_filename_component(MUSAToolkit_LIBRARY_DIR "${MUSA_musart_LIBRARY}" DIRECTORY)
  endif()
endif()

# _musa_target(<target> <library> [<target that it needs>...])
# MUSA::<target> for lib<library>.so, unless it is there.
function(_musa_target target library)
  set(variable MUSA_${target}_LIBRARY)
  musa_sdk_library(${variable} "${MUSAToolkit_ROOT}" ${library})
  if(NOT ${variable})
    return()
  endif()
  set(MUSAToolkit_${target}_FOUND TRUE PARENT_SCOPE)
  if(NOT TARGET MUSA::${target})
    add_library(MUSA::${target} SHARED IMPORTED)
    set_target_properties(MUSA::${target} PROPERTIES IMPORTED_LOCATION "${${variable}}")
    target_link_libraries(MUSA::${target} INTERFACE MUSA::toolkit ${ARGN})
  endif()
endfunction()

if(_musa_root AND MUSA_musart_LIBRARY)
  if(NOT TARGET MUSA::toolkit)
    add_library(MUSA::toolkit INTERFACE IMPORTED)
    set_target_properties(MUSA::toolkit PROPERTIES INTERFACE_INCLUDE_DIRECTORIES
                                                   "${MUSAToolkit_INCLUDE_DIRS}")
  endif()
  set(MUSAToolkit_toolkit_FOUND TRUE)
  _musa_target(musart musart)
  _musa_target(musa_driver musa)
  foreach(_musa_name mublas mublasLt mufft murand musparse musolver mudnn mupti mtrtc mccl)
    _musa_target(${_musa_name} ${_musa_name} MUSA::musart)
  endforeach()
  # This SDK has no static libraries, so these are the shared ones.
  _musa_target(musart_static musart)
  foreach(_musa_name mublas mublasLt mufft murand musparse musolver)
    _musa_target(${_musa_name}_static ${_musa_name} MUSA::musart_static)
  endforeach()
  unset(_musa_name)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  MUSAToolkit
  REQUIRED_VARS MUSA_musart_LIBRARY MUSAToolkit_INCLUDE_DIR
  VERSION_VAR MUSAToolkit_VERSION
  HANDLE_COMPONENTS
  REASON_FAILURE_MESSAGE
  "No folder with include/musa_runtime.h and lib/libmusart.so: set MUSAToolkit_ROOT or MUSA_HOME to the SDK")
unset(_musa_root)
