// The functions behind libmccl's: one for each of its own, less the translation of names.
#pragma once

#include "machine/collective/task.h"
#include "machine/export.h"
#include "mccl.h"

namespace musasim::collective {

// --- communicators (setup.cpp) ---

MUSASIM_API mcclResult_t init_rank(mcclComm_t* handle, int ranks, const mcclUniqueId& id, int rank,
                                   const mcclConfig_t* config);
MUSASIM_API mcclResult_t init_all(mcclComm_t* handles, int devices, const int* list);
MUSASIM_API mcclResult_t split(mcclComm_t handle, int color, int key, mcclComm_t* part,
                               const mcclConfig_t* config);
MUSASIM_API mcclResult_t finalize(mcclComm_t handle);
MUSASIM_API mcclResult_t destroy(mcclComm_t handle);
MUSASIM_API mcclResult_t abort(mcclComm_t handle);

// --- questions (questions.cpp) ---

MUSASIM_API mcclResult_t async_error(mcclComm_t handle, mcclResult_t* error);
MUSASIM_API mcclResult_t rank_count(mcclComm_t handle, int* count);
MUSASIM_API mcclResult_t device_index(mcclComm_t handle, int* device);
MUSASIM_API mcclResult_t user_rank(mcclComm_t handle, int* rank);

// --- operators and registered buffers (questions.cpp) ---

MUSASIM_API mcclResult_t create_scaled_sum(mcclRedOp_t* op, const void* scalar, mcclDataType_t type,
                                           mcclScalarResidence_t residence, mcclComm_t handle);
MUSASIM_API mcclResult_t destroy_operator(mcclRedOp_t op, mcclComm_t handle);
MUSASIM_API mcclResult_t register_buffer(mcclComm_t handle, const void* pointer, std::size_t bytes,
                                         void** registration);
MUSASIM_API mcclResult_t deregister_buffer(mcclComm_t handle, void* registration);

// --- operations and groups (group.cpp) ---

// `task.reduction` is the operator as the caller gave it.
MUSASIM_API mcclResult_t submit(mcclComm_t handle, Task task, musaStream_t stream);
MUSASIM_API mcclResult_t group_start();
MUSASIM_API mcclResult_t group_end();
// Microseconds that the group would take; the group ends without running.
MUSASIM_API mcclResult_t group_simulate(float* time);

}  // namespace musasim::collective
