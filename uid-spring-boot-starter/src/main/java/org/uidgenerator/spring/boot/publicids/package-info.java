/** UIDs in their public form, in JSON and in parameters of Spring MVC, as {@code uid.public-ids.*} describe it. */
@NullMarked
package org.uidgenerator.spring.boot.publicids;

import org.jspecify.annotations.NullMarked;
