// The Python module _MUSAC: its entry. The rest lies in libmusa_python, which C++ extensions link against.
#include "module/module.h"

PyMODINIT_FUNC PyInit__MUSAC(void) { return musasim::make_module(); }
