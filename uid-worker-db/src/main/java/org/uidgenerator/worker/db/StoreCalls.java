package org.uidgenerator.worker.db;

import java.time.Duration;

/**
 * What an assigner has asked of its database so far.
 *
 * @param calls how often it was asked to acquire, reserve or give back
 * @param failures how many of these calls failed: those that another process was faster than count, too
 * @param total how long all calls took together
 * @param longest how long the slowest call took
 */
public record StoreCalls(long calls, long failures, Duration total, Duration longest) {}
