// Preloaded into a program under test: its Nth change of the file system fails, or ends it.
// FAULT_AT=N; FAULT=kill, or the errno that it fails with; the number of changes goes to FAULT_COUNT.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

static long calls;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// 1 when this call is to fail with errno.
static int fault(void) {
  const char *at = getenv("FAULT_AT");
  const char *how = getenv("FAULT");
  if (++calls != (at ? atol(at) : 0)) return 0;
  if (strcmp(how, "kill") == 0) raise(SIGKILL);
  errno = atoi(how);
  return 1;
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("FAULT_COUNT");
  if (!path) return;
  FILE *file = fopen(path, "w");
  fprintf(file, "%ld", calls);
  fclose(file);
}

int openat(int folder, const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = va_arg(list, mode_t);
  va_end(list);
  if ((flags & O_CREAT) && fault()) return -1;
  return REAL(openat)(folder, path, flags, mode);
}

ssize_t write(int file, const void *bytes, size_t size) {
  // The terminal is no file system.
  if (file <= 2) return REAL(write)(file, bytes, size);
  const char *at = getenv("FAULT_AT");
  // Half of it arrives.
  if (at && calls + 1 == atol(at)) REAL(write)(file, bytes, size / 2);
  return fault() ? -1 : REAL(write)(file, bytes, size);
}

#define CHANGE(type, name, parameters, arguments) \
  type name parameters { return fault() ? -1 : REAL(name) arguments; }

CHANGE(int, mkdir, (const char *path, mode_t mode), (path, mode))
CHANGE(int, mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode))
CHANGE(ssize_t, sendfile, (int to, int from, off_t *at, size_t size), (to, from, at, size))
CHANGE(int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to))
CHANGE(int, linkat, (int a, const char *from, int b, const char *to, int f), (a, from, b, to, f))
CHANGE(int, symlinkat, (const char *target, int folder, const char *path), (target, folder, path))
CHANGE(int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
CHANGE(int, fchmod, (int file, mode_t mode), (file, mode))
CHANGE(int, syncfs, (int file), (file))
