using namespace cuda;
namespace c = cuda;
using namespace torch;
barrier<thread_scope_block> b;
