/** Generators and their worker ids, as {@code uid.*} and {@code uid.generators.*} describe them. */
@NullMarked
package org.uidgenerator.spring.boot.generators;

import org.jspecify.annotations.NullMarked;
