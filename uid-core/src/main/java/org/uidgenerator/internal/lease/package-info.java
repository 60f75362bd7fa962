/**
 * What the rooms of leased worker ids share: the rules of rows, and the store as an assigner calls it, with its clock
 * and its outages. Not for use by others: it may change with any release.
 */
@NullMarked
package org.uidgenerator.internal.lease;

import org.jspecify.annotations.NullMarked;
