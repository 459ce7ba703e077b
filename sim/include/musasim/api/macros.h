// Default arguments, where the language has them.
#pragma once

#if defined(__cplusplus)
#define MUSART_DEFAULT(value) = value
#else
#define MUSART_DEFAULT(value)
#endif
