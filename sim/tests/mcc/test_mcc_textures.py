"""Textures in kernels: objects and references, what they are bound to, and how they are read."""

from support.mcc_tool import output

HEAD = """
#include <cstdio>
#include <cstring>
#include <vector>
#include <musa_runtime.h>
#define CHECK(call) do { musaError_t e = (call); if (e != musaSuccess) { printf("%s: %s\\n", #call, musaGetErrorString(e)); return 1; } } while (0)
#define SYNC() CHECK(musaDeviceSynchronize())
template <class T> T* managed(int n) { T* at; musaMallocManaged(&at, n * sizeof(T)); return at; }
template <class T> void print(const T* values, int n) { for (int i = 0; i < n; ++i) printf("%g%c", (double)values[i], i + 1 < n ? ' ' : '\\n'); }
musaTextureObject_t of_array(musaArray_t array, musaTextureAddressMode mode, musaTextureFilterMode filter, bool normalized, bool as_float = false) {
  musaResourceDesc resource{}; resource.resType = musaResourceTypeArray; resource.res.array.array = array;
  musaTextureDesc how{}; how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = mode; how.filterMode = filter;
  how.normalizedCoords = normalized; how.readMode = as_float ? musaReadModeNormalizedFloat : musaReadModeElementType; how.borderColor[0] = 9;
  musaTextureObject_t object = 0; musaCreateTextureObject(&object, &resource, &how, nullptr); return object;
}
template <class T> musaArray_t array_of(const std::vector<T>& values, int width, int height) {
  musaChannelFormatDesc format = musaCreateChannelDesc<T>(); musaArray_t array; musaMallocArray(&array, &format, width, height);
  musaMemcpy2DToArray(array, 0, 0, values.data(), width * sizeof(T), width * sizeof(T), height ? height : 1, musaMemcpyHostToDevice); return array;
}
"""


def test_plain_memory_is_fetched_by_number(tmp_path):
    """Every kind of element; numbers outside give zeros."""
    source = HEAD + """
    template <class T> __global__ void fetch(musaTextureObject_t object, T* out, int n) { int i = threadIdx.x; if (i < n) out[i] = tex1Dfetch<T>(object, i - 1); }
    template <class T> T make(int i) { T value; memset(&value, 0, sizeof value); *reinterpret_cast<decltype(value.x)*>(&value) = i; return value; }
    template <class T> musaTextureObject_t linear(T* memory, int n) {
      musaResourceDesc resource{}; resource.resType = musaResourceTypeLinear; resource.res.linear.devPtr = memory;
      resource.res.linear.desc = musaCreateChannelDesc<T>(); resource.res.linear.sizeInBytes = n * sizeof(T);
      musaTextureDesc how{}; musaTextureObject_t object = 0; musaCreateTextureObject(&object, &resource, &how, nullptr); return object;
    }
    template <class T> int run(std::vector<T> values) {
      T* in = managed<T>(values.size()); T* out = managed<T>(values.size() + 2);
      for (unsigned i = 0; i < values.size(); ++i) in[i] = values[i];
      musaTextureObject_t object = linear(in, values.size());
      fetch<<<1, 64>>>(object, out, (int)values.size() + 2); SYNC();
      const T zero{};
      bool same = memcmp(out, &zero, sizeof(T)) == 0 && memcmp(out + 1, in, values.size() * sizeof(T)) == 0 && memcmp(out + values.size() + 1, &zero, sizeof(T)) == 0;
      printf("%d", same); CHECK(musaDestroyTextureObject(object)); return 0;
    }
    int main() {
      run<signed char>({-5, 6}); run<unsigned char>({200, 6}); run<short>({-500, 6}); run<unsigned short>({50000, 6}); run<int>({-70000, 6}); run<unsigned>({4000000000u, 6});
      run<float>({-1.5f, 6}); run<float2>({{1, 2}, {3, 4}}); run<float4>({{1, 2, 3, 4}, {5, 6, 7, 8}}); run<uchar4>({{1, 2, 3, 255}}); run<short2>({{-1, 2}}); run<int4>({{-1, 2, 3, 4}}); run<uint2>({{1, 2}, {3, 4}});
      float* x = managed<float>(1); *x = 3; musaTextureObject_t object = linear(x, 1); float* y = managed<float>(1);
      fetch<<<1, 1>>>(object, y, 0); SYNC();
      puts("");
    }"""
    assert output(tmp_path, source) == "1" * 13 + "\n"


