/** Not for use by others: holds whoever takes ids from a store to one id space. */
@NullMarked
package org.uidgenerator.internal.space;

import org.jspecify.annotations.NullMarked;
