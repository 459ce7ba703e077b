// What a text calls CUDA's and PyTorch's namespaces and classes itself.
namespace ac = at::cuda;
using Type = c10::DeviceType;
using DK = ::c10::DispatchKey;
using Stream = at::cuda::CUDAStream;
namespace own = mine::cuda;
auto a = ac::getCurrentCUDAStream(), b = ac::detail::getDefaultCUDAGenerator();
ac::CUDAGuard c(ac::current_device());
bool d = x.device().type() == Type::CUDA || y == DK::AutogradCUDA || z == other::CUDA;
own::CUDAGuard e;
bool f = at::globalContext().hasCUDA();

// The statement ends on another line.
namespace spaced = at::cuda
    ;
auto spaced_generator = spaced::getDefaultCUDAGenerator();
