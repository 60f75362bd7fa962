/** Code that the packages for the libraries share. */
@NullMarked
package org.uidgenerator.persistence.internal;

import org.jspecify.annotations.NullMarked;
