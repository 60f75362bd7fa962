/**
 * Worker ids from etcd, by the JSON gateway that each server has since version 3.4, and {@code HttpURLConnection}.
 *
 * <p>Not by jetcd, because a store needs one kind of request, the transaction, and jetcd brings forty jars of 17 MB,
 * among them gRPC, Netty, Vert.x, Protobuf and Guava, of which an application may have other versions. What is given up
 * is a stream of changes, which leases do not need. The one library is Gson, of 0.3 MB, which writes requests and reads
 * answers.
 *
 * <p>Not by {@code java.net.http} either, because if the gateway refuses something, its answer has a trailer, at which
 * that client fails.
 */
@NullMarked
package org.uidgenerator.etcd;

import org.jspecify.annotations.NullMarked;
