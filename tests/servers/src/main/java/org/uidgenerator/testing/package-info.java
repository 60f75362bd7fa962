/**
 * Real servers for tests, SQL databases, Redis, ZooKeeper and one that speaks the protocol of DynamoDB. Their binaries
 * come out of Maven artifacts, of the last one from npm. They run as processes on loopback, and can be stopped, paused,
 * killed and started again on the same port and data. For Linux on amd64.
 */
package org.uidgenerator.testing;
