// Opens a part of the driver's API: C names, exported. No #pragma once: included once for each part.
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif
#if defined(__cplusplus)
extern "C" {
#endif
