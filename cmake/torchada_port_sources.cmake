# torchada_port_sources(<variable> <file>... [HEADERS <file>...] [RULES <file>] [PROGRAM <path>])
#
# Ports the CUDA sources of a project when it is built, and puts the paths of the ported ones into
# <variable>: torchada_port_sources(sources kernel.cu ops.cpp HEADERS kernel.cuh), then
# add_library(ops ${sources}). All files are ported together, so that they may include each other;
# HEADERS are the files that are included and not compiled. Paths are relative to the current source
# folder, and lie below it. The ported files are below the current binary folder, in `ported`; those of
# a second call in the same folder are in `ported-2`, and so on: each call is a project of its own.
# RULES is a file of rules, PROGRAM the path of torchada-port. CMake does not know how to compile .mu
# files, and leaves them out without a word: docs/porting.md says what to do.
function(torchada_port_sources variable)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "RULES;PROGRAM" "HEADERS")
  if(NOT arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "torchada_port_sources(${variable}): no source file was given; list the "
                        "CUDA sources after the variable")
  endif()
  if(NOT arg_PROGRAM)
    find_program(TORCHADA_PORT_PROGRAM torchada-port)
    set(arg_PROGRAM "${TORCHADA_PORT_PROGRAM}")
  endif()
  if(NOT arg_PROGRAM)
    message(FATAL_ERROR "torchada_port_sources(${variable}): the program torchada-port was not "
                        "found on PATH; install torchada, or give its path with PROGRAM <path>")
  endif()
  get_property(calls DIRECTORY PROPERTY TORCHADA_PORT_CALLS)
  math(EXPR calls "0${calls} + 1")
  set_property(DIRECTORY PROPERTY TORCHADA_PORT_CALLS ${calls})
  set(ported "${CMAKE_CURRENT_BINARY_DIR}/ported")
  if(calls GREATER 1)
    string(APPEND ported "-${calls}")
  endif()
  set(staged "${ported}-input")
  set(options -q)
  set(rules)
  if(arg_RULES)
    get_filename_component(rules "${arg_RULES}" ABSOLUTE)
    list(APPEND options --rules "${rules}")
  endif()
  file(GLOB_RECURSE stale RELATIVE "${staged}" "${staged}/*")
  set(paths)
  set(inputs)
  set(sources)
  set(outputs)
  set(copies)
  foreach(file IN LISTS arg_UNPARSED_ARGUMENTS arg_HEADERS)
    get_filename_component(full "${file}" ABSOLUTE)
    file(RELATIVE_PATH path "${CMAKE_CURRENT_SOURCE_DIR}" "${full}")
    if(path MATCHES "^\\.\\./")
      message(FATAL_ERROR "torchada_port_sources(${variable}): ${file} lies outside of "
                          "${CMAKE_CURRENT_SOURCE_DIR}; list only files below that folder")
    endif()
    list(APPEND inputs "${full}")
    list(APPEND paths "${path}")
    list(APPEND copies COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${full}" "${staged}/${path}")
    get_filename_component(folder "${staged}/${path}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    if(file IN_LIST arg_UNPARSED_ARGUMENTS)
      list(APPEND sources "${path}")
    endif()
  endforeach()
  foreach(path IN LISTS sources)
    string(REGEX REPLACE "\\.cu(h?)$" ".mu\\1" renamed "${path}")
    # A name that is there already is not taken.
    if(renamed IN_LIST paths)
      set(renamed "${path}")
    endif()
    list(APPEND outputs "${ported}/${renamed}")
  endforeach()
  # What an earlier configuration has listed is no part of the project any more.
  list(REMOVE_ITEM stale ${paths})
  list(TRANSFORM stale PREPEND "${staged}/")
  file(REMOVE ${stale})
  # Exit status 1 says that places are left for the user: the compiler shows them.
  add_custom_command(
    OUTPUT ${outputs}
    ${copies}
    COMMAND sh -c "\"$0\" \"$@\" || test $? -eq 1" "${arg_PROGRAM}" "${staged}" -o "${ported}"
            ${options}
    # Unchanged files are not written again, and the rule would run each time.
    COMMAND "${CMAKE_COMMAND}" -E touch_nocreate ${outputs}
    DEPENDS ${inputs} ${rules} "${arg_PROGRAM}"
    COMMENT "Porting CUDA sources to MUSA"
    VERBATIM)
  set(${variable} ${outputs} PARENT_SCOPE)
endfunction()
