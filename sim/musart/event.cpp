// Events: recording, asking, waiting, times.
#include "machine/stream/event.h"

#include "musart/api.h"

using namespace musasim;

musaError_t musaEventCreate(musaEvent_t* event) {
  return api(__func__, [&] { return create_event(event, musaEventDefault); });
}

musaError_t musaEventCreateWithFlags(musaEvent_t* event, unsigned int flags) {
  return api(__func__, [&] { return create_event(event, flags); });
}

musaError_t musaEventDestroy(musaEvent_t event) {
  return api(__func__, [&] { return destroy_event(event); });
}

musaError_t musaEventRecord(musaEvent_t event, musaStream_t stream) {
  return api(__func__, [&] { return record_event(event, stream, musaEventRecordDefault); });
}

musaError_t musaEventRecordWithFlags(musaEvent_t event, musaStream_t stream, unsigned int flags) {
  return api(__func__, [&] { return record_event(event, stream, flags); });
}

musaError_t musaEventQuery(musaEvent_t event) {
  return api(__func__, [&] { return query_event(event); });
}

musaError_t musaEventSynchronize(musaEvent_t event) {
  return api(__func__, [&] { return synchronize_event(event); });
}

musaError_t musaEventElapsedTime(float* ms, musaEvent_t start, musaEvent_t end) {
  return api(__func__, [&] { return elapsed_time(ms, start, end); });
}

musaError_t musaEventElapsedTime_v2(float* ms, musaEvent_t start, musaEvent_t end) {
  return api(__func__, [&] { return elapsed_time(ms, start, end); });
}
