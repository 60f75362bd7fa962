/** What the contracts are made with. Not for users, because it changes without notice. */
@NullMarked
package org.uidgenerator.test.internal;

import org.jspecify.annotations.NullMarked;