def test_arrays_are_sampled(tmp_path):
    """Points and linear filters, with each way to go on outside."""
    source = HEAD + """
    __global__ void row(musaTextureObject_t object, const float* at, float* out, int n) { int i = threadIdx.x; if (i < n) out[i] = tex1D<float>(object, at[i]); }
    __global__ void plane(musaTextureObject_t object, float* out) { int x = threadIdx.x, y = threadIdx.y; tex2D(&out[y * 3 + x], object, x + 0.75f, y + 0.5f); }
    int main() {
      float* at = managed<float>(7); float* out = managed<float>(9);
      musaArray_t line = array_of<float>({1, 2, 4, 8}, 4, 0);
      const float texels[] = {-1.5f, 0.5f, 1.f, 1.75f, 3.5f, 4.25f, 9.f};
      for (auto mode : {musaAddressModeClamp, musaAddressModeBorder}) for (auto filter : {musaFilterModePoint, musaFilterModeLinear}) {
        memcpy(at, texels, sizeof texels); row<<<1, 32>>>(of_array(line, mode, filter, false), at, out, 7); SYNC(); print(out, 7);
      }
      for (auto mode : {musaAddressModeWrap, musaAddressModeMirror, musaAddressModeClamp}) for (auto filter : {musaFilterModePoint, musaFilterModeLinear}) {
        for (int i = 0; i < 7; ++i) at[i] = texels[i] / 4;
        row<<<1, 32>>>(of_array(line, mode, filter, true), at, out, 7); SYNC(); print(out, 7);
      }
      musaArray_t square = array_of<float>({1, 2, 3, 10, 20, 30, 100, 200, 300}, 3, 3);
      plane<<<1, dim3(3, 3)>>>(of_array(square, musaAddressModeClamp, musaFilterModeLinear, false), out); SYNC(); print(out, 9);
    }"""
    assert output(tmp_path, source).splitlines() == [
        "1 1 2 2 8 8 8",
        "1 1 1.5 2.5 8 8 8",
        "9 1 2 2 8 9 9",
        "9 1 1.5 2.5 8 8.75 9",
        "4 1 2 2 8 1 2",
        "4 1 1.5 2.5 8 2.75 1.5",
        "2 1 2 2 8 8 2",
        "2 1 1.5 2.5 8 8 1.5",
        "1 1 2 2 8 8 8",
        "1 1 1.5 2.5 8 8 8",
        "1.25 2.25 3 12.5 22.5 30 125 225 300",
    ]


def test_integers_are_read_as_floats(tmp_path):
    source = HEAD + """
    __global__ void read(musaTextureObject_t bytes, musaTextureObject_t shorts, float* out) {
      float4 first = tex2D<float4>(bytes, 0.5f, 0.5f), middle = tex2D<float4>(bytes, 1.f, 0.5f);
      out[0] = first.x; out[1] = first.w; out[2] = middle.x; out[3] = tex2D<float>(shorts, 0.5f, 0.5f); out[4] = tex2D<float>(shorts, 1.5f, 0.5f);
    }
    int main() {
      float* out = managed<float>(5);
      musaArray_t bytes = array_of<uchar4>({{255, 0, 0, 51}, {0, 0, 0, 0}}, 2, 1); musaArray_t shorts = array_of<short>({32767, -32768}, 2, 1);
      read<<<1, 1>>>(of_array(bytes, musaAddressModeClamp, musaFilterModeLinear, false, true), of_array(shorts, musaAddressModeClamp, musaFilterModePoint, false, true), out); SYNC(); print(out, 5);
    }"""
    assert output(tmp_path, source) == "1 0.2 0.5 1 -1\n"


def test_layers_volumes_and_levels(tmp_path):
    source = HEAD + """
    __global__ void layers(musaTextureObject_t object, float* out) { for (int i = 0; i < 3; ++i) out[i] = tex2DLayered<float>(object, 1.5f, 0.5f, i); }
    __global__ void volume(musaTextureObject_t object, float* out) { out[0] = tex3D<float>(object, 1.f, 1.f, 1.f); out[1] = tex3D<float>(object, 1.5f, 0.5f, 1.5f); }
    __global__ void levels(musaTextureObject_t object, float* out) { for (int i = 0; i < 5; ++i) out[i] = tex2DLod<float>(object, 0.5f, 0.5f, i * 0.5f); }
    musaArray_t cube(unsigned flags) {
      musaChannelFormatDesc format = musaCreateChannelDesc<float>(); musaArray_t array; musaMalloc3DArray(&array, &format, make_musaExtent(2, 2, 2), flags);
      float values[] = {1, 2, 3, 4, 5, 6, 7, 8}; musaMemcpy3DParms p{}; p.srcPtr = make_musaPitchedPtr(values, 8, 2, 2); p.dstArray = array; p.extent = make_musaExtent(2, 2, 2); p.kind = musaMemcpyHostToDevice;
      musaMemcpy3D(&p); return array;
    }
    int main() {
      float* out = managed<float>(5);
      layers<<<1, 1>>>(of_array(cube(musaArrayLayered), musaAddressModeClamp, musaFilterModePoint, false), out); SYNC(); print(out, 3);
      volume<<<1, 1>>>(of_array(cube(0), musaAddressModeClamp, musaFilterModeLinear, false), out); SYNC(); print(out, 2);
      musaChannelFormatDesc format = musaCreateChannelDesc<float>(); musaMipmappedArray_t all; CHECK(musaMallocMipmappedArray(&all, &format, make_musaExtent(4, 4, 0), 3, 0));
      for (int i = 0; i < 3; ++i) { musaArray_t level; musaGetMipmappedArrayLevel(&level, all, i); std::vector<float> v(16 >> 2 * i, 10.f * (i + 1)); int w = 4 >> i;
        CHECK(musaMemcpy2DToArray(level, 0, 0, v.data(), w * 4, w * 4, w, musaMemcpyHostToDevice)); }
      musaResourceDesc resource{}; resource.resType = musaResourceTypeMipmappedArray; resource.res.mipmap.mipmap = all;
      musaTextureDesc how{}; how.normalizedCoords = 1; how.mipmapFilterMode = musaFilterModeLinear; how.maxMipmapLevelClamp = 1.75f; musaTextureObject_t object; CHECK(musaCreateTextureObject(&object, &resource, &how, nullptr));
      levels<<<1, 1>>>(object, out); SYNC(); print(out, 5);
    }"""
    assert output(tmp_path, source).splitlines() == ["2 6 6", "4.5 6", "10 15 20 25 27.5"]


