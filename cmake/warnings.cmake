# Interface target `torchada_warnings`: the warnings that our own code is compiled with.
add_library(torchada_warnings INTERFACE)
target_compile_options(
  torchada_warnings
  INTERFACE -Wall -Wextra -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast
            # CPython's method tables are the reason: their trailing members are meant to be zero.
            -Wno-missing-field-initializers)
if(TORCHADA_WERROR)
  target_compile_options(torchada_warnings INTERFACE -Werror)
endif()
