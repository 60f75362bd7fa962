/** Keyed permutations: UIDs shown to others in an order that says nothing of how many there are. */
@NullMarked
package org.uidgenerator.permutation;

import org.jspecify.annotations.NullMarked;
