/** The kinds of stores, those that the starter brings and those of others, and the choice among them. */
@NullMarked
package org.uidgenerator.spring.boot.internal.stores;

import org.jspecify.annotations.NullMarked;
