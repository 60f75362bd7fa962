/**
 * What {@code org.crac} looks for by name: a stand-in for a JDK that can write a process to disk. Spring's own code for
 * checkpoint and restore runs with it; no image is written.
 */
package jdk.crac;
