# Where the SDK is and what it holds: for FindMUSAToolkit, FindMUSA and FindMCCL.
include_guard(GLOBAL)

# The SDK that these modules belong to.
get_filename_component(_musa_own_root "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
set_property(GLOBAL PROPERTY MUSA_SDK_OWN_ROOT "${_musa_own_root}")
unset(_musa_own_root)

# musa_sdk_root(<result> <variable>...)
# The first of the variables, then of the environment's variables of these names, that names a folder with
# the runtime; else the folder above these modules, else NOTFOUND.
function(musa_sdk_root result)
  get_property(own GLOBAL PROPERTY MUSA_SDK_OWN_ROOT)
  set(candidates)
  foreach(name IN LISTS ARGN)
    list(APPEND candidates "${${name}}")
  endforeach()
  foreach(name IN LISTS ARGN)
    list(APPEND candidates "$ENV{${name}}")
  endforeach()
  foreach(folder IN LISTS candidates own)
    if(folder AND EXISTS "${folder}/include/musa_runtime.h")
      get_filename_component(folder "${folder}" ABSOLUTE)
      set(${result} "${folder}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(${result} "NOTFOUND" PARENT_SCOPE)
endfunction()

# musa_sdk_version(<result> <root>)
# The version of the toolkit as version.json has it, empty where there is none.
function(musa_sdk_version result root)
  set(version "")
  if(EXISTS "${root}/version.json")
    file(READ "${root}/version.json" text)
    string(JSON version ERROR_VARIABLE problem GET "${text}" musa_toolkits version)
    if(problem)
      set(version "")
    endif()
  endif()
  set(${result} "${version}" PARENT_SCOPE)
endfunction()

# musa_sdk_parts(<prefix> <version>)
# <prefix>_MAJOR, _MINOR and _PATCH of a version.
macro(musa_sdk_parts prefix version)
  if("${version}" MATCHES "^([0-9]+)\\.([0-9]+)(\\.([0-9]+))?")
    set(${prefix}_MAJOR "${CMAKE_MATCH_1}")
    set(${prefix}_MINOR "${CMAKE_MATCH_2}")
    set(${prefix}_PATCH "${CMAKE_MATCH_4}")
  endif()
endmacro()

# musa_sdk_library(<variable> <root> <name>)
# The path of lib<name>.so, in the cache.
function(musa_sdk_library variable root name)
  find_library(${variable} NAMES ${name} PATHS "${root}/lib" "${root}/lib64" NO_DEFAULT_PATH
               DOC "lib${name} of the MUSA SDK")
  mark_as_advanced(${variable})
endfunction()
