// Textures in kernels: tex1Dfetch(), tex2D() and so on, of texture objects and of texture references.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "musasim/cpp/texture.h"
#include "musasim/device/state.h"

namespace musasim::device {

// A texel as read: four channels, each the bits of a float or an integer with its sign.
struct Texel {
  std::uint32_t channel[4] = {0, 0, 0, 0};
};

// The place to read at; its coordinates are normalized where the texture's are.
struct TexturePoint {
  int dimensions;
  float at[3];
  bool layered = false;
  int layer = 0;
  float level = 0;

  explicit TexturePoint(float x) : dimensions(1), at{x, 0, 0} {}
  TexturePoint(float x, float y) : dimensions(2), at{x, y, 0} {}
  TexturePoint(float x, float y, float z) : dimensions(3), at{x, y, z} {}

  TexturePoint in_layer(int number) const {
    TexturePoint point = *this;
    point.layered = true;
    point.layer = number;
    return point;
  }
  TexturePoint on_level(float number) const {
    TexturePoint point = *this;
    point.level = number;
    return point;
  }
};

// A kernel that reads what is no texture fails with musaErrorInvalidTexture.
MUSASIM_DEVICE_API Texel fetch_texel(musaTextureObject_t object, long long index);
MUSASIM_DEVICE_API Texel sample_texture(musaTextureObject_t object, const TexturePoint& point);
// The texture that is bound to a reference on the kernel's device.
MUSASIM_DEVICE_API musaTextureObject_t bound_to(const textureReference* reference);

// The elements of char1 to float4, or the number itself.
template <class T, class = void>
struct ChannelOf {
  using Type = T;
};
template <class T>
struct ChannelOf<T, std::void_t<decltype(std::declval<T&>().x)>> {
  using Type = std::remove_reference_t<decltype((std::declval<T&>().x))>;
};
template <class T>
constexpr std::size_t kChannels = sizeof(T) / sizeof(typename ChannelOf<T>::Type);

template <class T>
inline T from_texel(const Texel& texel) {
  using Channel = typename ChannelOf<T>::Type;
  static_assert(std::is_arithmetic_v<Channel> && sizeof(Channel) <= 4 && kChannels<T> <= 4,
                "a texture gives numbers of up to 32 bits, and vectors of up to four of them");
  Channel channels[kChannels<T>];
  for (std::size_t i = 0; i < kChannels<T>; ++i) {
    if constexpr (std::is_floating_point_v<Channel>) {
      std::memcpy(&channels[i], &texel.channel[i], sizeof(Channel));
    } else {
      channels[i] = static_cast<Channel>(texel.channel[i]);
    }
  }
  T value;
  std::memcpy(&value, channels, sizeof value);
  return value;
}

// The type of a reference's results: its elements, or a float for each of their channels.
template <class T, musaTextureReadMode mode>
struct ReadOf {
  using Type = T;
};
template <class T>
struct ReadOf<T, musaReadModeNormalizedFloat> {
  using Vector = std::conditional_t<kChannels<T> == 4, float4,
                                    std::conditional_t<kChannels<T> == 2, float2, float1>>;
  using Type = std::conditional_t<std::is_arithmetic_v<T>, float, Vector>;
};
template <class T, musaTextureReadMode mode>
using Read = typename ReadOf<T, mode>::Type;

}  // namespace musasim::device

// One function, as it is called with an object, with an object and a place for the result, and with a
// reference. `texel` is what is read of `object`.
#define MUSASIM_TEXTURE(name, type, texel, ...)                                         \
  template <class T>                                                                    \
  inline T name(musaTextureObject_t object, __VA_ARGS__) {                              \
    return ::musasim::device::from_texel<T>(::musasim::device::texel);                  \
  }                                                                                     \
  template <class T>                                                                    \
  inline void name(T* value, musaTextureObject_t object, __VA_ARGS__) {                 \
    *value = ::musasim::device::from_texel<T>(::musasim::device::texel);                \
  }                                                                                     \
  template <class T, musaTextureReadMode mode>                                          \
  inline ::musasim::device::Read<T, mode> name(const texture<T, type, mode>& reference, \
                                               __VA_ARGS__) {                           \
    const musaTextureObject_t object = ::musasim::device::bound_to(&reference);         \
    return ::musasim::device::from_texel<::musasim::device::Read<T, mode>>(             \
        ::musasim::device::texel);                                                      \
  }
#define MUSASIM_SAMPLED(name, type, point, ...)                                              \
  MUSASIM_TEXTURE(name, type, sample_texture(object, ::musasim::device::TexturePoint point), \
                  __VA_ARGS__)

MUSASIM_TEXTURE(tex1Dfetch, musaTextureType1D, fetch_texel(object, x), int x)
MUSASIM_SAMPLED(tex1D, musaTextureType1D, (x), float x)
MUSASIM_SAMPLED(tex2D, musaTextureType2D, (x, y), float x, float y)
MUSASIM_SAMPLED(tex3D, musaTextureType3D, (x, y, z), float x, float y, float z)
MUSASIM_SAMPLED(tex1DLayered, musaTextureType1DLayered, (x).in_layer(layer), float x, int layer)
MUSASIM_SAMPLED(tex2DLayered, musaTextureType2DLayered, (x, y).in_layer(layer), float x, float y,
                int layer)
MUSASIM_SAMPLED(tex1DLod, musaTextureType1D, (x).on_level(level), float x, float level)
MUSASIM_SAMPLED(tex2DLod, musaTextureType2D, (x, y).on_level(level), float x, float y, float level)
MUSASIM_SAMPLED(tex3DLod, musaTextureType3D, (x, y, z).on_level(level), float x, float y, float z,
                float level)

#undef MUSASIM_SAMPLED
#undef MUSASIM_TEXTURE
