// The words behind an instruction's name as types: .f32 is _f32. Those that are types of PTX have the type that holds
// their values.
#ifndef TORCHADA_PTX_WORDS_H
#define TORCHADA_PTX_WORDS_H

#include <cstddef>
#include <cstdint>
#include <type_traits>

#define TORCHADA_PTX __device__ __forceinline__

namespace torchada {
namespace ptx {

struct alignas(16) Bits128 {
  std::uint64_t words[2];
};

#define TORCHADA_PTX_TYPE(name, holder, count) \
  struct name {                                \
    using type = holder;                       \
    static constexpr int numbers = count;      \
  }
TORCHADA_PTX_TYPE(_pred, bool, 1);
TORCHADA_PTX_TYPE(_b8, std::uint8_t, 1);
TORCHADA_PTX_TYPE(_b16, std::uint16_t, 1);
TORCHADA_PTX_TYPE(_b32, std::uint32_t, 1);
TORCHADA_PTX_TYPE(_b64, std::uint64_t, 1);
TORCHADA_PTX_TYPE(_b128, Bits128, 1);
TORCHADA_PTX_TYPE(_u8, std::uint8_t, 1);
TORCHADA_PTX_TYPE(_u16, std::uint16_t, 1);
TORCHADA_PTX_TYPE(_u32, std::uint32_t, 1);
TORCHADA_PTX_TYPE(_u64, std::uint64_t, 1);
TORCHADA_PTX_TYPE(_s8, std::int8_t, 1);
TORCHADA_PTX_TYPE(_s16, std::int16_t, 1);
TORCHADA_PTX_TYPE(_s32, std::int32_t, 1);
TORCHADA_PTX_TYPE(_s64, std::int64_t, 1);
TORCHADA_PTX_TYPE(_u16x2, std::uint32_t, 2);
TORCHADA_PTX_TYPE(_s16x2, std::uint32_t, 2);
TORCHADA_PTX_TYPE(_f16, std::uint16_t, 1);
TORCHADA_PTX_TYPE(_f16x2, std::uint32_t, 2);
TORCHADA_PTX_TYPE(_bf16, std::uint16_t, 1);
TORCHADA_PTX_TYPE(_bf16x2, std::uint32_t, 2);
TORCHADA_PTX_TYPE(_tf32, std::uint32_t, 1);
TORCHADA_PTX_TYPE(_f32, float, 1);
TORCHADA_PTX_TYPE(_f32x2, std::uint64_t, 2);
TORCHADA_PTX_TYPE(_f64, double, 1);
TORCHADA_PTX_TYPE(_e4m3, std::uint8_t, 1);
TORCHADA_PTX_TYPE(_e5m2, std::uint8_t, 1);
TORCHADA_PTX_TYPE(_e4m3x2, std::uint16_t, 2);
TORCHADA_PTX_TYPE(_e5m2x2, std::uint16_t, 2);
TORCHADA_PTX_TYPE(_e2m1x2, std::uint8_t, 2);
TORCHADA_PTX_TYPE(_e2m3x2, std::uint16_t, 2);
TORCHADA_PTX_TYPE(_e3m2x2, std::uint16_t, 2);
TORCHADA_PTX_TYPE(_ue8m0x2, std::uint16_t, 2);
TORCHADA_PTX_TYPE(_e2m1, std::uint8_t, 1);
TORCHADA_PTX_TYPE(_e2m3, std::uint8_t, 1);
TORCHADA_PTX_TYPE(_e3m2, std::uint8_t, 1);
TORCHADA_PTX_TYPE(_ue8m0, std::uint8_t, 1);
TORCHADA_PTX_TYPE(_ue4m3, std::uint8_t, 1);
TORCHADA_PTX_TYPE(_s4, std::uint32_t, 8);
TORCHADA_PTX_TYPE(_u4, std::uint32_t, 8);
TORCHADA_PTX_TYPE(_s2, std::uint32_t, 16);
TORCHADA_PTX_TYPE(_u2, std::uint32_t, 16);
TORCHADA_PTX_TYPE(_b1, std::uint32_t, 32);
#undef TORCHADA_PTX_TYPE

#define TORCHADA_PTX_WORD(name) \
  struct name {}
// Rounding, and what is done with results.
TORCHADA_PTX_WORD(_rn);
TORCHADA_PTX_WORD(_rz);
TORCHADA_PTX_WORD(_rm);
TORCHADA_PTX_WORD(_rp);
TORCHADA_PTX_WORD(_rna);
TORCHADA_PTX_WORD(_rni);
TORCHADA_PTX_WORD(_rzi);
TORCHADA_PTX_WORD(_rmi);
TORCHADA_PTX_WORD(_rpi);
TORCHADA_PTX_WORD(_ftz);
TORCHADA_PTX_WORD(_sat);
TORCHADA_PTX_WORD(_satfinite);
TORCHADA_PTX_WORD(_relu);
TORCHADA_PTX_WORD(_NaN);
TORCHADA_PTX_WORD(_xorsign);
TORCHADA_PTX_WORD(_abs);
TORCHADA_PTX_WORD(_approx);
TORCHADA_PTX_WORD(_full);
TORCHADA_PTX_WORD(_noftz);
// Of integers.
TORCHADA_PTX_WORD(_hi);
TORCHADA_PTX_WORD(_lo);
TORCHADA_PTX_WORD(_wide);
TORCHADA_PTX_WORD(_cc);
TORCHADA_PTX_WORD(_shiftamt);
TORCHADA_PTX_WORD(_l);
TORCHADA_PTX_WORD(_r);
TORCHADA_PTX_WORD(_clamp);
TORCHADA_PTX_WORD(_wrap);
TORCHADA_PTX_WORD(_f4e);
TORCHADA_PTX_WORD(_b4e);
TORCHADA_PTX_WORD(_rc8);
TORCHADA_PTX_WORD(_ecl);
TORCHADA_PTX_WORD(_ecr);
TORCHADA_PTX_WORD(_rc16);
// Comparisons; operations of several threads.
TORCHADA_PTX_WORD(_eq);
TORCHADA_PTX_WORD(_ne);
TORCHADA_PTX_WORD(_lt);
TORCHADA_PTX_WORD(_le);
TORCHADA_PTX_WORD(_gt);
TORCHADA_PTX_WORD(_ltu);
TORCHADA_PTX_WORD(_ge);
TORCHADA_PTX_WORD(_ls);
TORCHADA_PTX_WORD(_hs);
TORCHADA_PTX_WORD(_equ);
TORCHADA_PTX_WORD(_neu);
TORCHADA_PTX_WORD(_leu);
TORCHADA_PTX_WORD(_gtu);
TORCHADA_PTX_WORD(_geu);
TORCHADA_PTX_WORD(_num);
TORCHADA_PTX_WORD(_nan);
TORCHADA_PTX_WORD(_and);
TORCHADA_PTX_WORD(_or);
TORCHADA_PTX_WORD(_xor);
TORCHADA_PTX_WORD(_popc);
TORCHADA_PTX_WORD(_add);
TORCHADA_PTX_WORD(_min);
TORCHADA_PTX_WORD(_max);
TORCHADA_PTX_WORD(_inc);
TORCHADA_PTX_WORD(_dec);
TORCHADA_PTX_WORD(_exch);
TORCHADA_PTX_WORD(_cas);
TORCHADA_PTX_WORD(_up);
TORCHADA_PTX_WORD(_down);
TORCHADA_PTX_WORD(_bfly);
TORCHADA_PTX_WORD(_idx);
TORCHADA_PTX_WORD(_all);
TORCHADA_PTX_WORD(_any);
TORCHADA_PTX_WORD(_uni);
TORCHADA_PTX_WORD(_ballot);
TORCHADA_PTX_WORD(_finite);
TORCHADA_PTX_WORD(_infinite);
TORCHADA_PTX_WORD(_number);
TORCHADA_PTX_WORD(_notanumber);
TORCHADA_PTX_WORD(_normal);
TORCHADA_PTX_WORD(_subnormal);
// Memory.
TORCHADA_PTX_WORD(_weak);
TORCHADA_PTX_WORD(_volatile);
TORCHADA_PTX_WORD(_relaxed);
TORCHADA_PTX_WORD(_acquire);
TORCHADA_PTX_WORD(_release);
TORCHADA_PTX_WORD(_acq_rel);
TORCHADA_PTX_WORD(_sc);
TORCHADA_PTX_WORD(_cv);
TORCHADA_PTX_WORD(_cta);
TORCHADA_PTX_WORD(_gpu);
TORCHADA_PTX_WORD(_sys);
TORCHADA_PTX_WORD(_gl);
TORCHADA_PTX_WORD(_shared);
TORCHADA_PTX_WORD(_global);
TORCHADA_PTX_WORD(_local);
TORCHADA_PTX_WORD(_const);
TORCHADA_PTX_WORD(_to);
TORCHADA_PTX_WORD(_v2);
TORCHADA_PTX_WORD(_v4);
TORCHADA_PTX_WORD(_v8);
TORCHADA_PTX_WORD(_cluster);
using _shared_cta = _shared;
using _shared_cluster = _shared;  // of a cluster of one block
// Matrices.
TORCHADA_PTX_WORD(_row);
TORCHADA_PTX_WORD(_col);
TORCHADA_PTX_WORD(_trans);
TORCHADA_PTX_WORD(_x1);
TORCHADA_PTX_WORD(_x2);
TORCHADA_PTX_WORD(_x4);
TORCHADA_PTX_WORD(_b6x16_p32);
TORCHADA_PTX_WORD(_b4x16_p64);
TORCHADA_PTX_WORD(_scale_vec_1X);
TORCHADA_PTX_WORD(_scale_vec_2X);
TORCHADA_PTX_WORD(_scale_vec_4X);
TORCHADA_PTX_WORD(_kind_f8f6f4);
TORCHADA_PTX_WORD(_kind_mxf8f6f4);
#undef TORCHADA_PTX_WORD
#define TORCHADA_PTX_SHAPE(name, rows, columns, depth)     \
  struct name {                                            \
    static constexpr int m = rows, n = columns, k = depth; \
  }
TORCHADA_PTX_SHAPE(_m8n8, 8, 8, 0);
TORCHADA_PTX_SHAPE(_m8n8k4, 8, 8, 4);
TORCHADA_PTX_SHAPE(_m8n8k16, 8, 8, 16);
TORCHADA_PTX_SHAPE(_m8n8k32, 8, 8, 32);
TORCHADA_PTX_SHAPE(_m16n8k4, 16, 8, 4);
TORCHADA_PTX_SHAPE(_m16n8k8, 16, 8, 8);
TORCHADA_PTX_SHAPE(_m16n8k16, 16, 8, 16);
TORCHADA_PTX_SHAPE(_m16n8k32, 16, 8, 32);
TORCHADA_PTX_SHAPE(_m16n8k64, 16, 8, 64);
TORCHADA_PTX_SHAPE(_m8n8k128, 8, 8, 128);
TORCHADA_PTX_SHAPE(_m16n8k128, 16, 8, 128);
TORCHADA_PTX_SHAPE(_m16n8k256, 16, 8, 256);
TORCHADA_PTX_SHAPE(_m16n16k8, 16, 16, 8);
TORCHADA_PTX_SHAPE(_m16n16k16, 16, 16, 16);
TORCHADA_PTX_SHAPE(_m32n8k16, 32, 8, 16);
TORCHADA_PTX_SHAPE(_m8n32k16, 8, 32, 16);
#define TORCHADA_PTX_GROUP_SHAPES(n)            \
  TORCHADA_PTX_SHAPE(_m64n##n##k8, 64, n, 8);   \
  TORCHADA_PTX_SHAPE(_m64n##n##k16, 64, n, 16); \
  TORCHADA_PTX_SHAPE(_m64n##n##k32, 64, n, 32); \
  TORCHADA_PTX_SHAPE(_m64n##n##k64, 64, n, 64)
TORCHADA_PTX_GROUP_SHAPES(8);
TORCHADA_PTX_GROUP_SHAPES(16);
TORCHADA_PTX_GROUP_SHAPES(24);
TORCHADA_PTX_GROUP_SHAPES(32);
TORCHADA_PTX_GROUP_SHAPES(40);
TORCHADA_PTX_GROUP_SHAPES(48);
TORCHADA_PTX_GROUP_SHAPES(56);
TORCHADA_PTX_GROUP_SHAPES(64);
TORCHADA_PTX_GROUP_SHAPES(72);
TORCHADA_PTX_GROUP_SHAPES(80);
TORCHADA_PTX_GROUP_SHAPES(88);
TORCHADA_PTX_GROUP_SHAPES(96);
TORCHADA_PTX_GROUP_SHAPES(104);
TORCHADA_PTX_GROUP_SHAPES(112);
TORCHADA_PTX_GROUP_SHAPES(120);
TORCHADA_PTX_GROUP_SHAPES(128);
TORCHADA_PTX_GROUP_SHAPES(136);
TORCHADA_PTX_GROUP_SHAPES(144);
TORCHADA_PTX_GROUP_SHAPES(152);
TORCHADA_PTX_GROUP_SHAPES(160);
TORCHADA_PTX_GROUP_SHAPES(168);
TORCHADA_PTX_GROUP_SHAPES(176);
TORCHADA_PTX_GROUP_SHAPES(184);
TORCHADA_PTX_GROUP_SHAPES(192);
TORCHADA_PTX_GROUP_SHAPES(200);
TORCHADA_PTX_GROUP_SHAPES(208);
TORCHADA_PTX_GROUP_SHAPES(216);
TORCHADA_PTX_GROUP_SHAPES(224);
TORCHADA_PTX_GROUP_SHAPES(232);
TORCHADA_PTX_GROUP_SHAPES(240);
TORCHADA_PTX_GROUP_SHAPES(248);
TORCHADA_PTX_GROUP_SHAPES(256);
#undef TORCHADA_PTX_GROUP_SHAPES
#undef TORCHADA_PTX_SHAPE

// Whether the instruction has the word.
template <class Word, class... M>
inline constexpr bool has = (std::is_same<Word, M>::value || ...);

// Whether a word is a type, and the n-th word that is one.
template <class Word, class = void>
struct IsType : std::false_type {};
template <class Word>
struct IsType<Word, std::void_t<typename Word::type>> : std::true_type {};
template <class Word>
struct Found {
  using word = Word;
};
template <int n, class... M>
struct Nth {};
template <int n, class First, class... M>
struct Nth<n, First, M...> : std::conditional_t<IsType<First>::value && n == 0, Found<First>,
                                                Nth<IsType<First>::value ? n - 1 : n, M...>> {};
template <int n, class... M>
using NthType = typename Nth<n, M...>::word;
template <class... M>
using TypeOf = NthType<0, M...>;

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_WORDS_H
