"""Programs that mcc compiles run on the simulated GPU."""

from pathlib import Path

import pytest
from support.mcc_tool import CHECK, clang, mcc, output, program, run

PROGRAMS = Path(__file__).parent / "programs"


def test_kernels_of_every_form_are_launched(tmp_path):
    source = CHECK + """
    #define LAUNCH(k, g, b, ...) k<<<g, b>>>(__VA_ARGS__)
    template <class T, int N = 3, typename = void, class... Ts>
    __global__ void __launch_bounds__(N > 2 ? 256 : 128) pack(T* p, int n, Ts... more) { if (threadIdx.x < n) *p += N + (0 + ... + more); }
    namespace { __global__ void hidden(int* p, int = 0, float (*)[4] = nullptr) { *p += 10; } }
    struct S { template <class U> static __global__ void member(U* u) { *u += 100; } };
    template <class T> struct Q { static __global__ void m(T* u); };
    template <class T> __global__ void Q<T>::m(T* u) { *u += 1000; }
    template <int N> __global__ void special(int* p) { *p += 1; }
    template <> __global__ void special<2>(int* p) { *p += 10000; }
    template <class F> __global__ void apply(int n, F f) { for (int i = threadIdx.x; i < n; i += blockDim.x) f(i); }
    extern "C" __global__ void c_name(int* p);
    int main() {
      Device<int> d(1);
      pack<<<1, 1>>>(d.at, 1); pack<int, (3 > 2) ? 5 : 4><<<
          dim3(1),
          1>>>(d.at, 1, 1, 1); SYNC();
      LAUNCH(hidden, 1, 1, d.at); S::member<<<1, 1>>>(d.at); Q<int>::m<<<1, 1>>>(d.at); special<2><<<1, 1>>>(d.at); SYNC();
      printf("%d\\n", *d.at);
      int* p = d.at;
      apply<<<1, 2>>>(4, [=] __device__ (int i) { atomicAdd(p, i); });
      apply<<<1, 2>>>(4, [p] __host__ __device__ (int i) { atomicAdd(p, i); });
      void (*pointer)(int*) = special<3>; (*pointer)<<<1, 1>>>(p); c_name<<<1, 1>>>(p); SYNC();
      printf("%d\\n", *d.at);
      void* arguments[] = {&p}; musaLaunchKernel((const void*)special<2>, dim3(1), dim3(1), arguments, 0, nullptr); SYNC();
      musaFuncAttributes a; musaFuncGetAttributes(&a, pack<int, 3>);
      printf("%d %d\\n", *d.at, a.maxThreadsPerBlock);
    }
    extern "C" __global__ void c_name(int* p) { *p += 5; }
    """
    assert output(tmp_path, source) == "11120\n11138\n21138 256\n"


def test_shared_memory_and_barriers(tmp_path):
    source = CHECK + """
    template <class T> __device__ T block_sum(T v) {
      __shared__ alignas(16) T part[1024];
      extern __shared__ __align__(16) unsigned char raw[];
      T* dynamic = reinterpret_cast<T*>(raw);
      part[threadIdx.x] = dynamic[threadIdx.x] = v;
      for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        __syncthreads();
        if (threadIdx.x < s) { part[threadIdx.x] += part[threadIdx.x + s]; dynamic[threadIdx.x] += dynamic[threadIdx.x + s]; }
      }
      __syncthreads();
      return part[0] + dynamic[0];
    }
    template <class T> __global__ void sum(const T* in, T* out) { T s = block_sum(in[blockIdx.x * blockDim.x + threadIdx.x]); if (threadIdx.x == 0) out[blockIdx.x] = s; }
    __global__ void two(float* out) {
      extern __shared__ float m[][4];
      m[threadIdx.y][threadIdx.x] = threadIdx.y * 10 + threadIdx.x;
      __syncthreads();
      if (threadIdx.x + threadIdx.y == 0) *out = m[3][2];
    }
    int main() {
      Device<double> d(4 * 256, 1.0), out(4); Device<float> f(1);
      sum<<<4, 256, 256 * sizeof(double)>>>(d.at, out.at); two<<<1, dim3(4, 4), 64>>>(f.at); SYNC();
      printf("%g %g %g\\n", out.at[0], out.at[3], *f.at);
    }
    """
    assert output(tmp_path, source) == "512 512 32\n"


