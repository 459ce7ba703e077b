// PTX's instructions as functions of C++: what `torchada port` writes in place of inline assembly.
//
// cvt.rn.satfinite.e4m3x2.f32 d, a, b;  is  ::torchada::ptx::cvt<_rn, _satfinite, _e4m3x2, _f32>(d, a, b);  (the
// words in brackets are of torchada::ptx, too). Destinations come first, as in PTX. A register is a variable of any
// type of the right size; {a, b} is vec(a, b). C++17; tested with mcc and nvcc. For AMD GPUs it was compiled (HIP 5.2),
// not run; arithmetic there rounds to nearest only. Guards have names, since a project may have copies of this file,
// which are one.
#ifndef TORCHADA_PTX_H
#define TORCHADA_PTX_H

#if defined(__MUSACC__) || defined(__MUSA__) || defined(__CUDACC__) || defined(__HIPCC__)
#if defined(__HIPCC__)
#include <hip/hip_runtime.h>
#endif

// Macros of the source that have names of these headers are away while the headers are read.
#include "ptx/macros_kept.h"
// Behind the other one: what is not kept cannot be given back.
#include "ptx/macros_away.h"

// Inside of a namespace the functions would be others than those that are called.
namespace torchada {
namespace ptx {}
}  // namespace torchada
namespace torchada_ptx_h_has_to_be_included_outside_of_namespaces = ::torchada::ptx;

// Templates have the linkage of C++, also where the file is included in extern "C".
extern "C++" {
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <type_traits>

#include "ptx/arithmetic.h"
#include "ptx/barriers.h"
#include "ptx/bits.h"
#include "ptx/byte_matrices.h"
#include "ptx/clusters.h"
#include "ptx/conversion.h"
#include "ptx/integers.h"
#include "ptx/matrices.h"
#include "ptx/mbarrier.h"
#include "ptx/memory.h"
#include "ptx/moves.h"
#include "ptx/quad_pairs.h"
#include "ptx/sparse_matrices.h"
#include "ptx/video.h"
#include "ptx/warp.h"
#include "ptx/warp_groups.h"
#include "ptx/wmma.h"
}  // extern "C++"

#include "ptx/macros_back.h"

#endif

#endif  // TORCHADA_PTX_H
