/** Not for use by others: holds generators that take ids from a store to one store identity. */
@NullMarked
package org.uidgenerator.internal.identity;

import org.jspecify.annotations.NullMarked;
