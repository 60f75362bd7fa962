/**
 * Real servers for tests, SQL databases, Redis and ZooKeeper: their binaries come out of Maven artifacts, run as
 * processes on loopback, and can be stopped, paused, killed and started again on the same port and data. For Linux on
 * amd64.
 */
package org.uidgenerator.testing;
