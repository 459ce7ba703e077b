/* MUSASIM_CHECK=1: misuse of memory is noticed and reported on stderr. The simulator's own API.
 *
 *   host access            the host reads or writes device memory; fatal (SIGSEGV), as on hardware
 *   use after free         of device or pinned memory: by the host and by kernels fatal (SIGSEGV or
 *                          SIGBUS), by copies musaErrorInvalidValue
 *   beyond an allocation   a copy or fill that ends behind it: musaErrorInvalidValue; a kernel that
 *                          leaves its pages: fatal
 *   overrun                a kernel wrote behind an allocation, within its last page: noticed when the
 *                          memory is freed (not in pools)
 *   bad free               twice, in the middle of an allocation, or of something foreign:
 *                          musaErrorInvalidValue
 *   race                   the host touches a pinned buffer that a pending asynchronous copy writes,
 *                          or writes one that it reads; fatal
 *   leak                   memory that is still allocated when the process exits; not with
 *                          MUSASIM_CHECK=noleak, for programs that keep a cache
 *
 *   host pointer           work of a library was given pageable memory where it takes device memory
 *
 *   launch bounds          more threads in a block than the kernel's __launch_bounds__; it runs, and
 *                          without check mode a warning says so
 *
 * Work of the libraries counts as a kernel, named after the call. A graph launch checks the memory
 * of its copies and fills again; when some is gone it gives musaErrorInvalidValue, and nothing runs.
 *
 * A report names the address, the allocation, and the calls that made and freed it. When anything
 * was reported, a process that would exit with 0 exits with MUSASIM_CHECK_EXIT_STATUS (99).
 *
 * Work of streams (kernels, host functions) may use a pinned buffer of a copy that waits behind it;
 * from then on that buffer is not watched.
 *
 * While a kernel runs, device memory is open to the host too, and nothing is noticed there. In this
 * mode pools keep no memory, addresses are not used again for long, and device memory takes whole
 * pages. Registered memory (musaHostRegister) is not watched. */
#ifndef MUSASIM_CHECK_H
#define MUSASIM_CHECK_H

#include <stddef.h>

#define MUSASIM_CHECK_EXIT_STATUS 99

#ifdef __cplusplus
extern "C" {
#endif

/* How many reports this process has made. */
unsigned long long musasimCheckReportCount(void);

/* The last report, as printed; its whole length, 0 when there was none. Writes at most size bytes,
 * the final zero included. */
size_t musasimCheckLastReport(char* text, size_t size);

/* The same of the report with that number, from 1 on; 0 when it is not among the last 16. */
size_t musasimCheckReport(unsigned long long number, char* text, size_t size);

/* For programs that run tests: so many reports have been dealt with, and do not change the exit status. */
void musasimCheckAcknowledge(unsigned long long reports);

/* Reports, as a leak, what the calls after number `since` allocated and is still there. Gives the number
 * of the latest call, for the next time; with ULLONG_MAX it does only that. */
unsigned long long musasimCheckLeaks(unsigned long long since);

/* Reports of what ends the process go to this file, too: where stderr is captured, they would be lost.
 * -1: no longer. */
void musasimCheckCrashFile(int file);

#ifdef __cplusplus
}
#endif

#endif
