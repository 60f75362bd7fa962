/* LD_PRELOAD: moves the wall clock of a process, CLOCK_REALTIME, by the signed nanoseconds in the first 8 bytes of the file
   that WALLCLOCK_FILE names. The file is mapped, so one write of 8 bytes is enough while it runs. CLOCK_MONOTONIC stays. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000L

static volatile long unmoved, *offset = &unmoved;

__attribute__((constructor)) static void map_offset(void) {
  const char *file = getenv("WALLCLOCK_FILE");
  int fd = file ? open(file, O_RDONLY) : -1;
  if (fd < 0) return;
  void *mapped = mmap(0, sizeof *offset, PROT_READ, MAP_SHARED, fd, 0);
  if (mapped != MAP_FAILED) offset = mapped;
  close(fd);
}

int clock_gettime(clockid_t id, struct timespec *t) {
  long failed;
  __asm__ volatile("syscall"
                   : "=a"(failed)
                   : "0"(SYS_clock_gettime), "D"((long) id), "S"(t)
                   : "rcx", "r11", "memory");
  if (failed) return -1;
  if (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE) {
    long by = *offset;
    t->tv_sec += by / SECOND;
    t->tv_nsec += by % SECOND;
    if (t->tv_nsec < 0) { t->tv_nsec += SECOND; t->tv_sec--; }
    if (t->tv_nsec >= SECOND) { t->tv_nsec -= SECOND; t->tv_sec++; }
  }
  return 0;
}

int gettimeofday(struct timeval *restrict v, void *restrict zone) {
  struct timespec t;
  int failed = clock_gettime(CLOCK_REALTIME, &t);
  (void) zone;
  if (!failed) { v->tv_sec = t.tv_sec; v->tv_usec = t.tv_nsec / 1000; }
  return failed;
}

time_t time(time_t *seconds) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  if (seconds) *seconds = t.tv_sec;
  return t.tv_sec;
}
