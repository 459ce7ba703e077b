# torchada_compile_in_units(<target>...)
# Compiles several sources of a target as one unit, so that headers are read once a unit. Names in
# anonymous namespaces must therefore be unique in the target. TORCHADA_UNIT_SIZE=1 compiles each alone.
set(TORCHADA_UNIT_SIZE 5 CACHE STRING "How many sources of a target are compiled as one unit; 1: each alone")

function(torchada_compile_in_units)
  if(TORCHADA_UNIT_SIZE LESS 2)
    return()
  endif()
  set_target_properties(${ARGN} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${TORCHADA_UNIT_SIZE})
  foreach(target IN LISTS ARGN)
    # GCC takes the sources of a unit for headers and warns about their anonymous namespaces.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endforeach()
endfunction()
