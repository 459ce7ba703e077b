namespace at { namespace cuda { void a(); }}
namespace c10 {
// Blanks, classes and functions between them.
struct A { void f() { if (x) { } } };
#ifdef B
namespace {
#else
namespace {
#endif
int b = 0;
}
namespace cuda {
void c();
}
namespace native { namespace cuda {} }
extern "C" { namespace cuda {} }
}
namespace at::native { namespace cuda {} }
namespace cutlass { namespace gemm { struct D {}; } }
namespace mine { namespace cuda { void e(); } namespace nccl { void g(); } namespace cute {} }
void f() { cuda::e(); nccl::g(); at::cuda::a(); c10::cuda::c(); cutlass::gemm::D d; }
using namespace cute;
using namespace nvcuda;
namespace ct = cute;
using namespace cudnn_frontend;
int h = cute;
using namespace cuda;
#define CUTLASS_OWN_NAMESPACE own
#define OPEN namespace mine { inline namespace CUTLASS_OWN_NAMESPACE { namespace cuda {
