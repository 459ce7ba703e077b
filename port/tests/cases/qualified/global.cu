// A keyword before `::` does not qualify.
int a() { return ::cuda::std::max(1, 2) + ::at::cuda::warp_size(); }
using ::cuda::std::atomic;
using namespace ::at::cuda;
void b(const ::at::cuda::CUDAStream& s, typename ::cuda::std::tuple<int> t);
template <class T, ::cuda::thread_scope S>
::c10::cuda::CUDAStream c();
template <typename T> ::c10::cuda::CUDAStream d();
own ::cuda::stream_ref e;
