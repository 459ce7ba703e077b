# Interface target `torchada_sanitizers`: nothing, unless TORCHADA_SANITIZE names sanitizers.
add_library(torchada_sanitizers INTERFACE)
if(TORCHADA_SANITIZE)
  set(torchada_known_sanitizers "address,undefined" "address" "undefined" "thread")
  if(NOT TORCHADA_SANITIZE IN_LIST torchada_known_sanitizers)
    message(FATAL_ERROR "TORCHADA_SANITIZE=${TORCHADA_SANITIZE}: known are ${torchada_known_sanitizers}")
  endif()
  target_compile_options(
    torchada_sanitizers INTERFACE -fsanitize=${TORCHADA_SANITIZE} -fno-sanitize-recover=all
                                  -fno-omit-frame-pointer -g)
  target_link_options(torchada_sanitizers INTERFACE -fsanitize=${TORCHADA_SANITIZE})
endif()
