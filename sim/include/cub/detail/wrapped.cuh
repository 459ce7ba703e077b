// CUB in a namespace of the program's, which CUB_NS_PREFIX opens and CUB_NS_POSTFIX closes, or which
// CUB_WRAPPED_NAMESPACE names: there it is another name of ::cub. Without `once`: a program may choose one after it
// included a part of CUB.
#include "cub/config.cuh"

#if !MUSASIM_CUB_IS_EMPTY(CUB_NS_PREFIX)
CUB_NS_PREFIX namespace cub = ::cub;
CUB_NS_POSTFIX
#elif defined(CUB_WRAPPED_NAMESPACE)
namespace CUB_WRAPPED_NAMESPACE {
namespace cub = ::cub;
}  // namespace CUB_WRAPPED_NAMESPACE
#elif defined(THRUST_CUB_WRAPPED_NAMESPACE)
namespace THRUST_CUB_WRAPPED_NAMESPACE {
namespace cub = ::cub;
}  // namespace THRUST_CUB_WRAPPED_NAMESPACE
#endif
