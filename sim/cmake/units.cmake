# musasim_compile_in_units(<target> [<folder>=<size>...])
# Compiles the sources of each folder in units of at most MUSASIM_UNIT_SIZE files (or what is given for
# the folder, where one takes long), so that headers are read once a unit. Names in anonymous namespaces
# must therefore be unique in a folder. A source with the property SKIP_UNITY_BUILD_INCLUSION is
# compiled alone.
set(MUSASIM_UNIT_SIZE 6 CACHE STRING "How many sources of a folder are compiled as one unit; 1: each alone")

function(musasim_compile_in_units target)
  if(MUSASIM_UNIT_SIZE LESS 2)
    return()
  endif()
  foreach(pair IN LISTS ARGN)
    string(REGEX MATCH "(.+)=(.+)" pair "${pair}")
    set(size_of_${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
  endforeach()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_filename_component(folder "${source}" ABSOLUTE)
    get_filename_component(folder "${folder}" DIRECTORY)
    get_filename_component(size "${folder}" NAME)
    set(size "${size_of_${size}}")
    if(NOT size)
      set(size ${MUSASIM_UNIT_SIZE})
    endif()
    file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${folder}")
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    math(EXPR count_${folder} "0${count_${folder}} + 1")
    math(EXPR unit "(${count_${folder}} - 1) / ${size}")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${folder}_${unit})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # GCC takes the sources of a unit for headers and warns about their anonymous namespaces.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# musasim_share_standard_headers(<target>)
# Gives the sources standard_headers.h precompiled. All libraries and tests share what libmusasim compiled.
function(musasim_share_standard_headers target)
  if(target STREQUAL "musasim")
    target_precompile_headers(musasim PRIVATE "${PROJECT_SOURCE_DIR}/cmake/standard_headers.h")
  else()
    target_precompile_headers(${target} REUSE_FROM musasim)
  endif()
  # ccache asks for it.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endfunction()
