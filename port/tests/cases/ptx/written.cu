// Names, lines, numbers, labels of declarations, other machines, texts of macros.
extern int x asm("name");
extern int y __asm__("_ZN" "foo@GLIBC_2.2.5");
void f2(void) asm("trap");
int arr[3] asm("arr_");
void f3(int (*)(void)) __attribute__((weak)) asm("f3_v1");
struct S { int a; };
__device__ unsigned g(unsigned a, unsigned ptx_0, unsigned *p) {
  unsigned r, ptx_1;
  asm volatile("{\n"
               ".reg .b32 %%a, a;\n"
               "mov.b32 %%a, %1;\n"
               "mov.b32 a, 7;\n"
               "add.u32 %0, %%a, a;}"
               : "=r"(r)
               : "r"(ptx_0));
  asm(R"(add.u32 %0,
     %1,
     %1;
  )" : "=r"(r) : "r"(a));
  asm("add.u32 %0, %1, %2;"
      : "=r"(r)
      : "r"(a),
        "r"(__LINE__)
      : "memory");
  asm("add.u32 %0, %0, %2;" : "=r"(r) : "0"(a), "r"(ptx_1));
  asm("{.reg .pred p; L: setp.eq.u32 p, %1, 0; @p bra L;} {.reg .pred p; L: setp.eq.u32 p, %1, 0; @p bra L; mov.u32 %0, (1<<4)|3; add.u32 %0, %0, ~5; add.u32 %0, %0, 0b101; .reg .b64 w; mov.b64 w, {%1, 1}; }" : "=r"(r) : "r"(a));
  asm("{.reg .v2 .f32 v; .reg .b32 %%r<4>; mov.f32 v.x, 0f3f800000; mov.f32 v.y, 1.5; add.f32 v.x, v.x, v.y; mov.b32 %%r3, v.x; mov.b32 %0, %%r3; ld.v2.f32 v, [%1-(4*2)]; }" : "=r"(r) : "l"(p));
  asm("add.f16 %0, %1, 1.5;" : "=h"(r) : "h"(a));
  asm("add.s64 %0, %1, -0x10;" : "=l"(r) : "l"(a));
  asm volatile(".pragma \"nounroll\";");
  asm("mov.u32 %0, \0611;" : "=r"(r));
  if (a) asm("trap;"); else asm("membar.gl;");
  if (a) asm("trap");
  FOR_ALL(i) asm("membar.gl");
  return r;
}
#define HINT(size) ".L2::" #size "B"
#if NEW
#define HINT2(size) ".L2::" #size "B"
#else
#define HINT2(size)
#endif
#define SUFFIX ".u32"
#define WIDTH 7
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
#define LD(x, T) asm volatile("ld.global." #T " %0, [%1];" \
   : "=r"(x) \
   : "l"(p))
