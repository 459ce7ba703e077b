// Rows of the .def files that list muBLAS's functions. A row is
//   MUBLAS_FUNCTION(<name after mublas>, <implementation>, (<parameters>), (<arguments>))
// and MUBLAS_FUNCTION is defined by the file that includes them: a declaration in mublas_api.h, a
// definition in the library. A family's row takes the prefix P, the element type T, the real type
// R, the integer type N and the name's suffix S, and is listed for the types that it exists for.
#ifndef MUBLAS_ROWS_H_
#define MUBLAS_ROWS_H_

// Every function exists with int and, under the suffix _64, with int64_t.
#define MUBLAS_INTS(ROW, P, T, R) ROW(P, T, R, int, ) ROW(P, T, R, int64_t, _64)

#define MUBLAS_SD(ROW) MUBLAS_INTS(ROW, S, float, float) MUBLAS_INTS(ROW, D, double, double)
#define MUBLAS_CZ(ROW)                  \
  MUBLAS_INTS(ROW, C, muComplex, float) \
  MUBLAS_INTS(ROW, Z, muDoubleComplex, double)
#define MUBLAS_SDCZ(ROW) MUBLAS_SD(ROW) MUBLAS_CZ(ROW)
#define MUBLAS_H(ROW) MUBLAS_INTS(ROW, H, __half, __half)

// Rows of functions that exist with int only.
#define MUBLAS_SDCZ_INT(ROW)      \
  ROW(S, float, float, int, )     \
  ROW(D, double, double, int, )   \
  ROW(C, muComplex, float, int, ) \
  ROW(Z, muDoubleComplex, double, int, )

#endif  // MUBLAS_ROWS_H_
