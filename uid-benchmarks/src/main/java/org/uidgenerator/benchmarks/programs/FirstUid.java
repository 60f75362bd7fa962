package org.uidgenerator.benchmarks.programs;

/**
 * How long it took to get a first UID.
 *
 * @param coldMillis where nothing but the pool had run in the JVM: most of it is loading classes, Spring's before all
 * @param warmMillis the next time in the same JVM, on another new database
 */
public record FirstUid(double coldMillis, double warmMillis) {}
