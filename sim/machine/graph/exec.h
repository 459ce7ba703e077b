// Executable graphs by handle: what the public functions call.
#pragma once

#include <cstddef>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/graph/nodes.h"
#include "machine/stream/operation.h"

namespace musasim {

// `result` and `error_node` say why not; both may be null.
MUSASIM_API musaError_t instantiate(musaGraphExec_t* exec, musaGraph_t graph,
                                    unsigned long long flags, musaGraphInstantiateResult* result,
                                    musaGraphNode_t* error_node);
MUSASIM_API musaError_t destroy_exec(musaGraphExec_t exec);
MUSASIM_API musaError_t exec_flags(musaGraphExec_t exec, unsigned long long* flags);
MUSASIM_API musaError_t upload_exec(musaGraphExec_t exec, musaStream_t stream);
MUSASIM_API musaError_t launch_exec(musaGraphExec_t exec, musaStream_t stream);

// `node` is a node of the graph that the executable graph was made of. Launches from now on run the
// new operation, which must be of the same kind.
MUSASIM_API musaError_t set_exec_node(musaGraphExec_t exec, musaGraphNode_t node,
                                      Operation operation);
MUSASIM_API musaError_t set_exec_child(musaGraphExec_t exec, musaGraphNode_t node,
                                       musaGraph_t child);
MUSASIM_API musaError_t set_enabled(musaGraphExec_t exec, musaGraphNode_t node, bool enabled);
MUSASIM_API musaError_t get_enabled(musaGraphExec_t exec, musaGraphNode_t node, bool* enabled);

// Takes all parameters of another graph of the same structure. `info` says why not.
MUSASIM_API musaError_t update_exec(musaGraphExec_t exec, musaGraph_t graph,
                                    musaGraphExecUpdateResultInfo* info);

}  // namespace musasim
