// Reading textures in kernels: places of texels, borders, filters.
#pragma once

#include <cstddef>
#include <vector>

#include "machine/array/texture.h"
#include "musasim/device/texture.h"

namespace musasim::device {

// One level of a texture; levels of others than mipmapped arrays are the only one.
struct TextureLevel {
  const char* memory = nullptr;
  std::size_t row_bytes = 0;
  std::size_t plane_bytes = 0;
  int size[3] = {1, 1, 1};  // layers are the last one
};

class Sampler {
 public:
  explicit Sampler(const Texture& texture);

  // The texel of plain memory; zeros outside.
  Texel fetch(long long index) const;
  Texel sample(const TexturePoint& point) const;

 private:
  bool is_filtered() const;
  Texel texel(const TextureLevel& level, const int (&at)[3]) const;
  Texel border() const;
  Texel sample_level(const TexturePoint& point, std::size_t level) const;

  musaTextureDesc how_;
  musaChannelFormatDesc format_{};
  std::size_t element_ = 0;
  int channels_ = 0;
  bool is_float_ = false;  // what is read: floats, or integers
  std::vector<TextureLevel> levels_;
};

}  // namespace musasim::device
