/** An application of CDI with a generator. */
@NullMarked
package org.uidgenerator.example.cdi;

import org.jspecify.annotations.NullMarked;
