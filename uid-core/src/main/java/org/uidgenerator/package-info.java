/**
 * The vocabulary: what a {@linkplain org.uidgenerator.UidGenerator generator} does, how the bits of a UID are
 * {@linkplain org.uidgenerator.UidLayout laid out}, and what a UID {@linkplain org.uidgenerator.DecodedUid says}.
 */
@NullMarked
package org.uidgenerator;

import org.jspecify.annotations.NullMarked;