__device__ void h(unsigned *p, unsigned s) {
  unsigned r;
  asm volatile("cp.async.cg.shared.global" HINT(128) " [%0], [%1], 16;" :: "r"(s), "l"(p));
  asm volatile("cp.async.cg.shared.global" HINT2(128) " [%0], [%1], 16;" :: "r"(s), "l"(p));
  asm volatile("ld.global" SUFFIX " %0, [%1];" : "=r"(r) : "l"(p));
  asm("mov.u32 %0, " TEXT(WIDTH) ";" : "=r"(r));
  asm("mov.u32 %0, " TEXT_OF(WIDTH) ";" : "=r"(r));
  asm volatile("ld.global" UNKNOWN " %0, [%1];" : "=r"(r) : "l"(p));
  asm volatile("{\n"
     ".reg .pred p;\n"
#if PREFETCH
     "cp.async.cg.shared.global.L2::128B [%0], [%1], 16;\n"
#else
     "cp.async.cg.shared.global [%0], [%1], 16;\n"
#endif
     "}" :: "r"(s), "l"(p));
  asm volatile("mov.u32 %0, "
#if PREFETCH
     "1;"
#else
     "2;"
#endif
     : "=r"(r));
}
static unsigned long long cycles() {
  unsigned lo, hi;
  __asm__ __volatile__("rdtsc" : "=a"(lo), "=d"(hi));
  asm volatile("rdtsc");
  asm volatile("cpuid" : : : "eax");
  asm(".intel_syntax noprefix\n mov eax, 1\n");
  asm volatile("rep; nop");
  asm volatile("mfence" ::: "memory");
  asm volatile("lock; xaddl %0, %1" : "+r"(lo) : "m"(hi));
  asm volatile("mrs %0, cntvct_el0" : "=r"(lo));
  asm volatile("movl $1, %0" : "=r"(lo));
  asm volatile("int $3");
  asm volatile("# comment");
  return lo;
}
#define WITH_HINT 1
__global__ void hint(unsigned to, const char* from, int bytes) {
  asm volatile(
#if WITH_HINT
      "cp.async.cg.shared.global.L2::128B [%0], [%1], %2, %3;\n" ::"r"(to),
#else
      "cp.async.cg.shared.global [%0], [%1], %2, %3;\n" ::"r"(to),
#endif
      "l"(from), "n"(16), "r"(bytes));
  int line = __LINE__;
  asm volatile(
#if WITH_HINT
      "mov.u32 %0, 1;" : "=r"(line)
#else
      "mov.u32 %0, 2;" : "=r"(line)
#endif
  );
  asm volatile(
#if WITH_HINT
      "mov.u32 %0, %1;" : "=r"(line) : "r"(1)
#elif defined(OTHER)
      "mov.u32 %0, %1;" : "=r"(line) : "r"(2)
#else
      "mov.u32 %0, %1;" : "=r"(line) : "r"(1)
#endif
  );
}
#if __CUDACC_VER_MAJOR__ >= 11
__global__ void newer(unsigned* p) {
  asm("add.u32 %0, %0, 1;" : "+r"(*p));
  asm("unknown.u32 %0;" : "+r"(*p));
}
#endif
__global__ void mixed(int a, int b, int c) {
  int x;
  asm("sub.s32 %0, %1, %2;" : "=r"(x) : "r"(a),
#if A
#if B
      "r"(b)
#else
      "r"(c)
#endif
#else
      "r"(b)
#endif
  );
#ifdef VOLATILE
  asm volatile(
#else
  asm(
#endif
      "add.s32 %0, %0, 5;" : "+r"(x));
#ifndef ROUND
#define ROUND "rn"
#endif
  asm("add." ROUND ".f32 %0, %0, %0;" : "+f"(f));
  asm("add." LATER ".s32 %0, %0, 1;" : "+r"(x));
#define LATER "sat"
  asm("// first; then\n mov .s32 %0, 1; unknown.b32 %0;" : "=r"(x));
}
void host() {
  asm("trap");
  asm volatile("trap;");
  launch([=] __device__(int i) { if (i > 3) { asm volatile("trap;"); } });
}
namespace a {
struct S {
  unsigned whole;
  unsigned low : 3, high : 5;
  unsigned wide: WIDTH;
  MY_INLINE void f() { asm("trap;"); }
  void g() { if (true) { asm("trap;"); } }
};
}
__global__ void fields(a::S s, a::S* p, int high) {
  asm("mov.u32 %0, 1;" : "=r"(s.whole));
  asm("mov.u32 %0, 1;" : "=r"(s.low));
  asm("mov.u32 %0, %1;" : "=r"(p->high) : "r"(p->low));
  asm("add.u32 %0, %1, 1;" : "=r"((p->wide)) : "r"(1));
  asm("mov.u32 %0, 1;" : "=r"(high));
}
#define STR_(x) #x
#define STR(x) STR_(x)
#define ALL(...) #__VA_ARGS__
#define MORE(first, more...) #first "." #more
#define HINTS L1::no_allocate
__global__ void texts(int* p, int r) {
  asm volatile("ld.global." STR(L1::no_allocate) ".u32 %0, [%1+1];" : "=r"(r) : "l"(p));
  asm volatile("ld.global." STR(HINTS) ".u32 %0, [%1 + 1];" : "=r"(r) : "l"(p));
  asm volatile(ALL(add.u32 %0, %1, 1;) : "=r"(r) : "r"(r));
  asm volatile(MORE(add, u32 %0, %1, 2;) : "=r"(r) : "r"(r));
  asm volatile("mov.u32 %0, %1+1;" : "=r"(r) : "r"(r));
  asm volatile("atom.global.cas.b128 %0, [%1], %0, %0;" : "+q"(r) : "l"(p));
  asm volatile("rsqrt.approx.f64 %0, %0;" : "+d"(r));
}
