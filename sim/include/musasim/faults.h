/* Faults on demand: the simulator's own API, and the grammar of MUSASIM_FAULTS.
 *
 *   rules := rule (';' rule)*          rule := kind [':' key ['=' value] (',' key ['=' value])*]
 *
 *   alloc        device memory that cannot be had: musaErrorMemoryAllocation; not sticky
 *                above=SIZE   only requests of more bytes (512M, 1G ...)
 *   kernel       a kernel that breaks its device, by default with musaErrorIllegalAddress; sticky
 *                name=GLOB    only kernels of that name (* and ? match); libraries' work too
 *                error=NAME   illegal_access, misaligned, launch_failure, timeout, assert, ecc, unknown
 *   copy         a copy that breaks its device, by default with musaErrorECCUncorrectable; sticky
 *                direction=h2d|d2h|d2d|h2h, above=SIZE, error=NAME
 *                delay_ms=T   it is slow instead: T milliseconds more, no error
 *   device_lost  every call on the device gives musaErrorDevicesUnavailable; sticky
 *                after=N      after N public calls on the device (default 0)
 *                after_ms=T   or T milliseconds after the rules were set: pending work is dropped, and
 *                             calls that wait return the error once running work has ended
 *   mccl         a rank that never takes part again (its peers see a timeout)
 *                rank=N       the rank (default: any)
 *                delay_ms=T   it is late by T milliseconds each time instead
 *
 *   graph        no room for an executable graph: musaErrorMemoryAllocation; not sticky
 *                live=N       only where N of them or more live in the process
 *
 *   All kinds take device=N (default: any; mccl and graph: none), after=N (the first N that the rule fits go
 *   well; default 0) and times=N (then N of them fail; default: 1 for kernel and copy errors, else
 *   without end). Counting starts when the rules are set. Rules are asked in their order; the first
 *   that strikes decides. Example:
 *
 *     MUSASIM_FAULTS="alloc:after=100,above=64M; kernel:name=softmax*,after=2; mccl:rank=1,after=3"
 */
#ifndef MUSASIM_FAULTS_H
#define MUSASIM_FAULTS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Replaces all rules, those of MUSASIM_FAULTS included; "" or NULL: none. 0, or -1 when the text is
 * wrong: then the rules stay as they were, and `message` (if not NULL) tells what is wrong. */
int musasimSetFaults(const char* rules, char* message, size_t message_size);

/* How many faults have struck since the process began. */
unsigned long long musasimFaultCount(void);

/* Of one of the rules, from 0 on in the order of the text: how many events it fitted since it was set
 * (none where the time strikes), and how many of them failed. 0, or -1 when there is no such rule. */
int musasimFaultRule(unsigned int rule, unsigned long long* events, unsigned long long* strikes);

/* Waits for all work; then devices that broke work again, and the calling thread has no last error. Gives
 * the error that broke the first of them, or musaSuccess (0) when all were whole. For tests: no real device
 * can be repaired. */
int musasimRepairDevices(void);

#ifdef __cplusplus
}
#endif

#endif