def test_variables_of_device_code(tmp_path):
    source = CHECK + """
    __constant__ float factors[2];
    __device__ int counter = 3, other[4];
    __managed__ int managed = 5;
    struct A { static __device__ int member; };
    __device__ int A::member = 7;
    __global__ void k(float* p) { *p = factors[1] + counter + managed + A::member; counter = 100; managed = 200; }
    int main() {
      Device<float> f(1);
      const float host[2] = {1, 0.5f}; int back = 0, one = 10; void* address = nullptr; size_t size = 0;
      musaMemcpyToSymbol(factors, host, sizeof(host)); musaMemcpyToSymbol(A::member, &one, sizeof(one));
      k<<<1, 1>>>(f.at); SYNC();
      musaMemcpyFromSymbol(&back, counter, sizeof(back));
      musaGetSymbolAddress(&address, other); musaGetSymbolSize(&size, other);
      printf("%g %d %d %zu\\n", *f.at, back, managed, size);
      musaMemcpy(address, host, 8, musaMemcpyHostToDevice); musaMemcpyFromSymbol(&back, other, 4);
      printf("%d\\n", back == *reinterpret_cast<const int*>(host));
    }
    """
    assert output(tmp_path, source) == "18.5 100 200 16\n1\n"


def test_functions_and_variables_of_device_code_belong_to_their_file(tmp_path):
    for name, value in (("a", 1), ("b", 2)):
        (tmp_path / f"{name}.mu").write_text(
            f"__constant__ int v = {value}; __device__ int f() {{ return v * 10; }}\n"
            f"__global__ void k_{name}(int* p) {{ *p += f(); }}\n"
            f"void run_{name}(int* p) {{ k_{name}<<<1, 1>>>(p); }}\n"
        )
    (tmp_path / "main.mu").write_text(
        CHECK + "void run_a(int*); void run_b(int*);\n"
        'int main() { Device<int> d(1); run_a(d.at); SYNC(); int a = *d.at; run_b(d.at); SYNC(); printf("%d %d\\n", a, *d.at); }\n'
    )
    done = mcc("a.mu", "b.mu", "main.mu", "-o", "program", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert run(tmp_path / "program").stdout == "10 30\n"


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_templates_and_classes_of_device_code_belong_to_their_file(tmp_path, compiler):
    words = {"CXX": compiler if compiler == "g++" else clang()}
    kernels = """
    struct Op { int bias; __device__ Op(int b) : bias(b * N) {} __device__ int operator()(int x) const; template <class T> __device__ T times(T x) const { return x * N; } };
    __device__ int Op::operator()(int x) const { return x + N + bias; }
    template <class T> __device__ T scaled(T x) { return x * N; }
    template <> __device__ __noinline__ float scaled<float>(float x) { return x * N + 0.5f; }
    inline __device__ int inlined() { return N; }
    template <class F> __device__ int call(F f, int x) { return f(x) + f.times(N); }
    template <class T> struct Box { T v; __device__ T get(T x); int* __device__ address() { return &v; } auto behind() __device__ -> int { return N; } };
    template <class T> __device__ T Box<T>::get(T x) { return x * N; }
    template <> __device__ int Box<int>::get(int x) { return x * N + 1; }
    extern template struct Box<int>;
    struct Many { template <class T> __device__ T get(T x) { return x; } friend __device__ int friendly(Many); };
    template <> __device__ __noinline__ short Many::get<short>(short x) { return x * N; }
    __device__ int friendly(Many) { return N; }
    __global__ void KERNEL(int* p) {
      p[0] = call(Op(1), 10); p[1] = scaled(7); p[2] = (int)(scaled(2.f) * 2); p[3] = inlined();
      Box<int> box{N};
      p[4] = Box<long>().get(1); p[5] = box.get(1) + *box.address(); p[6] = box.behind() + Many().get<short>(1) + friendly(Many());
    }
    void HOST(int* p) { KERNEL<<<1, 1>>>(p); }
    """
    for name, number in (("a", 3), ("b", 5)):
        names = f"#define N {number}\n#define KERNEL k_{name}\n#define HOST run_{name}\n"
        (tmp_path / f"{name}.mu").write_text(names + kernels)
    (tmp_path / "main.mu").write_text(CHECK + """void run_a(int*); void run_b(int*);
        int main() {
          Device<int> d(7);
          for (auto run : {run_a, run_b}) { run(d.at); SYNC(); for (int i = 0; i < 7; ++i) printf("%d ", d.at[i]); }
        }""")
    done = mcc("-O0", "a.mu", "b.mu", "main.mu", "-o", "program", cwd=tmp_path, env=words)
    assert done.returncode == 0, done.stderr
    assert run(tmp_path / "program").stdout == "25 21 13 3 3 7 9 45 35 21 5 5 11 15 "


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_friends_have_the_names_of_other_functions(tmp_path, compiler):
    words = {"CXX": compiler if compiler == "g++" else clang()}
    kernels = """
    namespace other { __device__ int norm(int x) { return x; } }
    __device__ int norm(int x) { return x; }
    __device__ float2 operator*(float2 a, float2) { return a; }
    struct S { int v; __device__ int get(int x) { return x; }
      friend __device__ __noinline__ int norm(S a) { return a.v + N; }
      friend __device__ __noinline__ S operator+(S a, S b) { return S{a.v + b.v + N}; }
      friend __device__ int later(S a);
      friend __host__ __device__ int both(S a) { return a.v; } };
    __device__ __noinline__ int both(int x) { return x + N; }
    __device__ int later(int x) { return x; }
    __device__ __noinline__ int later(S a) { return a.v + N; }
    struct Q { int v; };
    __device__ __noinline__ Q operator-(Q a, Q b) { return Q{a.v - b.v + N}; }
    namespace apart { __device__ int get(int x); }
    __device__ int apart::get(int x) { return x + N; }
    __global__ void KERNEL(int* p) {
      S one{1};
      p[0] = norm(one) + other::norm(0) + norm(0); p[1] = (one + S{0}).v; p[2] = (Q{1} - Q{0}).v;
      p[3] = apart::get(one.get(1)); p[4] = later(one) + later(0);
      p[5] = both(1) + both(S{0});
    }
    void HOST(int* p) { KERNEL<<<1, 1>>>(p); }
    """
    for name, number in (("a", 100), ("b", 200)):
        names = f"#define N {number}\n#define KERNEL k_{name}\n#define HOST run_{name}\n"
        (tmp_path / f"{name}.mu").write_text(names + kernels)
    (tmp_path / "main.mu").write_text(CHECK + """void run_a(int*); void run_b(int*);
        int main() {
          Device<int> d(6);
          for (auto run : {run_a, run_b}) { run(d.at); SYNC(); for (int i = 0; i < 6; ++i) printf("%d ", d.at[i]); }
        }""")
    done = mcc("-O2", "a.mu", "b.mu", "main.mu", "-o", "program", cwd=tmp_path, env=words)
    assert done.returncode == 0, done.stderr
    assert run(tmp_path / "program").stdout == 6 * "101 " + 6 * "201 "


def test_relocatable_device_code_is_used_across_files(tmp_path):
    (tmp_path / "a.mu").write_text(
        "__device__ int shared_value = 4; __device__ int f() { return shared_value; }\n"
    )
    (tmp_path / "main.mu").write_text(
        CHECK + "extern __device__ int shared_value; __device__ int f();\n"
        "__global__ void k(int* p) { *p = f() + shared_value; }\n"
        'int main() { Device<int> d(1); k<<<1, 1>>>(d.at); SYNC(); printf("%d\\n", *d.at); }\n'
    )
    done = mcc("-fgpu-rdc", "a.mu", "main.mu", "-o", "program", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert run(tmp_path / "program").stdout == "8\n"
    done = mcc("a.mu", "main.mu", "-o", "without", cwd=tmp_path)
    assert done.returncode == 1 and "needs -fgpu-rdc" in done.stderr.splitlines()[-1]


def test_built_in_variables_in_lambdas_and_classes_of_a_kernel(tmp_path):
    source = CHECK + """
    __global__ void k(int* p) {
      auto by_default = [&] { return threadIdx.x; };
      auto without = [] { return threadIdx.x; };
      struct Local { __device__ unsigned x() { return threadIdx.x + blockDim.x; } };
      p[threadIdx.x] = by_default() + without() + Local().x();
    }
    int main() { Device<int> d(4); k<<<1, 4>>>(d.at); SYNC(); printf("%d %d\\n", d.at[0], d.at[3]); }
    """
    assert output(tmp_path, source) == "4 13\n"


def test_host_and_device_see_their_own_side_of_the_architecture_macro(tmp_path):
    source = CHECK + """
    #ifdef __MUSA_ARCH__
    #define SIDE 1
    #else
    #define SIDE 2
    int only_host() { return 30; }
    #endif
    __host__ __device__ int both(int x) { return x + SIDE; }
    struct S {
      int value;
      template <class T> __host__ __device__ explicit S(T x) : value(x) {
    #if defined(__MUSA_ARCH__) && __MUSA_ARCH__ >= 210
        value += 100;
    #else
        value += 200;
    #endif
      }
    };
    int host() { return SIDE; }
    __device__ int device() { return SIDE; }
    __global__ void k(int* p) { p[0] = both(10); p[1] = S(1).value; p[2] = device(); }
    int main() {
      Device<int> d(3); k<<<1, 1>>>(d.at); SYNC();
      printf("%d %d %d\\n", d.at[0], d.at[1], d.at[2]);
      printf("%d %d %d %d\\n", both(10), S(1).value, host(), only_host());
    }
    """
    assert output(tmp_path, source) == "11 101 1\n12 201 2 30\n"


def test_a_module_is_loaded_and_its_kernels_found_by_name(tmp_path):
    (tmp_path / "module.mu").write_text(
        "namespace ns { __constant__ float factor = 2; }\n"
        'extern "C" __global__ void scale(float* p) { p[threadIdx.x] *= ns::factor; }\n'
        "template <class T> __global__ void add(T* p, T v) { p[threadIdx.x] += v; }\n"
        "template __global__ void add<float>(float*, float);\n"
    )
    done = mcc("--fatbin", "module.mu", "-o", "module.fatbin", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    source = """
    #include <cstdio>
    #include <musa.h>
    #define OK(call) do { if (MUresult r = call) { printf("%d: %d\\n", __LINE__, r); return 1; } } while (0)
    int main() {
      OK(muInit(0)); MUdevice device; OK(muDeviceGet(&device, 0)); MUcontext context; OK(muCtxCreate(&context, 0, device));
      MUmodule module; OK(muModuleLoad(&module, "module.fatbin"));
      MUfunction scale, add; OK(muModuleGetFunction(&scale, module, "scale")); OK(muModuleGetFunction(&add, module, "_Z3addIfEvPT_S0_"));
      MUdeviceptr factor, data; size_t size; OK(muModuleGetGlobal(&factor, &size, module, "_ZN2ns6factorE"));
      float v = 3, host[2] = {1, 2}; OK(muMemcpyHtoD(factor, &v, 4)); OK(muMemAlloc(&data, 8)); OK(muMemcpyHtoD(data, host, 8));
      void* a[] = {&data, &v};
      OK(muLaunchKernel(scale, 1, 1, 1, 2, 1, 1, 0, nullptr, a, nullptr)); OK(muLaunchKernel(add, 1, 1, 1, 2, 1, 1, 0, nullptr, a, nullptr));
      OK(muMemcpyDtoH(host, data, 8)); printf("%g %g\\n", host[0], host[1]);
      OK(muModuleUnload(module));
    }
    """
    (tmp_path / "main.cpp").write_text(source)
    done = mcc("main.cpp", "-lmusa", "-o", "main", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert run(tmp_path / "main", cwd=tmp_path).stdout == "6 9\n"


COMPILERS = [("g++", ["-O1"]), ("g++", ["-O0", "-g", "-std=c++20"]), ("clang++", ["-O1"])]


def output_of_program(folder, name, compiler, options):
    """What a program of mcc_programs prints, compiled so."""
    compiler = clang() if compiler == "clang++" else compiler
    arguments = ["-w", *options, PROGRAMS / f"{name}.mu", "-o", name]
    done = mcc(*arguments, cwd=folder, env={"MUSASIM_CXX": compiler})
    assert done.returncode == 0, done.stderr
    return run(folder / name).stdout


@pytest.mark.parametrize("compiler, options", COMPILERS)
def test_forms_of_kernels_mean_the_same_to_every_compiler(tmp_path, compiler, options):
    found = output_of_program(tmp_path, "forms", compiler, options)
    assert found == (PROGRAMS / "forms.out").read_text()


@pytest.mark.parametrize("compiler, options", COMPILERS)
def test_scoped_atomics_barriers_and_pipelines(tmp_path, compiler, options):
    found = output_of_program(tmp_path, "scopes", compiler, options)
    assert found == (PROGRAMS / "scopes.out").read_text()


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_templates_of_kernels_have_constraints(tmp_path, compiler):
    found = output_of_program(tmp_path, "constraints", compiler, ["-std=c++20"])
    assert found == "2 3 4 5 6 7 8 61 3\n"


@pytest.mark.parametrize("compiler, options", COMPILERS + [("g++", ["-O3"])])
def test_threads_that_take_turns_do_what_each_does_alone(tmp_path, compiler, options):
    lines = output_of_program(tmp_path, "turns", compiler, options).splitlines()
    assert len(lines) == 21
    assert [line for line in lines if not line.endswith(": 0")] == []


def test_a_failed_assertion_names_the_kernel(tmp_path):
    source = CHECK + """
    #include <cassert>
    namespace a { template <int N> __global__ void bad(int n) { assert(threadIdx.x < n); } }
    int main() { a::bad<7><<<2, 4>>>(3); printf("%d\\n", musaDeviceSynchronize() == musaErrorAssert); }
    """
    done = run(program(tmp_path, source), cwd=tmp_path)
    assert done.stdout == "1\n"
    assert "program.mu:" in done.stderr and "a::bad" in done.stderr and "lambda" not in done.stderr
    assert "Assertion `threadIdx.x < n` failed." in done.stderr


def test_a_missing_barrier_is_a_race_that_a_device_survives(tmp_path):
    """All threads assign an element of shared memory, and search all elements at once."""
    source = CHECK + """
    __global__ void search(int* out, int n) {
      extern __shared__ int all[];
      int* sums = all + n;
      int t = threadIdx.x;
      if (t < n) all[t] = t;
      __syncthreads();
      if (t < n) sums[t] = all[t] * 10;
      out[t] = sums[n - 1 - t];
    }
    __global__ void fixed(int* out) {
      __shared__ int s[96];
      int t = threadIdx.x;
      if (t == 0) { s[95] = 7; }
      __syncthreads();
      if (t < 96) { s[t] = t; out[t] = s[(t + 33) % 96]; } else __syncwarp();
    }
    int main() {
      Device<int> out(96); int right = 0;
      search<<<1, 96, 2 * 96 * sizeof(int)>>>(out.at, 96); SYNC();
      for (int i = 0; i < 96; ++i) right += out.at[i] == (95 - i) * 10;
      printf("%d\\n", right);
      fixed<<<1, 128>>>(out.at); SYNC(); right = 0;
      for (int i = 0; i < 96; ++i) right += out.at[i] == (i + 33) % 96;
      printf("%d\\n", right);
    }
    """
    assert output(tmp_path, source) == "96\n96\n"


def test_lanes_in_step_use_volatile_memory(tmp_path):
    """Sums and flags without barriers: by a parameter, by a variable, below a condition."""
    source = CHECK + """
    __device__ void last_warp(volatile int* s, int t) { s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4]; s[t] += s[t + 2]; s[t] += s[t + 1]; }
    template <class T> __global__ void sum(const T* in, T* out) {
      __shared__ T s[64]; int t = threadIdx.x; s[t] = in[t]; __syncthreads();
      if (t < 32) s[t] += s[t + 32]; __syncthreads();
      if (t < 32) last_warp(s, t);
      if (t == 0) *out = s[0];
    }
    struct Flags {
      unsigned char bytes[64];
      __device__ int reach(bool mine) {
        volatile unsigned char *flags = bytes; int lane = threadIdx.x;
        for (int step = 1; step < 32; step *= 2) {
          __syncwarp();
          for (int i = 0; i < 1; flags[lane + 32] = i++) { int once = 0; mine |= once; }
          if (mine) flags[lane] = 1; else flags[lane] = (unsigned char)(0, 0);
          mine |= lane + step < 32 && flags[lane + step];
        }
        return mine;
      }
    };
    __global__ void flags(int* out) { __shared__ Flags all; out[threadIdx.x] = all.reach(threadIdx.x == 20); }
    int main() {
      Device<int> in(64), out(32); int wanted = 0, reached = 0;
      for (int i = 0; i < 64; ++i) wanted += in.at[i] = i * i;
      sum<<<1, 64>>>(in.at, out.at); SYNC(); printf("%d\\n", *out.at == wanted);
      flags<<<1, 32>>>(out.at); SYNC(); for (int i = 0; i < 32; ++i) reached += out.at[i];
      printf("%d\\n", reached);
    }
    """
    assert output(tmp_path, source) == "1\n21\n"
