/**
 * Tasks behind the callers, and the few threads that do them. Not for use by others: it may change with any release.
 *
 * <p>The rule of this package: state that says that a thread was asked, or that a thread runs, is set only after it is
 * true, and asking allocates nothing. So a request survives a full heap, and a process that cannot start a thread now
 * starts one with a later request.
 *
 * <table>
 * <caption>Which threads do which tasks</caption>
 * <tr><th>threads</th><th>at most</th><th>tasks</th><th>may wait for a store</th></tr>
 * <tr><td>{@code <generator>-start}</td><td>1</td><td>takes the first worker id from a store; its caller waits</td><td>yes</td></tr>
 * <tr><td>{@code <generator>-padder}</td><td>1</td><td>refills a ring</td><td>no</td></tr>
 * <tr><td>{@code <generator>-ticks}</td><td>1</td><td>ends the ticks of an unbuffered generator</td><td>no</td></tr>
 * <tr><td>{@code <generator>-lease}</td><td>1</td><td>replaces a lease; waits for the next one</td><td>yes</td></tr>
 * <tr><td>{@code <namespace>-reservations}</td><td>8</td><td>keeps leases</td><td>yes</td></tr>
 * <tr><td>{@code <namespace>-lease-file}</td><td>1</td><td>keeps a lease file ahead of the ticks in use</td><td>no</td></tr>
 * <tr><td>{@code <generator>-tick-file}</td><td>1</td><td>keeps a tick file ahead of the ticks in use</td><td>no</td></tr>
 * <tr><td>{@code <segments>-padder}</td><td>1</td><td>refills a ring for each busy tag</td><td>no</td></tr>
 * <tr><td>{@code <segments>-store}</td><td>16</td><td>fetches the next ranges of tags</td><td>yes</td></tr>
 * <tr><td>{@code <client>-padder}</td><td>1</td><td>refills a ring</td><td>no</td></tr>
 * <tr><td>{@code <client>-ranges}</td><td>1</td><td>fetches ranges from the id service</td><td>yes</td></tr>
 * </table>
 */
@NullMarked
package org.uidgenerator.internal.background;

import org.jspecify.annotations.NullMarked;
