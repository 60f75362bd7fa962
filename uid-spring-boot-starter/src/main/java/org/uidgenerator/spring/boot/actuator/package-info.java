/** What operators see of generators, worker ids and counters: health, meters and endpoints. */
@NullMarked
package org.uidgenerator.spring.boot.actuator;

import org.jspecify.annotations.NullMarked;
