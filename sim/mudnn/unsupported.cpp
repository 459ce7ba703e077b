// Operations that are only declared.
#include "mudnn.h"

namespace musa::dnn {

#define MUDNN_UNSUPPORTED(METHOD, ...) \
  Status METHOD(Handle&, __VA_ARGS__) const { return Status::NOT_SUPPORTED; }
#define MUDNN_IN const Tensor&
#define MUDNN_OUT Tensor&
#define MUDNN_SPACE const MemoryMaintainer&

MUDNN_UNSUPPORTED(ScaledDotProductAttention::RunFlashVarlen, MUDNN_OUT, MUDNN_OUT, MUDNN_IN,
                  MUDNN_IN, MUDNN_IN, MUDNN_IN, MUDNN_OUT, MUDNN_IN, MUDNN_IN, MUDNN_SPACE)
MUDNN_UNSUPPORTED(ScaledDotProductAttention::RunFlashVarlenBwd, MUDNN_OUT, MUDNN_OUT, MUDNN_OUT,
                  MUDNN_IN, MUDNN_IN, MUDNN_IN, MUDNN_IN, MUDNN_IN, MUDNN_IN, MUDNN_IN, MUDNN_IN,
                  MUDNN_IN, MUDNN_IN, MUDNN_SPACE)

}  // namespace musa::dnn
