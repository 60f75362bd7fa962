/** What generators and their stores are doing, as meters of Micrometer. */
@NullMarked
package org.uidgenerator.spring.metrics;

import org.jspecify.annotations.NullMarked;
