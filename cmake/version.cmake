# Reads the version from pyproject.toml, its only source.
function(torchada_read_version out)
  file(STRINGS "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../pyproject.toml" line
       REGEX "^version = \"[0-9.]+\"" LIMIT_COUNT 1)
  if(NOT line MATCHES "\"([0-9.]+)\"")
    message(FATAL_ERROR "no line `version = \"X.Y.Z\"` in pyproject.toml")
  endif()
  set(${out} "${CMAKE_MATCH_1}" PARENT_SCOPE)
endfunction()
