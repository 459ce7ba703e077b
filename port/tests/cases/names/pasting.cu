#define CALL(name) cuda##name
#define STREAM(x) x##cudaStream_t
#define SHOW(x) #x
int a = SHOW(cudaMalloc);
