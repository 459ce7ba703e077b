// Texels, filters and what lies outside of a texture.
#include "kernel_runtime/sampler.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "machine/array/array.h"
#include "musasim/narrow_float.h"

namespace musasim::device {

namespace {

constexpr int kOutside = -1;

TextureLevel level_of(const Array& array) {
  TextureLevel level;
  level.memory = static_cast<const char*>(array.memory);
  level.row_bytes = array.row_bytes();
  level.plane_bytes = array.row_bytes() * array.rows;
  level.size[0] = static_cast<int>(array.extent.width);
  level.size[1] = static_cast<int>(array.rows);
  level.size[2] = static_cast<int>(array.planes);
  return level;
}

// The arrays of a resource that still exist.
std::vector<ArrayPtr> arrays_of(const musaResourceDesc& resource) {
  if (resource.resType == musaResourceTypeMipmappedArray) {
    const MipmappedArrayPtr found = find_mipmapped(resource.res.mipmap.mipmap);
    return found ? found->levels : std::vector<ArrayPtr>();
  }
  const ArrayPtr found = find_array(resource.res.array.array);
  return found ? std::vector<ArrayPtr>{found} : std::vector<ArrayPtr>();
}

std::uint32_t bits_of(float value) { return narrow::bit_copy<std::uint32_t>(value); }
float float_of(std::uint32_t bits) { return narrow::bit_copy<float>(bits); }

template <class T>
T read(const char* memory) {
  T value;
  std::memcpy(&value, memory, sizeof value);
  return value;
}

// A channel as 32 bits: a float, or an integer with its sign.
std::uint32_t channel(const char* memory, int bits, musaChannelFormatKind kind) {
  if (kind == musaChannelFormatKindFloat) {
    return bits == 16 ? bits_of(narrow::half_value(read<std::uint16_t>(memory)))
                      : read<std::uint32_t>(memory);
  }
  const bool is_signed = kind == musaChannelFormatKindSigned;
  switch (bits) {
    case 8:
      return is_signed ? static_cast<std::uint32_t>(std::int32_t{read<std::int8_t>(memory)})
                       : read<std::uint8_t>(memory);
    case 16:
      return is_signed ? static_cast<std::uint32_t>(std::int32_t{read<std::int16_t>(memory)})
                       : read<std::uint16_t>(memory);
    default: return read<std::uint32_t>(memory);
  }
}

// Integers of 8 and 16 bits as numbers up to 1.
float normalized(std::uint32_t bits, int width, musaChannelFormatKind kind) {
  if (kind == musaChannelFormatKindUnsigned) {
    return static_cast<float>(bits) / static_cast<float>((1U << width) - 1);
  }
  const auto value = static_cast<float>(static_cast<std::int32_t>(bits));
  return std::max(value / static_cast<float>((1U << (width - 1)) - 1), -1.0F);
}

// The place of a coordinate on an axis: a texel, its neighbour, and the neighbour's weight.
struct Place {
  int first = 0;
  int second = 0;
  float weight = 0;
};

// A texel's number that is inside, or kOutside.
int inside_of(float number, int size, musaTextureAddressMode mode) {
  const auto last = static_cast<float>(size - 1);
  if (number >= 0 && number <= last) {
    return static_cast<int>(number);
  }
  if (mode == musaAddressModeBorder) {
    return kOutside;
  }
  if (mode == musaAddressModeWrap) {
    return number < 0 ? size - 1 : 0;  // the neighbour of a coordinate that is inside
  }
  return number > last ? size - 1 : 0;
}

Place place(float x, int size, const musaTextureDesc& how, int axis, bool filtered) {
  musaTextureAddressMode mode = how.addressMode[axis];
  if (how.normalizedCoords != 0) {
    const float whole = std::floor(x);
    if (mode == musaAddressModeWrap) {
      x -= whole;
    } else if (mode == musaAddressModeMirror) {
      x = std::fmod(whole, 2.0F) == 0 ? x - whole : 1 - (x - whole);
    }
    x *= static_cast<float>(size);
  } else if (mode != musaAddressModeBorder) {
    mode = musaAddressModeClamp;  // the others need normalized coordinates
  }
  if (!filtered) {
    const int only = inside_of(std::floor(x), size, mode);
    return {only, only, 0};
  }
  const float first = std::floor(x - 0.5F);
  return {inside_of(first, size, mode), inside_of(first + 1, size, mode), x - 0.5F - first};
}

Texel blend(const Texel& a, const Texel& b, float weight) {
  Texel result;
  for (int i = 0; i < 4; ++i) {
    const float from = float_of(a.channel[i]);
    result.channel[i] = bits_of(from + weight * (float_of(b.channel[i]) - from));
  }
  return result;
}

}  // namespace

Sampler::Sampler(const Texture& texture) : how_(texture.how) {
  const musaResourceDesc& resource = texture.resource;
  if (resource.resType == musaResourceTypeLinear) {
    const auto& linear = resource.res.linear;
    format_ = linear.desc;
    levels_.resize(1);
    levels_[0].memory = static_cast<const char*>(linear.devPtr);
    levels_[0].size[0] = static_cast<int>(linear.sizeInBytes / element_size(format_));
  } else if (resource.resType == musaResourceTypePitch2D) {
    const auto& pitched = resource.res.pitch2D;
    format_ = pitched.desc;
    levels_.resize(1);
    levels_[0].memory = static_cast<const char*>(pitched.devPtr);
    levels_[0].row_bytes = pitched.pitchInBytes;
    levels_[0].size[0] = static_cast<int>(pitched.width);
    levels_[0].size[1] = static_cast<int>(pitched.height);
  } else {
    for (const ArrayPtr& array : arrays_of(resource)) {
      format_ = array->format;
      levels_.push_back(level_of(*array));
    }
  }
  element_ = element_size(format_);
  channels_ =
      format_.x == 0 ? 0 : static_cast<int>(element_ * 8 / static_cast<std::size_t>(format_.x));
  is_float_ = format_.f == musaChannelFormatKindFloat ||
              (how_.readMode == musaReadModeNormalizedFloat && format_.x < 32);
}

bool Sampler::is_filtered() const { return how_.filterMode == musaFilterModeLinear && is_float_; }

Texel Sampler::border() const {
  Texel result{};
  for (int i = 0; i < channels_; ++i) {
    result.channel[i] =
        is_float_ ? bits_of(how_.borderColor[i])
                  : static_cast<std::uint32_t>(static_cast<std::int64_t>(how_.borderColor[i]));
  }
  return result;
}

Texel Sampler::texel(const TextureLevel& level, const int (&at)[3]) const {
  if (at[0] < 0 || at[1] < 0 || at[2] < 0) {
    return border();
  }
  const auto offset = [](int number, std::size_t bytes) {
    return static_cast<std::size_t>(number) * bytes;
  };
  const char* const memory = level.memory + offset(at[0], element_) +
                             offset(at[1], level.row_bytes) + offset(at[2], level.plane_bytes);
  Texel result{};
  for (int i = 0; i < channels_; ++i) {
    const std::uint32_t bits = channel(memory + i * format_.x / 8, format_.x, format_.f);
    const bool to_float = is_float_ && format_.f != musaChannelFormatKindFloat;
    result.channel[i] = to_float ? bits_of(normalized(bits, format_.x, format_.f)) : bits;
  }
  return result;
}

Texel Sampler::fetch(long long index) const {
  if (levels_.empty() || index < 0 || index >= levels_[0].size[0]) {
    return {};
  }
  return texel(levels_[0], {static_cast<int>(index), 0, 0});
}

Texel Sampler::sample_level(const TexturePoint& point, std::size_t number) const {
  const TextureLevel& level = levels_[number];
  const bool filtered = is_filtered();
  Place places[3];
  for (int axis = 0; axis < point.dimensions; ++axis) {
    places[axis] = place(point.at[axis], level.size[axis], how_, axis, filtered);
  }
  if (point.layered) {
    const int layer = std::clamp(point.layer, 0, level.size[2] - 1);
    places[2] = {layer, layer, 0};
  }
  const auto along_x = [&](int y, int z) {
    const Texel first = texel(level, {places[0].first, y, z});
    return filtered ? blend(first, texel(level, {places[0].second, y, z}), places[0].weight)
                    : first;
  };
  const auto along_y = [&](int z) {
    const Texel first = along_x(places[1].first, z);
    return places[1].weight > 0 ? blend(first, along_x(places[1].second, z), places[1].weight)
                                : first;
  };
  const Texel first = along_y(places[2].first);
  return places[2].weight > 0 ? blend(first, along_y(places[2].second), places[2].weight) : first;
}

Texel Sampler::sample(const TexturePoint& point) const {
  if (levels_.empty()) {
    return {};
  }
  const auto last = static_cast<float>(levels_.size() - 1);
  float wanted = 0;
  if (last > 0) {
    const float biased = point.level + how_.mipmapLevelBias;
    wanted = std::min(std::max(biased, how_.minMipmapLevelClamp), how_.maxMipmapLevelClamp);
    wanted = std::clamp(wanted, 0.0F, last);
  }
  if (how_.mipmapFilterMode != musaFilterModeLinear || !is_float_) {
    return sample_level(point, static_cast<std::size_t>(std::lround(wanted)));
  }
  const float below = std::floor(wanted);
  const Texel first = sample_level(point, static_cast<std::size_t>(below));
  return wanted > below ? blend(first, sample_level(point, static_cast<std::size_t>(below) + 1),
                                wanted - below)
                        : first;
}

}  // namespace musasim::device