def test_references_read_what_is_bound(tmp_path):
    """Of namespaces, of classes that are templates, in both modes."""
    source = HEAD + """
    texture<float> line;
    namespace { texture<unsigned char, musaTextureType2D, musaReadModeNormalizedFloat> plane(0, musaFilterModePoint, musaAddressModeBorder); }
    template <class T> struct Holder { typedef texture<T, musaTextureType1D, musaReadModeElementType> Reference; static Reference reference; static __device__ T get(int i) { return tex1Dfetch(reference, i); } };
    template <class T> typename Holder<T>::Reference Holder<T>::reference = 0;
    __global__ void read(float* out) { out[0] = tex1Dfetch(line, 1); out[1] = Holder<int2>::get(1).y; out[2] = tex2D(plane, 1.5f, 1.5f); out[3] = tex2D(plane, -1.f, 0.f); }
    int main() {
      float* floats = managed<float>(64); int2* pairs = managed<int2>(64); unsigned char* bytes = managed<unsigned char>(1024); float* out = managed<float>(4);
      floats[1] = 2.5f; pairs[1] = {3, 4}; bytes[257] = 51; out[3] = 5;
      size_t offset = 7;
      CHECK(musaBindTexture(&offset, line, floats)); printf("%zu\\n", offset);
      CHECK(musaBindTexture(nullptr, Holder<int2>::reference, pairs, 16)); musaChannelFormatDesc format = musaCreateChannelDesc<unsigned char>();
      CHECK(musaBindTexture2D(nullptr, &plane, bytes, &format, 2, 2, 256)); read<<<1, 1>>>(out); SYNC(); print(out, 4);
      CHECK(musaUnbindTexture(line)); CHECK(musaBindTexture(nullptr, line, floats, musaCreateChannelDesc<float>(), 4)); read<<<1, 1>>>(out); SYNC(); print(out, 4);
      CHECK(musaUnbindTexture(line)); read<<<1, 1>>>(out); printf("%s\\n", musaGetErrorName(musaDeviceSynchronize()));
    }"""
    assert output(tmp_path, source).splitlines() == [
        "0",
        "2.5 4 0.2 0",
        "0 4 0.2 0",
        "musaErrorInvalidTexture",
    ]


def test_volumes_may_be_long(tmp_path):
    """A copy into an array of 16384 x 4 x 4, and the texel at its end."""
    source = HEAD + """
    __global__ void last(musaTextureObject_t object, int* out) { *out = tex3D<int>(object, 16383.5f, 3.5f, 3.5f); }
    int main() {
      musaChannelFormatDesc format = musaCreateChannelDesc<int>(); musaExtent extent = make_musaExtent(16384, 4, 4); musaArray_t array; CHECK(musaMalloc3DArray(&array, &format, extent, 0));
      std::vector<int> values(16384 * 16, 1); values.back() = 7;
      musaMemcpy3DParms p{}; p.srcPtr = make_musaPitchedPtr(values.data(), 16384 * 4, 16384, 4); p.dstArray = array; p.extent = extent; p.kind = musaMemcpyHostToDevice; CHECK(musaMemcpy3D(&p));
      int* out = managed<int>(1); last<<<1, 1>>>(of_array(array, musaAddressModeClamp, musaFilterModePoint, false), out); SYNC(); printf("%d\\n", *out);
    }"""
    assert output(tmp_path, source) == "7\n"
