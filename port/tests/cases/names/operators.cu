struct Stream {
  operator cudaStream_t() const { return stream; }
  operator cufooHandle_t() const;
  operator nvtxFoo_t() const;
  cudaStream_t stream;
  nvtxFoo_t mark;
};
