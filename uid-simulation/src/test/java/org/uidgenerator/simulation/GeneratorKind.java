package org.uidgenerator.simulation;

/** Which generator a process runs. */
enum GeneratorKind {
    CACHED_PER_THREAD,
    CACHED_STRICT,
    DEFAULT
}
