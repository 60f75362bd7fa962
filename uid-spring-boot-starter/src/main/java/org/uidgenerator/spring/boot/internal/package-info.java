/** What all rooms of the starter share. Not for use by applications. */
@NullMarked
package org.uidgenerator.spring.boot.internal;

import org.jspecify.annotations.NullMarked;
