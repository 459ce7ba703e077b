// The versioned names of functions, which the header's macros choose.
#include "machine/device/default_stream.h"
#include "musa/api.h"

#define MUSASIM_FORM(name, function, parameters, arguments)                   \
  extern "C" __attribute__((visibility("default"))) MUresult name parameters; \
  MUresult name parameters { return function arguments; }

#define MUSASIM_PER_THREAD_FORM(name, function, parameters, arguments)        \
  extern "C" __attribute__((visibility("default"))) MUresult name parameters; \
  MUresult name parameters {                                                  \
    const musasim::PerThreadDefaultStream scope;                              \
    return function arguments;                                                \
  }

#include "musa/forms.def"
