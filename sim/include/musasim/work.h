/* How much the devices of this process have done. The simulator's own API. */
#ifndef MUSASIM_WORK_H
#define MUSASIM_WORK_H

#ifdef __cplusplus
extern "C" {
#endif

/* Counted when they run, each time that a graph runs them, and on all devices together. Work of the
 * libraries, such as an operator of PyTorch, counts as a kernel. */
struct musasimWork {
  unsigned long long kernels;
  unsigned long long copies;
  unsigned long long fills;
};

/* Since the process began. */
void musasimWorkDone(struct musasimWork* work);

/* Waits for all work of all devices. It never fails: a broken device drops what it has. */
void musasimFinishWork(void);

#ifdef __cplusplus
}
#endif

#endif
