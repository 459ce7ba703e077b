// Behind the arrow of a return type stands a type, which is no member.
auto a() -> cudaError_t { return cudaSuccess; }
auto b(int i) const noexcept -> c10::cuda::CUDAStream { return at::cuda::getCurrentCUDAStream(); }
auto c() -> CUDAStream;
auto d = [](int i) -> __nv_bfloat16 { return i; };
auto e() -> cudaOwnType_t { return {}; }
cudaOwnType_t f;
void g(Driver* p) { p->cudaFree(0); p->cuda::f(); p->CUDAStream::f(); if (p->cudaOwnMember) {} }
int cudaOwnMember;
