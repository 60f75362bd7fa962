/** Keyed permutations of UIDs, so that those shown to others do not reveal how many there are. */
@NullMarked
package org.uidgenerator.permutation;

import org.jspecify.annotations.NullMarked;
