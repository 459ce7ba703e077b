#[=======================================================================[
FindMUSA: MUSA's compiler and libraries, and functions that build targets with them, in the manner of CMake's
old FindCUDA.

  find_package(MUSA [version] [REQUIRED])
  musa_add_executable(<target> [EXCLUDE_FROM_ALL] <source>... [OPTIONS <option>...])
  musa_add_library(<target> [STATIC|SHARED|MODULE|OBJECT] [EXCLUDE_FROM_ALL] <source>... [OPTIONS <option>...])
  musa_compile(<variable for the objects> <source>... [OPTIONS <option>...])
  musa_include_directories(<folder>...)
  musa_add_mublas_to_target(<target>), musa_add_mufft_to_target(<target>)

mcc compiles sources that end in .mu or .cu, and those whose property MUSA_SOURCE_PROPERTY_FORMAT is OBJ;
the host's compiler compiles the others. After OPTIONS the words DEBUG, RELEASE, RELWITHDEBINFO and
MINSIZEREL begin options of that configuration.

The SDK is where MUSA_TOOLKIT_ROOT_DIR, MUSA_PATH or MUSA_HOME say (variables, then the environment), else
the one that this file belongs to.

  set by the project, read when a target is made
    MUSA_MCC_FLAGS, MUSA_MCC_FLAGS_<CONFIG>   options of mcc, a list or one text
    MUSA_PROPAGATE_HOST_FLAGS                 mcc gets CMAKE_CXX_FLAGS, too (ON)
    MUSA_SEPARABLE_COMPILATION                device code may use other files' functions (-fgpu-rdc)
    MUSA_VERBOSE_BUILD                        mcc prints its commands
    MUSA_LINK_LIBRARIES_KEYWORD               PUBLIC, PRIVATE or INTERFACE, for the runtime library
    MUSA_MCC_EXECUTABLE                       another mcc
  set by this module
    MUSA_FOUND, MUSA_VERSION, MUSA_VERSION_STRING, MUSA_VERSION_MAJOR, _MINOR, _PATCH
    MUSA_TOOLKIT_ROOT_DIR, MUSA_INCLUDE_DIRS, MUSA_LIBRARY_DIRS, MUSA_LIBRARIES (the runtime)
    MUSA_MCC_EXECUTABLE
    MUSA_<library>_LIBRARY and MUSA_<LIBRARY>_LIBRARY, for each library that is there
#]=======================================================================]
include("${CMAKE_CURRENT_LIST_DIR}/musa/sdk.cmake")

musa_sdk_root(_musa_root MUSA_TOOLKIT_ROOT_DIR MUSAToolkit_ROOT MUSA_PATH MUSA_HOME)
if(_musa_root)
  set(MUSA_TOOLKIT_ROOT_DIR "${_musa_root}" CACHE PATH "The MUSA SDK" FORCE)
  set(MUSA_TOOLKIT_INCLUDE "${_musa_root}/include")
  musa_sdk_version(MUSA_VERSION "${_musa_root}")
  set(MUSA_VERSION_STRING "${MUSA_VERSION}")
  musa_sdk_parts(MUSA_VERSION "${MUSA_VERSION}")
  find_program(MUSA_MCC_EXECUTABLE NAMES mcc PATHS "${_musa_root}/bin" NO_DEFAULT_PATH DOC "mcc")
  mark_as_advanced(MUSA_MCC_EXECUTABLE MUSA_TOOLKIT_ROOT_DIR)
  foreach(_musa_name musart musa mublas mublasLt mufft murand musparse musolver mudnn mupti mtrtc mccl)
    musa_sdk_library(MUSA_${_musa_name}_LIBRARY "${_musa_root}" ${_musa_name})
    string(TOUPPER "${_musa_name}" _musa_upper)
    set(MUSA_${_musa_upper}_LIBRARY "${MUSA_${_musa_name}_LIBRARY}")
    set(MUSA_${_musa_upper}_LIBRARIES "${MUSA_${_musa_name}_LIBRARY}")
  endforeach()
  set(MUSA_DRIVER_LIBRARY "${MUSA_musa_LIBRARY}")
  unset(_musa_name)
  unset(_musa_upper)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  MUSA
  REQUIRED_VARS MUSA_TOOLKIT_ROOT_DIR MUSA_MCC_EXECUTABLE MUSA_musart_LIBRARY
  VERSION_VAR MUSA_VERSION
  REASON_FAILURE_MESSAGE
  "No folder with bin/mcc, include/musa_runtime.h and lib/libmusart.so: set MUSA_TOOLKIT_ROOT_DIR or MUSA_HOME to the SDK")

if(MUSA_FOUND)
  set(MUSA_INCLUDE_DIRS "${MUSA_TOOLKIT_INCLUDE}")
  get_filename_component(MUSA_LIBRARY_DIRS "${MUSA_musart_LIBRARY}" DIRECTORY)
  set(MUSA_LIBRARIES "${MUSA_musart_LIBRARY}")
  option(MUSA_PROPAGATE_HOST_FLAGS "mcc gets CMAKE_CXX_FLAGS, too" ON)
  option(MUSA_SEPARABLE_COMPILATION "Device code may use functions and variables of other files" OFF)
  option(MUSA_VERBOSE_BUILD "mcc prints the commands that it runs" OFF)
  mark_as_advanced(MUSA_PROPAGATE_HOST_FLAGS MUSA_SEPARABLE_COMPILATION MUSA_VERBOSE_BUILD)

  # The functions make use of the language, whose variables belong to the folder that switches it on.
  if(CMAKE_CURRENT_FUNCTION)
    message(FATAL_ERROR "find_package(MUSA) was called in the function ${CMAKE_CURRENT_FUNCTION}(), and CMake does "
                        "not switch a language on there. Call it outside of functions, or make that one a macro.")
  endif()
  if(NOT CMAKE_MUSA_COMPILER)
    set(CMAKE_MUSA_COMPILER "${MUSA_MCC_EXECUTABLE}")
  endif()
  set(CMAKE_MUSA_COMPILER_FORCED TRUE)
  include("${CMAKE_CURRENT_LIST_DIR}/EnableMUSALanguage.cmake")
  enable_language(MUSA)
  include("${CMAKE_CURRENT_LIST_DIR}/musa/targets.cmake")
endif()
unset(_musa_root)
