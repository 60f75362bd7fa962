/* Stands in for libnuma.so.1: numa_available() says no, and mysqld asks nothing else. */
int numa_available(void) { return -1; }
void *numa_alloc_local(unsigned long size) { return 0; }
void numa_free(void *start, unsigned long size) {}
void numa_bitmask_free(void *mask) {}
void *numa_get_mems_allowed(void) { return 0; }
long mbind(void *start, unsigned long length, int mode, const unsigned long *mask, unsigned long max, unsigned flags) { return -1; }
long set_mempolicy(int mode, const unsigned long *mask, unsigned long max) { return -1; }
void *numa_all_nodes_ptr, *numa_no_nodes_ptr;
