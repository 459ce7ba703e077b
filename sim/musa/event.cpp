// Events.
#include "machine/stream/event.h"

#include "musa/api.h"

namespace d = musasim::driver;

// The numbers of the flags are the runtime's too.
MUresult muEventCreate(MUevent* phEvent, unsigned int Flags) {
  return d::in_context(__func__, [&] { return musasim::create_event(phEvent, Flags); });
}

MUresult muEventDestroy(MUevent hEvent) {
  return d::in_context(__func__, [&] { return musasim::destroy_event(hEvent); });
}

MUresult muEventRecord(MUevent hEvent, MUstream hStream) {
  return d::in_context(
      __func__, [&] { return musasim::record_event(hEvent, hStream, musaEventRecordDefault); });
}

MUresult muEventRecordWithFlags(MUevent hEvent, MUstream hStream, unsigned int flags) {
  return d::in_context(__func__, [&] { return musasim::record_event(hEvent, hStream, flags); });
}

MUresult muEventQuery(MUevent hEvent) {
  return d::in_context(__func__, [&] { return musasim::query_event(hEvent); });
}

MUresult muEventSynchronize(MUevent hEvent) {
  return d::in_context(__func__, [&] { return musasim::synchronize_event(hEvent); });
}

MUresult muEventElapsedTime(float* pMilliseconds, MUevent hStart, MUevent hEnd) {
  return d::in_context(__func__,
                       [&] { return musasim::elapsed_time(pMilliseconds, hStart, hEnd); });
}
