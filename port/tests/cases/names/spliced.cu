// A line splice may stand inside of any token \
cudaMalloc
cudaError_t e = cuda\
Malloc(&p, 1);
#define CHECK(x) \
  do { \
    cudaError_t e = (x); \
  } while (0)
