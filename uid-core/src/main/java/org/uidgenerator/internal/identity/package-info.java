/** Not for use by others: holds whoever takes ids from a store to one store identity. */
@NullMarked
package org.uidgenerator.internal.identity;

import org.jspecify.annotations.NullMarked;
