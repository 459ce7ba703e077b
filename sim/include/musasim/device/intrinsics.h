// Intrinsics on bits, on integers, and conversions between numbers and their bits.
#pragma once

#define MUSASIM_ROUNDINGS(result, name, argument) \
  result name##_rn(argument);                     \
  result name##_rz(argument);                     \
  result name##_ru(argument);                     \
  result name##_rd(argument);

MUSASIM_ROUNDINGS(int, __float2int, float)
MUSASIM_ROUNDINGS(unsigned, __float2uint, float)
MUSASIM_ROUNDINGS(long long, __float2ll, float)
MUSASIM_ROUNDINGS(unsigned long long, __float2ull, float)
MUSASIM_ROUNDINGS(int, __double2int, double)
MUSASIM_ROUNDINGS(unsigned, __double2uint, double)
MUSASIM_ROUNDINGS(long long, __double2ll, double)
MUSASIM_ROUNDINGS(unsigned long long, __double2ull, double)
MUSASIM_ROUNDINGS(float, __double2float, double)
MUSASIM_ROUNDINGS(float, __int2float, int)
MUSASIM_ROUNDINGS(float, __uint2float, unsigned)
MUSASIM_ROUNDINGS(float, __ll2float, long long)
MUSASIM_ROUNDINGS(float, __ull2float, unsigned long long)
MUSASIM_ROUNDINGS(double, __ll2double, long long)
MUSASIM_ROUNDINGS(double, __ull2double, unsigned long long)

#undef MUSASIM_ROUNDINGS

double __int2double_rn(int);
double __uint2double_rn(unsigned);

int __float_as_int(float);
unsigned __float_as_uint(float);
float __int_as_float(int);
float __uint_as_float(unsigned);
long long __double_as_longlong(double);
double __longlong_as_double(long long);
int __double2hiint(double);
int __double2loint(double);
double __hiloint2double(int high, int low);

int __popc(unsigned);
int __popcll(unsigned long long);
int __clz(int);
int __clzll(long long);
int __ffs(int);
int __ffsll(long long);
unsigned __brev(unsigned);
unsigned long long __brevll(unsigned long long);
unsigned __byte_perm(unsigned low, unsigned high, unsigned selector);
unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift);
unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift);

int __mul24(int, int);
unsigned __umul24(unsigned, unsigned);
int __mulhi(int, int);
unsigned __umulhi(unsigned, unsigned);
long long __mul64hi(long long, long long);
unsigned long long __umul64hi(unsigned long long, unsigned long long);
unsigned __sad(int, int, unsigned);
unsigned __usad(unsigned, unsigned, unsigned);
int __dp4a(int, int, int);
unsigned __dp4a(unsigned, unsigned, unsigned);
