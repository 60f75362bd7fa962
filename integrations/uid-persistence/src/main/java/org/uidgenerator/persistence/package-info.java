/** Annotations for fields that are filled with UIDs. Each library has a package of its own. */
@NullMarked
package org.uidgenerator.persistence;

import org.jspecify.annotations.NullMarked;
