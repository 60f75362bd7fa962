/** What handlers see of the ring that holds UIDs ahead of demand, and the policies for a full and an empty ring. */
@NullMarked
package org.uidgenerator.buffer;

import org.jspecify.annotations.NullMarked;
