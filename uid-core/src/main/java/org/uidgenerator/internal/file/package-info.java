/** Files in which one holder keeps a few lines. Not for use by others: it may change with any release. */
@NullMarked
package org.uidgenerator.internal.file;

import org.jspecify.annotations.NullMarked;
