/** Generators without a store. They hand out UIDs of ranges that an id service has claimed for them. */
@NullMarked
package org.uidgenerator.client;

import org.jspecify.annotations.NullMarked;
