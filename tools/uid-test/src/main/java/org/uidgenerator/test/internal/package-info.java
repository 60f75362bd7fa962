/** The parts of the contracts. Not for users, because they change without notice. */
@NullMarked
package org.uidgenerator.test.internal;

import org.jspecify.annotations.NullMarked;
