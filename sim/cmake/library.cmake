# musasim_own_std_instances(<target>)
# Keeps the instances of the standard library's templates inside the library (std_instances.map), and with
# a compiler that links it statically the whole of it.
set(MUSASIM_STD_INSTANCES "${CMAKE_CURRENT_LIST_DIR}/std_instances.map")
function(musasim_own_std_instances target)
  target_link_options(${target} PRIVATE "LINKER:--version-script=${MUSASIM_STD_INSTANCES}"
                      "LINKER:--exclude-libs,libstdc++.a")
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${MUSASIM_STD_INSTANCES}")
endfunction()

# musasim_library(<name> [SOVERSION <n>] [SOURCES <file>...] [LINK <target>...])
# One shared library of the platform from these sources, or from those of the calling folder (its tests aside):
# lib<name>.so.<n> in <build>/home/lib, and in musasim/home/lib once installed.
function(musasim_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOVERSION" "SOURCES;LINK")
  if(NOT arg_SOURCES)
    file(GLOB_RECURSE arg_SOURCES CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
    list(FILTER arg_SOURCES EXCLUDE REGEX "/tests/")
  endif()
  add_library(${name} SHARED ${arg_SOURCES})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}" PUBLIC "${PROJECT_SOURCE_DIR}/include")
  target_link_libraries(${name} PRIVATE musasim_warnings ${arg_LINK})
  musasim_own_std_instances(${name})
  musasim_share_standard_headers(${name})
  set_target_properties(
    ${name}
    PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${MUSASIM_HOME}/lib"
               DEFINE_SYMBOL "" # precompiled headers are shared, so all libraries must define the same
               BUILD_WITH_INSTALL_RPATH ON
               INSTALL_RPATH "$ORIGIN"
               POSITION_INDEPENDENT_CODE ON)
  if(arg_SOVERSION)
    set_target_properties(${name} PROPERTIES VERSION ${arg_SOVERSION} SOVERSION ${arg_SOVERSION})
  endif()
  install(TARGETS ${name} LIBRARY DESTINATION musasim/home/lib)
endfunction()

# musasim_tests([LINK <target>...])
# Each tests/test_*.cpp of the calling folder is one executable and one ctest entry, <folder>_<name>.
function(musasim_tests)
  if(NOT MUSASIM_BUILD_TESTS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "LINK")
  get_filename_component(label "${CMAKE_CURRENT_SOURCE_DIR}" NAME)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/tests/test_*.cpp")
  foreach(source ${sources})
    get_filename_component(name "${source}" NAME_WE)
    set(target ${label}_${name})
    add_executable(${target} EXCLUDE_FROM_ALL ${source})
    # The shared precompiled headers are compiled with -fPIC.
    target_compile_options(${target} PRIVATE -fPIC)
    musasim_share_standard_headers(${target})
    target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/../tests/cpp"
                                                 "${PROJECT_SOURCE_DIR}/include")
    target_link_libraries(${target} PRIVATE musasim_warnings Threads::Threads ${arg_LINK})
    add_test(NAME ${target} COMMAND ${target})
    set_tests_properties(${target} PROPERTIES TIMEOUT 120 LABELS "${label}")
    add_dependencies(musasim_tests ${target})
  endforeach()
endfunction()
