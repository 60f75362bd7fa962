/* Stands in for libaio.so.1: mysqld is linked to it, and with --innodb-use-native-aio=0 calls none of it. */
#include <errno.h>

int io_setup(int events, void *context) { return -ENOSYS; }
int io_destroy(void *context) { return -ENOSYS; }
int io_submit(void *context, long count, void *requests) { return -ENOSYS; }
int io_cancel(void *context, void *request, void *event) { return -ENOSYS; }
int io_getevents(void *context, long min, long max, void *events, void *timeout) { return -ENOSYS; }
int io_queue_init(int events, void *context) { return -ENOSYS; }
int io_queue_release(void *context) { return -ENOSYS; }
