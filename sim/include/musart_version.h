// Version of the MUSA runtime API that these headers describe.
#pragma once

// Build scripts read these numbers line by line.
#define __MUSA_API_VER_MAJOR__ 4
#define __MUSA_API_VER_MINOR__ 3
#define __MUSA_API_VER_PATCH__ 0

#define MUSART_VERSION \
  ((__MUSA_API_VER_MAJOR__) * 10000 + (__MUSA_API_VER_MINOR__) * 100 + (__MUSA_API_VER_PATCH__))
