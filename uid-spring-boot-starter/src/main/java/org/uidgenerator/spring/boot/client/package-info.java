/** Generators that take their UIDs from an id service, as {@code uid.client.*} describes them. */
@NullMarked
package org.uidgenerator.spring.boot.client;

import org.jspecify.annotations.NullMarked;
