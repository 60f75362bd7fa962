/** Why an application does not start, in the names of properties. */
@NullMarked
package org.uidgenerator.spring.boot.internal.failures;

import org.jspecify.annotations.NullMarked;
