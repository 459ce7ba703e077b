// A struct is copied to the GPU, but not what its pointer shows.
// Source: https://github.com/llnl/Quicksilver/issues/48
#include <vector>

#include "../program.cuh"

struct Image {
  float* pixels;
  int size;
};

__global__ void darken(Image* image) {
  const int i = threadIdx.x;
  if (i < image->size) image->pixels[i] = 0;  // finding: memcheck invalid-global-write
}

int main() {
  std::vector<float> pixels(64, 1.0f);
  const Image own{pixels.data(), 64};
  Image* image = zeros<Image>(1);
  cudaMemcpy(image, &own, sizeof own, cudaMemcpyHostToDevice);
  darken<<<1, 64>>>(image);
  return done();
}
